import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { databaseUnavailable } from './mongo-failures.js';
import { LockBusyError } from './lock-busy-error.js';
import { LeaseLock, type LeaseLockOptions } from './lease-lock.js';

/** How long to wait for a lock, who ends that, and who learns of it. */
export type LockPatience = Required<Pick<LeaseLockOptions, 'waitMs'>> &
  Pick<LeaseLockOptions, 'signal' | 'onWait'>;

/** Locks over all nodes, each under a name for what only one node may do at a time. */
@Injectable()
export class NamedLocks {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Runs the work while no other node does what this lock stands for.
   * @throws LockBusyError when another one kept it for longer than `waitMs`.
   * @throws the reason of the signal of `patience` when it ended the waiting.
   * @throws LockLostError when the lock could not be kept; the work looks at `signal`.
   */
  async hold<T>(
    name: string,
    patience: LockPatience,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { db } = this.connection;
    if (!db) throw databaseUnavailable();
    return new LeaseLock(db, name, patience).hold(work);
  }

  /**
   * Runs the work unless another node does what this lock stands for. The work looks at `lost`.
   * @returns false when another node does.
   */
  async ifFree(name: string, work: (lost: AbortSignal) => Promise<void>): Promise<boolean> {
    try {
      await this.hold(name, { waitMs: 0 }, work);
      return true;
    } catch (error) {
      if (error instanceof LockBusyError) return false;
      throw error;
    }
  }
}
