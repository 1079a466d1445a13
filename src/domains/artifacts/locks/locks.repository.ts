import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { databaseUnavailable } from '../../../platform/database/mongo-failures.js';
import { LeaseLock, type LeaseLockOptions } from '../../../platform/database/lease-lock.js';

/** What only one node may do at a time. */
export type LockName = 'packages' | 'catalogue:shelves' | `catalogue:repository:${string}`;

/** How long to wait for a lock, who ends that, and who learns of it. */
export type LockPatience = Required<Pick<LeaseLockOptions, 'waitMs'>> &
  Pick<LeaseLockOptions, 'signal' | 'onWait'>;

/** Locks over all nodes. */
@Injectable()
export class LocksRepository {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Runs the work while no other node does what this lock stands for.
   * @throws LockBusyError when another one kept it for longer than `waitMs`.
   * @throws the reason of the signal of `patience` when it ended the waiting.
   * @throws LockLostError when the lock could not be kept; the work looks at `signal`.
   */
  async hold<T>(
    name: LockName,
    patience: LockPatience,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { db } = this.connection;
    if (!db) throw databaseUnavailable();
    return new LeaseLock(db, name, patience).hold(work);
  }
}
