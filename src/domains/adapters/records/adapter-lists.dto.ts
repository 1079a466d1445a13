import { ListOf } from '../../../api/fields/structures.js';
import { Flag, ListLimit, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { ADAPTER_TYPE_NAMES, type AdapterType } from './adapter.js';
import { AdapterHealth, AdapterShown } from './adapters.dto.js';

const SEARCHED = { max: 1024, optional: true } as const;
const FIELD = { optional: true, note: 'name when absent' } as const;

/** Options of `GET /adapters` and of `GET /health/adapters`. */
export class ListAdaptersQuery {
  @Text(SEARCHED)
  readonly contains?: string;

  @OneOf(['name'], FIELD)
  readonly containsField?: 'name';

  @Text(SEARCHED)
  readonly equals?: string;

  @OneOf(['name'], FIELD)
  readonly equalsField?: 'name';

  @Text(SEARCHED)
  readonly startsWith?: string;

  @OneOf(['name'], FIELD)
  readonly startsWithField?: 'name';

  @OneOf(['name'], FIELD)
  readonly sort?: 'name';

  @OneOf([1, -1], { optional: true, note: 'Ascending (1) or descending (-1)' })
  readonly order?: 1 | -1;

  @Whole({ min: 0, optional: true })
  readonly skip?: number;

  @ListLimit({ min: 1, optional: true, note: '25 when absent' })
  readonly limit?: number;
}

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
