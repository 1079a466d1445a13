/** A float that is whole: `10 / 2` is `5.0`. */
export class Float {
  constructor(readonly value: number) {}
}
