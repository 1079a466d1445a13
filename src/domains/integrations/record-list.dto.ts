import { ListLimit, OneOf, Text, Whole } from '../../api/fields/values.js';

const SEARCHED = { max: 1024, optional: true } as const;
const FIELD = { optional: true, note: 'name when absent' } as const;

/** Options of the lists of integrations and of models. */
export class ListRecordsQuery {
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
