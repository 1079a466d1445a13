/** A point in time while a transformation runs, in milliseconds since 1970; NaN when it is none. */
export class MomentValue {
  constructor(readonly epochMs: number) {}
}
