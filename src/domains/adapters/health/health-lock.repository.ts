import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { holdIfFree } from '../../../platform/database/hold-if-free.js';

/** The lock over all nodes: one of them looks at adapters, the others read what it found. */
@Injectable()
export class HealthLockRepository {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Runs the work unless another node is at it. */
  async holdIfFree(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    await holdIfFree(this.connection, 'adapters:health', work);
  }
}
