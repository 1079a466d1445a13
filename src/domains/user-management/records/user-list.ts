import { type SortDirection } from '../../../kernel/page.js';
import { foldText } from '../../../kernel/folded-text.js';
import {
  allOf,
  textFilter,
  type TextFields,
  type TextFilter,
  type TextSearch,
} from '../../../platform/database/text-match.js';

/** What a list of accounts, groups or roles is asked for. */
export interface UserListQuery<Sort extends string> {
  /** Holds `pointer`-relative text filters as callers give them. */
  readonly search: TextSearch;
  /** Where the search lies in the request: `#` or `#/queryOptions`. */
  readonly pointer: string;
  readonly inactive?: boolean | undefined;
  readonly isServiceAccount?: boolean | undefined;
  readonly sort: Sort;
  readonly order: SortDirection;
  readonly skip: number;
  readonly limit: number;
}

/**
 * The conditions of a list. What must be equal as written must also be equal when folded: only that
 * stands in the index, so documents are read for it only where it can be true.
 * @throws AppError `invalid-input` for unknown fields
 */
export function listConditions(
  { search, pointer, inactive, isServiceAccount }: Omit<UserListQuery<string>, 'sort'>,
  fields: TextFields,
): TextFilter {
  return allOf([
    textFilter(search, fields, pointer),
    foldedEqual(search, fields),
    inactive === undefined ? {} : { inactive },
    isServiceAccount === undefined ? {} : { isServiceAccount },
  ]);
}

function foldedEqual({ equals, equalsField = 'name' }: TextSearch, fields: TextFields): TextFilter {
  const folded = Object.hasOwn(fields, equalsField) ? fields[equalsField]?.foldedPath : undefined;
  return equals === undefined || folded === undefined ? {} : { [folded]: foldText(equals) };
}
