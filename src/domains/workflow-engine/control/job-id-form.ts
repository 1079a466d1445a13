import { invalidInput } from '../../../kernel/app-error.js';

const FORM = /^[0-9a-f]{24}$/;

/**
 * The id of a job that a path names.
 * @throws AppError `invalid-input` for what cannot be one.
 */
export function jobIdIn(id: string): string {
  if (FORM.test(id)) return id;
  throw invalidInput([{ pointer: '#/jobId', detail: 'must be 24 hexadecimal digits' }]);
}
