import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { withFreeLock } from '../../../platform/database/with-free-lock.js';

/** The lock over all nodes: one of them looks at adapters, the others read what it found. */
@Injectable()
export class HealthLockRepository {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Runs the work unless another node is at it. */
  async withFreeLock(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    await withFreeLock(this.connection, 'adapters:health', work);
  }
}
