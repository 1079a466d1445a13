import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { type ValueRef, type ValueRefs } from '../value-ref.js';
import { type Expression, type PlannedTask } from '../plan.js';
import { type StepCoroutine, holding, valuesOf } from './step-coroutine.js';
import { type WorkingJob } from './working-job.js';

/** The application whose tasks are told apart what is null and what is not there. */
const ENGINE_APP = 'WorkFlowEngine';
type Referring = Extract<Expression, { kind: 'variable' | 'output' }>;
type Found = ValueRef | undefined;

/**
 * What a task reads. Plain references are passed on as they are held; what has to be looked into is asked
 * for. An output that is not there reads as null; a job variable that is not there is absent for tasks
 * of the engine and null for all others, as authors of workflows rely on.
 */
export function* inputValues(job: WorkingJob, task: PlannedTask): StepCoroutine<ValueRefs> {
  const references = task.inputs.flatMap(([, input]) => referencesWithin(input));
  yield* valuesOf(
    job,
    references.flatMap((one) => found(job, one) ?? []),
  );
  const entries: (readonly [string, ValueRef])[] = [];
  for (const [name, input] of task.inputs) {
    const held = yield* inputValue(job, task, input);
    if (held === undefined) continue;
    entries.push([name, task.secretInputs.has(name) ? { ...held, secret: true } : held]);
  }
  return Object.fromEntries(entries);
}

/** One input; undefined for what is not there. */
export function* inputValue(
  job: WorkingJob,
  task: PlannedTask,
  input: Expression,
): StepCoroutine<Found> {
  if (input.kind === 'literal') return holding(input.value, false);
  if (isPlain(input)) return orMissing(found(job, input), input, task);
  const references = referencesOf(input);
  const held = references.map((one) => found(job, one));
  const values = yield* valuesOf(
    job,
    held.filter((one) => one !== undefined),
  );
  const byReference = new Map<Expression, JsonValue | undefined>();
  let next = 0;
  references.forEach((one, index) => {
    byReference.set(one, held[index] === undefined ? undefined : values[next++]);
  });
  const value = build(input, byReference, task);
  const isSecret = held.some((one) => one?.secret === true);
  return value === undefined ? undefined : holding(value, isSecret);
}

/** What a reference with a pointer finds there; undefined for nothing. */
function valueAt(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let found = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(found)) found = /^(?:0|[1-9]\d*)$/.test(key) ? found[Number(key)] : undefined;
    else found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}

/** Whether an input is a whole value of the job. */
export function isPlain(input: Expression): input is Referring {
  return (input.kind === 'variable' || input.kind === 'output') && input.pointer === undefined;
}

/** The references of an input whose values must be looked into. */
function referencesWithin(input: Expression): readonly Referring[] {
  return isPlain(input) ? [] : referencesOf(input);
}

function referencesOf(input: Expression): readonly Referring[] {
  switch (input.kind) {
    case 'literal':
      return [];
    case 'variable':
    case 'output':
      return [input];
    case 'object':
      return input.members.flatMap(([, member]) => referencesOf(member));
    case 'list':
      return input.items.flatMap((item) => referencesOf(item));
  }
}

function found(job: WorkingJob, input: Referring): Found {
  if (input.kind === 'variable') return job.variables.get(input.name);
  const outputs = job.outputs.get(input.task);
  return outputs && Object.hasOwn(outputs, input.name) ? outputs[input.name] : undefined;
}

function orMissing(held: Found, input: Referring, { app }: PlannedTask): Found {
  if (held !== undefined) return held;
  const isAbsent = input.kind === 'variable' && app === ENGINE_APP;
  return isAbsent ? undefined : holding(null, false);
}

function build(
  input: Expression,
  values: ReadonlyMap<Expression, JsonValue | undefined>,
  task: PlannedTask,
): JsonValue | undefined {
  switch (input.kind) {
    case 'literal':
      return input.value;
    case 'variable':
    case 'output':
      return referred(input, values.get(input), task);
    case 'object':
      return Object.fromEntries(
        input.members.flatMap(([key, member]) => {
          const value = build(member, values, task);
          return value === undefined ? [] : [[key, value] as const];
        }),
      );
    case 'list':
      return input.items.map((item) => build(item, values, task) ?? null);
  }
}

function referred(
  input: Referring,
  whole: JsonValue | undefined,
  { app }: PlannedTask,
): JsonValue | undefined {
  const value = input.pointer === undefined ? whole : valueAt(whole, input.pointer);
  if (value !== undefined) return value;
  return input.kind === 'variable' && app === ENGINE_APP ? undefined : null;
}
