/** A search took more steps than it may. */
export class PatternTooExpensive extends Error {
  override readonly name = 'PatternTooExpensive';

  constructor() {
    super('the regular expression takes too many steps on this text');
  }
}
