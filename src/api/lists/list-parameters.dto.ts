import { ListLimit, Text, Whole } from '../fields/values.js';

const MEMBERS = { max: 4096, optional: true } as const;

/** What every list takes beside conditions and an order. */
export class ListParameters {
  @Whole({ min: 0, optional: true, note: 'How many items the page leaves out before its first' })
  readonly skip?: number;

  @Whole({ min: 0, optional: true, note: 'Another name of skip' })
  readonly start?: number;

  @Whole({ min: 1, optional: true, note: 'In place of skip: the first page is 1' })
  readonly page?: number;

  @ListLimit({ min: 0, optional: true })
  readonly limit?: number;

  @Text({
    ...MEMBERS,
    note: 'Only these members of items, separated by commas; refused where no item has any of them',
  })
  readonly include?: string;

  @Text({ ...MEMBERS, note: 'Another name of include' })
  readonly fields?: string;

  @Text({ ...MEMBERS, note: 'All members of items but these, separated by commas' })
  readonly exclude?: string;
}
