import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { withFreeLock } from '../../../platform/database/with-free-lock.js';

/** The lock over all nodes: one at a time carries out schedules. */
@Injectable()
export class SchedulesLockRepository {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Runs the work unless another node is at it. */
  async withFreeLock(work: (lost: AbortSignal) => Promise<void>): Promise<void> {
    await withFreeLock(this.connection, 'triggers:schedules', work);
  }
}
