import { cutText } from '../../../kernel/cut-text.js';
import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { objectOf, ownValue, textOf } from '../../../kernel/json-reading.js';
import { type IterationEnd, type TaskOutcome } from '../commands.js';
import { type ValueRefs, type ValueRef } from '../value-ref.js';
import { type PlannedTask } from '../plan.js';
import { holding, type StepCoroutine, valuesOf } from './step-coroutine.js';
import { type FinishState } from '../finish-state.js';
import { type WorkingJob } from './working-job.js';

const MESSAGE_MAX = 1000;
/** What is said of an error that may hold what must not be said. */
const SECRET_ERROR = 'the task ended in error; what it said is secret';

/** Gives the outputs their names. What a task makes of something secret is secret. */
export function endOf(
  task: Pick<PlannedTask, 'outputs' | 'secretOutputs' | 'secretError'>,
  outcome: TaskOutcome,
  { isSecret, now }: { readonly isSecret: boolean; readonly now: number },
): IterationEnd {
  const allSecret = isSecret || (outcome.finish !== 'error' && outcome.secret === true);
  const output: ValueRefs = Object.fromEntries(
    namedOutputs(task, outcome).map(([name, value]) => [
      name,
      holding(value, allSecret || task.secretOutputs.has(name)),
    ]),
  );
  const error =
    outcome.finish === 'error' ? holding(outcome.error, allSecret || task.secretError) : null;
  return { finish: outcome.finish, output, error, endedAt: now };
}

/** What an error says in one line. */
export function messageOf(end: IterationEnd): string {
  const { error } = end;
  if (error?.kind !== 'here') return 'the task ended in error';
  return error.secret ? SECRET_ERROR : cutText(said(error.value), MESSAGE_MAX);
}

/** The message of something thrown. */
export function thrownMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function namedOutputs(
  task: Pick<PlannedTask, 'outputs'>,
  outcome: TaskOutcome,
): readonly [string, JsonValue][] {
  const named = Object.entries(outcome.outputs ?? {});
  if (outcome.finish === 'error' || outcome.output === undefined) return named;
  // The one value goes to the one output that the document names.
  const name = task.outputs[0]?.[0];
  return name === undefined ? named : [[name, outcome.output], ...named];
}

/** The text itself, or the one that an error object carries, at its top or one level deeper. */
function said(error: JsonValue): string {
  if (typeof error === 'string') return error;
  if (!isJsonObject(error)) return JSON.stringify(error);
  const texts = [error, ...Object.values(error).map((member) => objectOf(member))].flatMap((one) =>
    ['message', 'displayString'].map((key) => textOf(ownValue(one, key))),
  );
  return texts.find((text) => text !== '') ?? JSON.stringify(error);
}

/** How a wait ends, as if the task had said so itself. */
export function* outcomeOf(
  job: WorkingJob,
  { finish, value }: { readonly finish: FinishState; readonly value: ValueRef | null },
): StepCoroutine<TaskOutcome> {
  const [said] = value === null ? [] : yield* valuesOf(job, [value]);
  return finish === 'error' ? { finish, error: said ?? null } : { finish, output: said };
}
