import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type TaskOutcome } from '../commands.js';
import { type ValueRefs } from '../value-ref.js';
import { type ChildrenState } from '../job-state.js';
import { type StepCoroutine, holding, valuesOf } from './step-coroutine.js';
import { messageOf, endOf } from './outcomes.js';
import { runPure } from './pure-run.js';
import { refusalOf, JOB_VARIABLES_MAX, TOO_MANY_VARIABLES } from './value-bounds.js';
import { type WorkingJob } from './working-job.js';

/** Every job makes these for itself, whatever its parent says. */
const OWN_VARIABLES = ['_id', 'initiator'];

interface Element {
  readonly element: JsonValue;
  readonly index: number;
  readonly isSecret: boolean;
}

/**
 * The variables of one child: those of all, with the keys of its element above them. A text says why the
 * child cannot start.
 */
export function* childVariables(
  job: WorkingJob,
  children: ChildrenState,
  index: number,
): StepCoroutine<ValueRefs | string> {
  const element = yield* elementOf(job, children, index);
  if (typeof element === 'string') return element;
  const isSecret = children.items?.secret === true;
  const all = new Map(Object.entries(children.variables));
  for (const [name, value] of Object.entries(element)) all.set(name, holding(value, isSecret));
  for (const name of OWN_VARIABLES) all.delete(name);
  if (all.size > JOB_VARIABLES_MAX) return TOO_MANY_VARIABLES;
  const variables = Object.fromEntries(all);
  return refusalOf(job, variables) ?? variables;
}

function* elementOf(
  job: WorkingJob,
  { items, transformation }: ChildrenState,
  index: number,
): StepCoroutine<JsonObject | string> {
  if (items === null) return {};
  const [list] = yield* valuesOf(job, [items]);
  const element = (Array.isArray(list) ? list[index] : undefined) ?? null;
  if (transformation === null) {
    return isJsonObject(element) ? element : `element ${index} of data_array is no object`;
  }
  const isSecret = items.secret === true;
  return yield* transformed(job, transformation, { element, index, isSecret });
}

/** What the transformation makes of an element is what the child is given. */
function* transformed(
  job: WorkingJob,
  transformation: string,
  { element, index, isSecret }: Element,
): StepCoroutine<JsonObject | string> {
  const pure = job.context.tasks('WorkFlowEngine', 'transformation');
  if (!pure) return 'this platform has no transformations';
  const variableMap = { currentValue: element };
  const input = { tr_id: transformation, variableMap, options: { extractOutput: true } };
  const { outcome } = yield* runPure(job, pure, input);
  const made = madeBy(outcome);
  if (made) return made;
  const why =
    outcome.finish === 'error'
      ? reasonOf(outcome, { isSecret, now: job.now })
      : 'it made no object';
  return `the transformation of element ${index} failed: ${why}`;
}

function madeBy(outcome: TaskOutcome): JsonObject | undefined {
  if (outcome.finish === 'error') return undefined;
  if (isJsonObject(outcome.output)) return outcome.output;
  const outputs = outcome.outputs ?? {};
  const values = Object.values(outputs);
  // One output is what was made; several are its members.
  const [only] = values;
  if (values.length === 1 && isJsonObject(only)) return only;
  return values.length > 1 ? { ...outputs } : undefined;
}

function reasonOf(
  outcome: TaskOutcome,
  told: { readonly isSecret: boolean; readonly now: number },
): string {
  const nameless = { outputs: [], secretOutputs: new Set<string>(), secretError: false };
  return messageOf(endOf(nameless, outcome, told));
}
