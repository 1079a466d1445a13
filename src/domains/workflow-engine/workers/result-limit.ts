import { BODY_VALUES_MAX } from '../../../api/operations/body-limits.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { type JsonValue } from '../../../kernel/json.js';
import { hasMoreValues } from '../../../kernel/json-size.js';
import { textOf, writeAhead } from '../store/values/value-sizes.js';
import { taskError } from './task-errors.js';

/** Nothing grows without bound: a result that is too large is an error of its task. */
export async function withinLimit(outcome: TaskOutcome, limitBytes: number): Promise<TaskOutcome> {
  if (hasMoreValues(outcome as unknown as JsonValue, BODY_VALUES_MAX))
    return tooLarge(`more than ${String(BODY_VALUES_MAX)} values`);
  let bytes = 0;
  for (const value of valuesOf(outcome)) {
    await writeAhead(value);
    bytes += Buffer.byteLength(textOf(value));
  }
  if (bytes <= limitBytes) return outcome;
  return tooLarge(`${String(bytes)} bytes, more than the ${String(limitBytes)} that are kept`);
}

/** What a task has put out. */
function valuesOf(outcome: TaskOutcome): readonly JsonValue[] {
  const error = 'error' in outcome ? [outcome.error] : [];
  const output = 'output' in outcome && outcome.output !== undefined ? [outcome.output] : [];
  return [...error, ...output, ...Object.values(outcome.outputs ?? {})];
}

function tooLarge(what: string): TaskOutcome {
  return taskError(`The result of the task has ${what}`, 'result-too-large');
}
