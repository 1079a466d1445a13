import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';

/** Which open tasks a list shows; without `overdue` the latest first, with it by when they are due. */
export interface ManualTaskList {
  /** Those of the caller. */
  readonly mine: boolean;
  /** Those that nobody has. */
  readonly open: boolean;
  /** Those whose time has passed. */
  readonly overdue: boolean;
  /** Id of a group that may work them by name. */
  readonly group?: string | undefined;
  /** Name of the workflow, exactly. */
  readonly workflow?: string | undefined;
  /** Id of the job. */
  readonly job?: string | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** What the list takes. */
export type ManualTaskListQuery = Partial<ManualTaskList>;

/** A list as it was asked for, with what counts where that says nothing. */
export function manualTaskList(query: ManualTaskListQuery): ManualTaskList {
  const { mine = false, open = false, overdue = false, skip = 0, ...rest } = query;
  return { ...rest, mine, open, overdue, skip, limit: query.limit ?? LIST_LIMIT_DEFAULT };
}
