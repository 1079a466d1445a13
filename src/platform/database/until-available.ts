import { setTimeout as delay } from 'node:timers/promises';
import { LockLostError } from './lock-lost-error.js';
import { isOutOfDiskSpace, toDatabaseFailure } from './mongo-failures.js';

/** Longer than a replica set needs to elect another primary, or a server to start again. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/** A lock that was lost is another node's now: that one does the work. */
function isTransient(error: unknown): boolean {
  if (error instanceof LockLostError) return false;
  return toDatabaseFailure(error)?.kind === 'unavailable' && !isOutOfDiskSpace(error);
}

/**
 * Does the work again while the database is away: elects a primary, starts again, loses an answer. For work
 * that does no harm when it is done twice; writes of one document the driver repeats by itself.
 * @param patience `keepsProcess`: whether a process that has nothing else to do waits for it.
 */
export async function untilAvailable<T>(
  work: () => Promise<T>,
  { patienceMs = PATIENCE_MS, keepsProcess = true } = {},
): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || performance.now() > until) throw error;
      await delay(PAUSE_MS, undefined, { ref: keepsProcess });
    }
  }
}
