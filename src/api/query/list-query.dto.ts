import { ListLimit, OneOf, Text, Whole } from '../fields/values.js';

const SEARCHED = { max: 1024, optional: true } as const;
const FIELDS = ['name', 'description'] as const;
const FIELD = { optional: true, note: 'name when absent' } as const;
type Field = (typeof FIELDS)[number];

/** Which part of a list is wanted. */
export class PageQuery {
  @Whole({ min: 0, optional: true })
  readonly skip?: number;

  @ListLimit({ min: 1, optional: true, note: '25 when absent' })
  readonly limit?: number;
}

/** Which named records of a list are wanted: adapters, integrations, models. */
export class ListRecordsQuery extends PageQuery {
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
}

/** Which things of a list are wanted, by their names and descriptions; each list has a limit of its own. */
export class SearchQuery {
  @Text(SEARCHED)
  readonly contains?: string;

  @OneOf(FIELDS, FIELD)
  readonly containsField?: Field;

  @Text(SEARCHED)
  readonly equals?: string;

  @OneOf(FIELDS, FIELD)
  readonly equalsField?: Field;

  @Text(SEARCHED)
  readonly startsWith?: string;

  @OneOf(FIELDS, FIELD)
  readonly startsWithField?: Field;

  @OneOf(['name'], { optional: true, note: 'There is no other order' })
  readonly sort?: 'name';

  @OneOf([1, -1], { optional: true, note: 'Ascending (1) or descending (-1)' })
  readonly order?: 1 | -1;

  @Whole({ min: 0, optional: true })
  readonly skip?: number;
}
