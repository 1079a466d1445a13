import { type Connection } from 'mongoose';
import { LeaseLock } from './lease-lock.js';
import { LockBusyError } from './lock-busy-error.js';

/**
 * Runs the work under the lock of this name, unless another node is at it. The work looks at `lost`.
 * @returns false when another node is, or when there is no database any more.
 */
export async function withFreeLock(
  { db }: Connection,
  name: string,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<boolean> {
  if (!db) return false;
  try {
    await new LeaseLock(db, name, { waitMs: 0 }).hold(work);
    return true;
  } catch (error) {
    if (error instanceof LockBusyError) return false;
    throw error;
  }
}
