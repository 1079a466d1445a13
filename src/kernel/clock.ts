/** Where time comes from; tests hand in a clock that they move by hand. */
export abstract class Clock {
  abstract now(): Date;
}
