import { type StoredIteration, type WorkLease } from '../store/stored-iteration.js';

/**
 * Brings iterations to workers. Only a matter of speed: whatever is announced to nobody is found by
 * polling, whatever is announced twice is claimed once.
 */
export abstract class TaskDispatch {
  /** A lease of this node for an iteration about to be stored, where it has room; undefined where it has none. */
  abstract reserve(): WorkLease | undefined;
  /** What time it is at the database, which decides what can be claimed; undefined while it is not known. */
  abstract now(): Date | undefined;
  /**
   * Iterations that are stored now: those with a lease of this node begin at once, the others are offered to all.
   * @param fresh ids of those that were not there before: they are as they are given here.
   */
  abstract announce(iterations: readonly StoredIteration[], fresh?: ReadonlySet<string>): void;
  /** An iteration was canceled: its try ends, if it is on this node. */
  abstract canceled(iterationId: string): void;
}
