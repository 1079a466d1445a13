import { type SearchStep } from './backup-match.js';
import { type MatchedLine } from './found-lines.js';
import { type BackupSearch } from './search-request.js';

/** An answer of more characters is two answers. */
const ANSWER_LENGTH_MAX = 4_000_000;
/** Progress is told so often. */
const PROGRESS_MS = 500;

/** How much of a search is left. */
export class SearchBudget {
  readonly #deadline: number;
  #left: number;
  #length = 0;
  #told: number;
  /** Lines that were too long for the pattern. */
  skipped = 0;

  constructor(
    { limit, deadlineMs }: BackupSearch,
    private readonly now: () => number,
  ) {
    this.#told = now();
    this.#deadline = this.#told + deadlineMs;
    this.#left = limit;
  }

  /** Takes off what a step took; true when nothing is left: of matches, of room in the answer, or of time. */
  isSpentBy({ match, skipped }: SearchStep): boolean {
    this.skipped += skipped;
    if (match) {
      this.#left -= 1;
      this.#length += match.lines.reduce((sum, line) => sum + lengthOf(line), 0);
    }
    if (this.#left <= 0 || this.#length > ANSWER_LENGTH_MAX) return true;
    return this.now() >= this.#deadline;
  }

  /** Whether progress was not told for a while; then it is now. */
  isTimeToTell(): boolean {
    if (this.now() - this.#told < PROGRESS_MS) return false;
    this.#told = this.now();
    return true;
  }
}

function lengthOf({ text, before, after }: MatchedLine): number {
  return [text, ...before, ...after].reduce((sum, line) => sum + line.length, 0);
}
