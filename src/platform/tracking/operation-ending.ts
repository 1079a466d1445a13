import { isJsonObject, type JsonObject } from '../../kernel/json.js';
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
  const reason = isAbort(error) ? (signal.reason as unknown) : error;
  if (reason instanceof OperationCancelled) {
    return { state: 'cancelled', failure: null, result: reason.result };
  }
  if (reason instanceof OperationInterrupted) {
    return { state: 'interrupted', failure: null, result: reason.result };
  }
  return { state: 'failed', failure: operationFailure(reason), result: null };
}

/** What work throws that was told to end and has done a part: with what an answer would have said of it. */
export function endedEarly(signal: AbortSignal, answer: object): Error {
  const result = JSON.parse(JSON.stringify(answer)) as JsonObject;
  const isStopping = signal.reason instanceof OperationInterrupted;
  return isStopping ? new OperationInterrupted(result) : new OperationCancelled(result);
}

/** What calls throw whose signal was aborted, whatever its reason was. */
function isAbort(error: unknown): boolean {
  return isJsonObject(error) && error['name'] === 'AbortError';
}
