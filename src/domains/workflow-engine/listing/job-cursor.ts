import { invalidInput } from '../../../kernel/app-error.js';

/** The job after which a list goes on. */
export interface JobPosition {
  readonly startedAt: Date;
  readonly id: string;
}

const FORM = /^(\d{1,16})-([0-9a-f]{24})$/;
const LAST_TIME = 8_640_000_000_000_000;

/** A position in the form in which callers hand it back: it tells nothing that the list has not told. */
export function writeCursor({ startedAt, id }: JobPosition): string {
  return `${String(startedAt.getTime())}-${id}`;
}

/**
 * The position of a cursor.
 * @throws AppError `invalid-input` for what no list has given.
 */
export function readCursor(cursor: string): JobPosition {
  const [, time = '', id = ''] = FORM.exec(cursor) ?? [];
  const startedAt = new Date(Number(time));
  if (id !== '' && startedAt.getTime() <= LAST_TIME) return { startedAt, id };
  throw invalidInput([{ pointer: '#/cursor', detail: 'is no cursor that this search has given' }]);
}
