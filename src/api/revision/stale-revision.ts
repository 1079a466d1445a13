import { AppError, conflict } from '../../kernel/app-error.js';

/**
 * Why a conditional update found nothing although the object is there: the caller's `If-Match` is
 * stale (412), or another change came in between while nothing was expected (409).
 */
export function staleRevision(expected: number | undefined): AppError {
  if (expected === undefined) {
    return conflict(
      'It was changed by someone else at the same time; try again',
      'changed-meanwhile',
    );
  }
  return new AppError('precondition-failed', 'It has changed since it was read; read it again');
}

/** Holds the revision of an object that was just read against what the caller expects. */
export function assertRevision(current: number, expected: number | undefined): void {
  if (expected !== undefined && expected !== current) throw staleRevision(expected);
}
