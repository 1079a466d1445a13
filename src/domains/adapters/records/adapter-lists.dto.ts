import { ListRecordsQuery } from '../../../api/query/list-query.dto.js';
import { ListOf } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { ADAPTER_TYPE_NAMES, type AdapterType } from './adapter.js';
import { AdapterHealth, AdapterShown } from './adapters.dto.js';

/** Options of `GET /adapters` and of `GET /health/adapters`. */
export class ListAdaptersQuery extends ListRecordsQuery {}

/** A part of the adapters. */
export class ListAdaptersAnswer {
  @ListOf(() => AdapterShown)
  readonly results!: readonly AdapterShown[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** How an adapter does. */
export class AdapterHealthShown extends AdapterHealth {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @OneOf(ADAPTER_TYPE_NAMES)
  readonly type!: AdapterType;

  @Flag()
  readonly enabled!: boolean;
}

/** How a part of the adapters does. */
export class ListAdapterHealthAnswer {
  @ListOf(() => AdapterHealthShown)
  readonly results!: readonly AdapterHealthShown[];

  @Whole({ min: 0 })
  readonly total!: number;
}
