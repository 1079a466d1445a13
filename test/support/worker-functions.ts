/** What threads of tests are told to do. */

export function doubled(number: number): number {
  return 2 * number;
}

export function failing(message: string): never {
  throw new Error(message);
}

export function reversed(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes).reverse();
}

/** Says in the second place that it has begun, and turns until the first one is set. */
export function turning(stop: Int32Array): number {
  Atomics.store(stop, 1, 1);
  let turns = 0;
  while (Atomics.load(stop, 0) === 0) turns += 1;
  return turns + 1;
}

/** Takes memory without end. */
export function filling(_: Int32Array): number {
  const held: object[] = [];
  for (;;) held.push({ at: held.length });
}
