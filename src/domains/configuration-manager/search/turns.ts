import { setImmediate } from 'node:timers/promises';
import { type Clock } from '../../../kernel/clock.js';

/** So long others wait, as far as the work can be divided. */
const TURN_MS = 10;

/** Work in turns: what takes long keeps nobody else waiting. */
export class Turns {
  #since: number;

  constructor(private readonly clock: Clock) {
    this.#since = clock.now().getTime();
  }

  /** Does all of the work; others have their turn at its steps. */
  async finish<T>(work: Generator<undefined, T>): Promise<T> {
    for (;;) {
      await this.give();
      const step = work.next();
      if (step.done) return step.value;
    }
  }

  /** Lets others have their turn when this one has lasted long enough. */
  async give(): Promise<void> {
    if (this.clock.now().getTime() - this.#since < TURN_MS) return;
    await setImmediate();
    this.#since = this.clock.now().getTime();
  }
}
