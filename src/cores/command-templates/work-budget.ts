import { type Work, type WorkKind } from './work.js';

/** Time for the pieces of each kind, in milliseconds. */
export type WorkTimes = Readonly<Record<WorkKind, number>>;

/** Time for marks; where there is none left, matches are not marked. */
export const MARKS_MS = 2_000;
/** Where a piece took so long, nothing is looked for again only to be marked. */
const SLOW_MS = 1_000;

/** Does a work piece by piece; where the time of a kind is used up, it says so to pieces of that kind. */
export class WorkBudget {
  readonly #spent: Record<WorkKind, number> = { verdict: 0, marks: 0 };
  #isSlow = false;

  constructor(
    private readonly times: WorkTimes,
    private readonly nowMs: () => number,
  ) {}

  /** Does the next piece, which is of this kind. */
  next<T>(work: Work<T>, kind: WorkKind): IteratorResult<WorkKind, T> {
    const start = this.nowMs();
    const step = work.next(this.#isTimeFor(kind));
    const took = this.nowMs() - start;
    this.#spent[kind] += took;
    this.#isSlow ||= took > SLOW_MS;
    return step;
  }

  #isTimeFor(kind: WorkKind): boolean {
    return this.#spent[kind] < this.times[kind] && !(kind === 'marks' && this.#isSlow);
  }
}
