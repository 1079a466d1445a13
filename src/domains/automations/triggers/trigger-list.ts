import { LIST_LIMIT_DEFAULT, type SortDirection } from '../../../kernel/page.js';
import { type TextSearch } from '../../../platform/database/text-match.js';

/** Which part of the triggers a list shows; by name, there is no other order. */
export interface TriggerList {
  readonly search: TextSearch;
  /** Only those of this automation. */
  readonly automationId: string | undefined;
  readonly enabled: boolean | undefined;
  readonly order: SortDirection;
  readonly skip: number;
  readonly limit: number;
}

/** What the list of triggers takes. */
export interface TriggerListQuery extends TextSearch {
  readonly actionId?: string;
  readonly enabled?: boolean;
  readonly order?: SortDirection;
  readonly skip?: number;
  readonly limit?: number;
}

/** A list as it was asked for, with what counts where that says nothing. */
export function triggerList(query: TriggerListQuery): TriggerList {
  const { order = 1, skip = 0, limit = LIST_LIMIT_DEFAULT, actionId, enabled, ...search } = query;
  return { search, automationId: actionId, enabled, order, skip, limit };
}
