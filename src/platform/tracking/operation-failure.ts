import { AppError } from '../../kernel/app-error.js';
import { toDatabaseFailure } from '../database/mongo-failures.js';
import { type OperationFailure } from './tracked-operation.js';

/** What a failed operation tells. What nobody foresaw says nothing but that: the log has it. */
export function operationFailure(error: unknown): OperationFailure {
  const known = error instanceof AppError ? error : toDatabaseFailure(error);
  if (!known || known.kind === 'internal') {
    const detail = 'The server failed; the log of the platform has the reason';
    return { kind: 'internal', code: 'internal', detail, errors: [], current: null };
  }
  const { kind, code, detail, errors, current = null } = known;
  return { kind, code, detail, errors, current };
}
