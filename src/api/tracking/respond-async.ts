import { type JsonObject } from '../../kernel/json.js';
import { noteHeader } from '../../platform/request-context/request-context.js';
import { type OperationProgress, UNFOLLOWED } from '../../platform/tracking/operation-progress.js';
import { type OperationAbout } from '../../platform/tracking/tracked-operation.js';
import { type TrackedOperationsService } from '../../platform/tracking/tracked-operations.service.js';
import { answeredLater } from '../http/prefers-later.decorator.js';
import { AlsoAnswers } from '../shapes/also-answers.decorator.js';
import { type LongRequest } from './long-request.decorator.js';
import { toTrackedOperation } from './to-tracked-operation.js';
import { TrackedOperationAnswer } from './tracked-operation.dto.js';

/**
 * Documents the 202 of a handler that answers with `respondAsync`; above `@Operation`, whose own 202
 * would have the shape of its success. The row says `later: true`.
 */
export function AlsoFollowed(): MethodDecorator {
  const note =
    'Goes on in the background (`Prefer: respond-async`): `Location` is where to follow it';
  return AlsoAnswers(202, note, TrackedOperationAnswer);
}

/**
 * Does what a request asks for: at once, or, where the caller prefers that, as a tracked operation that
 * the answer (202, `Location`, `Preference-Applied`) names. What the work answers becomes its `result`.
 * @throws what the work throws when the caller waits for it; as `TrackedOperationsService.run` does when not.
 */
export async function respondAsync<T extends object | undefined>(
  operations: TrackedOperationsService,
  { prefersLater, principal, sender }: LongRequest,
  about: OperationAbout,
  work: (progress: OperationProgress) => Promise<T>,
): Promise<T | TrackedOperationAnswer> {
  if (!prefersLater) return work(UNFOLLOWED);
  const tracked = async (progress: OperationProgress): Promise<JsonObject> =>
    asJson(await work(progress));
  const { id } = await operations.run(about, principal, tracked, sender);
  noteHeader('preference-applied', 'respond-async');
  return answeredLater(`/admin/operations/${id}`, toTrackedOperation(await operations.find(id)));
}

/** As the answer would have carried it. */
function asJson(value: object | undefined): JsonObject {
  return JSON.parse(JSON.stringify(value ?? {})) as JsonObject;
}
