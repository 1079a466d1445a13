import { Clock } from '../../kernel/clock.js';

/** The wall clock of this machine. */
export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}
