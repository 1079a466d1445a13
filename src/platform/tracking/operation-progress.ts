import { type OperationFigures } from './tracked-operation.js';

/** What work is handed that can be followed: how it tells how far it is, and learns that it shall end. */
export interface OperationProgress {
  /** Aborted when the work is cancelled (`OperationCancelled`) or the node stops (`OperationInterrupted`). */
  readonly signal: AbortSignal;
  /** Tells how far the work is; may be called as often as it likes, a few times a second it is written. */
  readonly report: (figures: OperationFigures) => void;
  /**
   * From here on the work cannot be cancelled any more: the signal is not aborted by that after it.
   * @throws the reason of the signal when that has happened before; then nothing is decided.
   */
  readonly decide: () => Promise<void>;
}

/** The progress of work that nobody follows: its caller waits for it. */
export const UNFOLLOWED: OperationProgress = {
  signal: new AbortController().signal,
  report: () => undefined,
  decide: () => Promise.resolve(),
};
