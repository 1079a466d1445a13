import { AppError } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { hasEnded, type TrackedOperation } from '../../platform/tracking/tracked-operation.js';
import { toProblem } from '../problems/problem.js';
import { type ListedOperation, type TrackedOperationAnswer } from './tracked-operation.dto.js';

/** The operation without what it answers. */
export function toListedOperation(operation: TrackedOperation): ListedOperation {
  const { _id, kind, subject, state, isCancellable, isCancelAsked, progress } = operation;
  const { username: startedBy, created, started, finished } = operation;
  return {
    _id,
    kind,
    subject,
    state,
    progress,
    startedBy,
    cancellable: isCancellable && !isCancelAsked && !hasEnded(operation),
    cancelRequested: isCancelAsked,
    created: created.toISOString(),
    started: started?.toISOString() ?? null,
    finished: finished?.toISOString() ?? null,
    problem: problemOf(operation),
  };
}

/** The operation with all that its followers see. */
export function toTrackedOperation(operation: TrackedOperation): TrackedOperationAnswer {
  return Object.assign(toListedOperation(operation), { result: operation.result });
}

/** It names the request that started the operation: the log has it under that id. */
function problemOf({ _id, failure, requestId }: TrackedOperation): JsonObject | null {
  if (!failure) return null;
  const { kind, code, detail, errors, current } = failure;
  const error = new AppError(kind, detail, { code, errors, ...(current && { current }) });
  return toProblem(error, requestId ?? _id) as unknown as JsonObject;
}
