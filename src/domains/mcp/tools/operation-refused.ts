import { AppError } from '../../../kernel/app-error.js';
import { type JsonValue } from '../../../kernel/json.js';
import { pickFields } from './answer-parts.js';

/** An operation said no: the problem document that it answered. */
export class OperationRefused extends Error {
  constructor(
    readonly status: number,
    readonly problem: JsonValue,
  ) {
    super(`An operation answered ${status}`);
  }
}

/** What a tool answers where an operation, or the call of it, failed. */
export function failureOf(error: unknown): JsonValue | undefined {
  if (error instanceof OperationRefused) {
    // A problem document says some of it three times.
    const said = pickFields(error.problem, ['code', 'detail', 'errors', 'current']);
    return { status: error.status, problem: said };
  }
  if (!(error instanceof AppError)) return undefined;
  const faults = error.errors.map(({ pointer, detail }) => ({ pointer, detail }));
  return { code: error.code, detail: error.detail, ...(faults.length > 0 && { errors: faults }) };
}
