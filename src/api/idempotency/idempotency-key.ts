import { type AppError, invalidInput } from '../../kernel/app-error.js';

/** What an `Idempotency-Key` may be. */
export const IDEMPOTENCY_KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/** Why a key of another form is refused. */
export function malformedKey(): AppError {
  return invalidInput([
    { pointer: '#/headers/idempotency-key', detail: 'must be 1 to 255 visible characters' },
  ]);
}
