import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { LockBusyError } from '../../../platform/database/lock-busy-error.js';
import { LockLostError } from '../../../platform/database/lock-lost-error.js';
import { NamedLocks } from '../../../platform/database/named-locks.js';
import { KeyedMutex } from '../../../platform/concurrency/keyed-mutex.js';

const LOCK = 'users';
const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 1;

/**
 * The lock over all nodes for changes that are judged by more than the record they change: whether an
 * administrator remains, whether groups end up in a circle. Two of them at the same moment would each
 * find the state that the other is about to end.
 */
@Injectable()
export class UserLocksRepository {
  /** Changes of this node wait here, in their order; only one of them asks for the lease. */
  private readonly queue = new KeyedMutex();

  constructor(private readonly locks: NamedLocks) {}

  /**
   * Runs the work alone. It must look at `signal` before it writes, and must not ask for the lock again.
   * @throws AppError `unavailable` when others kept the lock for too long, or it was lost meanwhile.
   */
  async hold<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.queue.take(LOCK, () => this.lease(work));
  }

  private async lease<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await this.locks.hold(LOCK, { waitMs: WAIT_MS }, work);
    } catch (error) {
      if (!(error instanceof LockBusyError || error instanceof LockLostError)) throw error;
      throw new AppError('unavailable', 'Others are changing users and groups; try again', {
        code: 'users-busy',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: error,
      });
    }
  }
}
