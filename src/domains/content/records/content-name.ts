import { type AppError, invalidInput } from '../../../kernel/app-error.js';

/** Characters that no console shows and some readers take for an end. */
const CONTROL = /\p{Cc}/u;

/**
 * What a document is called.
 * @param value what stands where the name belongs.
 * @throws AppError `invalid-input` for what is no name.
 */
export function assertName(value: unknown, pointer: string, lengthMax: number): string {
  if (typeof value !== 'string' || value.length > lengthMax) throw refused(pointer, lengthMax);
  if (value.trim() === '' || CONTROL.test(value)) throw refused(pointer, lengthMax);
  return value;
}

function refused(pointer: string, lengthMax: number): AppError {
  const detail = `must be a text of 1 to ${lengthMax} characters, not blank, without control characters`;
  return invalidInput([{ pointer, detail }]);
}
