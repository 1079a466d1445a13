import { LIST_LIMIT_DEFAULT, type SortDirection } from '../../../kernel/page.js';
import { type TextSearch } from '../../../platform/database/text-match.js';

/** Which part of the documents of a kind a list shows; by name, there is no other order. */
export interface ContentList {
  readonly search: TextSearch;
  /** Further filters, which hold as well. */
  readonly searches?: readonly TextSearch[];
  /** Only documents of one of these names, exactly. */
  readonly names?: readonly string[] | undefined;
  /** Only documents with this tag. */
  readonly tag?: string | undefined;
  /** Only documents that have at least one key of each of these groups. */
  readonly keys?: readonly (readonly string[])[];
  readonly order: SortDirection;
  readonly skip: number;
  readonly limit: number;
}

/** What every list of content takes. */
export interface ContentListQuery extends TextSearch {
  readonly tag?: string;
  readonly order?: SortDirection;
  readonly skip?: number;
  readonly limit?: number;
}

/** A list as it was asked for, with what counts where that says nothing. */
export function contentList(query: ContentListQuery): ContentList {
  const { order = 1, skip = 0, limit = LIST_LIMIT_DEFAULT, tag, ...search } = query;
  return { search, tag, order, skip, limit };
}
