import { Clock } from '../../src/kernel/clock.js';

/** A clock that stands still until the test moves it. */
export class HandClock extends Clock {
  private time: Date;

  constructor(start = '2026-01-01T00:00:00Z') {
    super();
    this.time = new Date(start);
  }

  override now(): Date {
    return this.time;
  }

  advance({ minutes = 0, seconds = 0, ms = 0 }): void {
    this.time = new Date(this.time.getTime() + (minutes * 60 + seconds) * 1000 + ms);
  }
}
