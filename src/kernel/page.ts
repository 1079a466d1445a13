/** Which part of a list a caller wants; both in documents, `skip` counted from 0. */
export interface PageRequest {
  readonly skip: number;
  readonly limit: number;
}

/** A part of a list with the exact number of all matches. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** How many a list shows when the caller does not say; lists with `page` have PAGE_SIZE. */
export const LIST_LIMIT_DEFAULT = 25;

/** Ascending (1) or descending (-1), as the interface writes `order`. */
export type SortDirection = 1 | -1;

/** Turns a 1-based page number into a part of the list. */
export function pageAt(page: number, size: number): PageRequest {
  return { skip: (page - 1) * size, limit: size };
}

/** Number of pages that `total` documents fill; 0 when there is none. */
export function totalPages(total: number, size: number): number {
  return Math.ceil(total / size);
}
