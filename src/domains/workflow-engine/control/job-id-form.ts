import { invalidInput } from '../../../kernel/app-error.js';

const FORM = /^[0-9a-f]{24}$/;

/** @throws AppError `invalid-input` for what cannot be the id of a job. */
export function assertJobId(id: string): void {
  if (FORM.test(id)) return;
  throw invalidInput([{ pointer: '#/jobId', detail: 'must be 24 hexadecimal digits' }]);
}
