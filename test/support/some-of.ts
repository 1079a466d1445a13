/**
 * Some of the hostile values, other ones for each place: what all operations share is tried with every
 * value at dozens of places, and no place is tried with all of them.
 */
export function someOf<T>(values: readonly T[], place: number, count: number): readonly T[] {
  return Array.from(
    { length: count },
    (_, at) => values[(place * count + at) % values.length] as T,
  );
}
