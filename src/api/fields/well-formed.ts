const LONE_SURROGATE = /\p{Surrogate}/u;

/** False for half a character: it has no UTF-8 form, and would be stored as another one. */
export function isWellFormed(value: unknown): boolean {
  return typeof value !== 'string' || !LONE_SURROGATE.test(value);
}
