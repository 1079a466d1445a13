import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type ChildResult } from '../pure-task.js';
import { type ChildrenState } from '../job-state.js';
import { type StepCoroutine } from './step-coroutine.js';

/** What a parent reads of its children. */
export interface ChildDetails {
  readonly value: JsonValue;
  readonly isSecret: boolean;
}

/**
 * The variables of the child with its status; of a loop, those of all children in the order of their
 * elements, also of those that never started.
 */
export function* childDetails(
  iteration: string,
  { length, isLoop, failed }: ChildrenState,
): StepCoroutine<ChildDetails> {
  const [given] = length === 0 ? [[]] : yield [{ kind: 'children', iteration }];
  const results = resultsOf(given);
  const byIndex = new Map(results.map((result) => [result.index, result]));
  const isSecret = results.some(({ secret }) => secret === true);
  const details = Array.from({ length }, (_, index) => detailOf(byIndex.get(index)));
  if (!isLoop) return { value: details[0] ?? null, isSecret };
  const loop = details.map((detail, index) => ({ ...detail, childJobLoopIndex: index }));
  return { value: { status: statusOf(failed, byIndex), loop }, isSecret };
}

function detailOf(result: ChildResult | undefined): JsonObject {
  return { ...result?.variables, status: result?.status ?? 'error' };
}

function statusOf(
  failed: readonly number[],
  results: ReadonlyMap<number, ChildResult>,
): 'complete' | 'canceled' | 'error' {
  if (failed.length === 0) return 'complete';
  return failed.some((index) => !results.has(index)) ? 'error' : 'canceled';
}

function resultsOf(given: JsonValue | undefined): readonly ChildResult[] {
  const results = Array.isArray(given) ? given : [];
  return results.filter((result) => isJsonObject(result)) as unknown as readonly ChildResult[];
}
