/**
 * A set or a map while a transformation runs; a set holds each element as key and value, as JavaScript's
 * entries do. Nothing changes it: methods answer new ones.
 */
export class CollectionValue<T = unknown> {
  constructor(
    readonly kind: 'set' | 'map',
    readonly entries: ReadonlyMap<T, T>,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  /** What somebody meets who goes through it: the elements of a set, the pairs of a map. */
  get elements(): readonly (T | readonly [T, T])[] {
    return this.kind === 'set' ? [...this.entries.keys()] : [...this.entries];
  }
}
