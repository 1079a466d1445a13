import { LIST_LIMIT_DEFAULT, type SortDirection } from '../../kernel/page.js';
import { type TextSearch } from './text-match.js';

/** Which part of a list of named records is wanted; by name, there is no other order. */
export interface RecordList {
  readonly search: TextSearch;
  readonly order: SortDirection;
  readonly skip: number;
  readonly limit: number;
}

/** A list as it was asked for, with what counts where that says nothing. */
export function recordList(
  query: TextSearch & {
    readonly order?: SortDirection;
    readonly skip?: number;
    readonly limit?: number;
  },
): RecordList {
  const { order = 1, skip = 0, limit = LIST_LIMIT_DEFAULT, ...search } = query;
  return { search, order, skip, limit };
}
