import { Injectable } from '@nestjs/common';
import { IdSource } from '../../../kernel/ids.js';

/** The name of this process among those that share the work: another one after each start. */
@Injectable()
export class ServerIdentity {
  readonly id: string;

  constructor(ids: IdSource) {
    this.id = ids.next();
  }
}
