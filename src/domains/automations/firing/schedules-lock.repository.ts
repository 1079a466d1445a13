import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { holdIfFree } from '../../../platform/database/hold-if-free.js';

/** The lock over all nodes: one at a time carries out schedules. */
@Injectable()
export class SchedulesLock {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Runs the work unless another node is at it. */
  async holdIfFree(work: (lost: AbortSignal) => Promise<void>): Promise<void> {
    await holdIfFree(this.connection, 'triggers:schedules', work);
  }
}
