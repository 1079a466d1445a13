import { LIST_LIMIT_DEFAULT, type SortDirection } from '../../../kernel/page.js';
import { type TextSearch } from '../../../platform/database/text-match.js';

/** Which part of the automations a list shows; by name, there is no other order. */
export interface AutomationList {
  readonly search: TextSearch;
  readonly order: SortDirection;
  readonly skip: number;
  readonly limit: number;
}

/** What the list of automations takes. */
export interface AutomationListQuery extends TextSearch {
  readonly order?: SortDirection;
  readonly skip?: number;
  readonly limit?: number;
}

/** A list as it was asked for, with what counts where that says nothing. */
export function automationList(query: AutomationListQuery): AutomationList {
  const { order = 1, skip = 0, limit = LIST_LIMIT_DEFAULT, ...search } = query;
  return { search, order, skip, limit };
}
