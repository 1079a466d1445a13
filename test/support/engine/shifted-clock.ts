import { Clock } from '../../../src/kernel/clock.js';

/** A clock that goes, and can be put forward: what waits for minutes is due at once. */
export class ShiftedClock extends Clock {
  #ahead = 0;

  override now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  forward(seconds: number): void {
    this.#ahead += seconds * 1000;
  }
}
