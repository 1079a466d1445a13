import { type ListCondition } from '../../kernel/list-condition.js';
import { type SortDirection } from '../../kernel/page.js';
import { type ListDeclaration } from './list-declaration.js';

/** A field that a list is ordered by. */
export interface SortKey {
  readonly field: string;
  readonly direction: SortDirection;
}

/** Which part of a list is wanted, as it was understood. */
export interface ListRequest<Own extends object = object> {
  readonly list: ListDeclaration;
  readonly conditions: readonly ListCondition[];
  /** Empty for the list's own order. */
  readonly sort: readonly SortKey[];
  readonly skip: number;
  /** Counted from 1: the one that was asked for, or the one that `skip` lies on. */
  readonly page: number;
  /** 0 for the total alone. */
  readonly limit: number;
  /** Members of items that are shown; all where it is absent. */
  readonly include: ReadonlySet<string> | undefined;
  readonly exclude: ReadonlySet<string>;
  /** Options of this list alone. */
  readonly own: Own;
}
