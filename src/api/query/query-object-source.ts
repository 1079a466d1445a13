import { type Type } from '@nestjs/common';
import { type QueryForm } from './query-object.js';

/** What `@QueryObject()` hands to validation beside the value: its DTO, and where it came from. */
export class QueryObjectSource implements QueryForm {
  constructor(
    readonly type: Type,
    readonly wrapper: QueryForm['wrapper'],
    readonly unknownKeys: QueryForm['unknownKeys'],
  ) {}
}
