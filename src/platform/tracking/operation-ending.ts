import { type JsonObject } from '../../kernel/json.js';
import { OperationCancelled } from './operation-cancelled.js';
import { operationFailure } from './operation-failure.js';
import { OperationInterrupted } from './operation-interrupted.js';
import { type EndState, type OperationFailure } from './tracked-operation.js';

/** How an operation ended. */
export interface OperationEnding {
  readonly state: EndState;
  readonly failure: OperationFailure | null;
  readonly result: JsonObject | null;
}

/** How work ended that did not come to its end. */
export function endingOf(error: unknown, signal: AbortSignal): OperationEnding {
  const nothing = { failure: null, result: null };
  const reason = isAbort(error) ? (signal.reason as unknown) : error;
  if (reason instanceof OperationCancelled) {
    return { ...nothing, state: 'cancelled', result: reason.result };
  }
  if (reason instanceof OperationInterrupted) return { ...nothing, state: 'interrupted' };
  return { ...nothing, state: 'failed', failure: operationFailure(reason) };
}

/** What calls throw whose signal was aborted, whatever its reason was. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
