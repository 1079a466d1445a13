import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { LeaseLock } from '../../../platform/database/lease-lock.js';
import { LockBusyError } from '../../../platform/database/lock-busy-error.js';

/** The lock over all nodes: one of them looks at adapters, the others read what it found. */
@Injectable()
export class HealthLockRepository {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Runs the work unless another node is at it. */
  async holdIfFree(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { db } = this.connection;
    if (!db) return;
    try {
      await new LeaseLock(db, 'adapters:health', { waitMs: 0 }).hold(work);
    } catch (error) {
      if (!(error instanceof LockBusyError)) throw error;
    }
  }
}
