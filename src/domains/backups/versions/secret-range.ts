/** Where a secret stands in a line. */
export interface SecretRange {
  readonly start: number;
  readonly end: number;
  readonly isReencrypted: boolean;
}

/** So many places of a line are looked at in one step: a millisecond or a few. */
export const STEP_PLACES = 1000;

/** Does the work for each place. In steps: a line may be as long as a text, and hold as many places. */
export function* forEachPlace<T>(
  places: Iterable<T>,
  work: (place: T) => void,
): Generator<undefined, void> {
  let count = 0;
  for (const place of places) {
    work(place);
    count += 1;
    if (count % STEP_PLACES === 0) yield;
  }
}
