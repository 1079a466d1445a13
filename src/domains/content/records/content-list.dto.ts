import { ListLimit, Text } from '../../../api/fields/values.js';
import { SearchQuery } from '../../../api/query/list-query.dto.js';

const TAG = { max: 256, optional: true, note: 'Only documents with this tag' } as const;

/** Options of the lists of content. */
export class ListContentQuery extends SearchQuery {
  @Text(TAG)
  readonly tag?: string;

  @ListLimit({ min: 1, optional: true, note: '25 when absent' })
  readonly limit?: number;
}

/** The same of lists whose clients know no pages: without a limit they show as much as any list may. */
export class ListAllContentQuery extends SearchQuery {
  @Text(TAG)
  readonly tag?: string;

  @ListLimit({ min: 1, optional: true, note: '2000 when absent' })
  readonly limit?: number;
}
