import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { type IndexStatus, indexStatus } from './ensure-indexes.js';

/** The indexes that the database has. */
@Injectable()
export class IndexesRepository {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Beside those that the platform declares, collection by collection. */
  async status(): Promise<readonly IndexStatus[]> {
    return indexStatus(this.connection);
  }
}
