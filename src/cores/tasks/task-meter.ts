import { DEFAULT_LIMITS, Meter } from '../transformations/meter.js';

/** Counts what a task uses, and spends it from the fuel of the step as well. */
export class TaskMeter extends Meter {
  constructor(private readonly spendOfStep: (units: number) => void) {
    super(DEFAULT_LIMITS);
  }

  override spend(steps = 1): void {
    super.spend(steps);
    this.spendOfStep(steps);
  }
}
