import { type Fault } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { readProjectName } from '../../../kernel/project-names.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { FINISH_STATES } from '../../../cores/engine/finish-state.js';
import { type MockLookup } from '../../../cores/engine/step.js';
import { type StoredJob } from '../store/stored-job.js';

/** What mocks are looked up by. */
export type TestedJob = Pick<StoredJob, 'name' | 'parent'> & {
  readonly mocks: JsonObject | null;
};

/** Which run of which task is to be answered. */
export interface MockedRun {
  /** Name of the workflow; mocks may leave out its project. */
  readonly workflow: string;
  readonly task: string;
  /** Number of the iteration, from 1. */
  readonly number: number;
  readonly isChild: boolean;
}

const MEMBERS: ReadonlySet<string> = new Set(['finish', 'output', 'outputs', 'error']);

/** A workflow that mocks may name, with the ids of its tasks. */
export interface MockedWorkflow {
  readonly name: string;
  readonly tasks: ReadonlySet<string>;
}

/** What mocks are held against. */
export interface MockedWorkflows {
  /** The one that the test run starts. */
  readonly started: MockedWorkflow;
  /** Those beside it, by the name that mocks call them. */
  readonly others: ReadonlyMap<string, MockedWorkflow>;
}

/** So many faults are looked for: nobody mends more at a time. */
const FAULTS_MAX = 100;
/** How many ids of tasks a fault names. */
const NAMED_MAX = 50;
/** How many parts of a key may be the name of a workflow, which may have slashes of its own. */
const SLASHES_MAX = 10;

/** The names of workflows that the keys of mocks may mean beside the started one. */
export function namedWorkflows(
  mocks: JsonObject,
  { name, tasks }: MockedWorkflow,
): readonly string[] {
  const foreign = Object.keys(mocks).filter(
    (key) => !tasks.has(key) && !key.startsWith(`${name}/`),
  );
  return [...new Set(foreign.flatMap((key) => partsOf(key).map(([workflow]) => workflow)))];
}

/**
 * What is wrong with the mocks of a test run: an object of task id (in the workflow that is started) or
 * `<workflow>/<task id>` (in any) to `{finish, output | outputs | error}`, or to a list of those, one for
 * each run of the task, the last one for all further ones.
 */
export function mockFaults(
  mocks: JsonObject,
  workflows: MockedWorkflows,
  pointer: string,
): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [key, value] of Object.entries(mocks)) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const absence = absenceOf(key, workflows);
    if (absence === undefined) faults.push(...faultsUnder(value, at));
    else faults.push({ pointer: at, detail: absence });
    if (faults.length >= FAULTS_MAX) break;
  }
  return faults.slice(0, FAULTS_MAX);
}

function faultsUnder(value: JsonValue, at: string): readonly Fault[] {
  if (!Array.isArray(value)) return faultsOf(value, at);
  if (value.length === 0) return [{ pointer: at, detail: 'must not be empty' }];
  return value
    .flatMap((mock, index) => faultsOf(mock, `${at}/${String(index)}`))
    .slice(0, FAULTS_MAX);
}

/** Why the key names no task. */
function absenceOf(key: string, { started, others }: MockedWorkflows): string | undefined {
  const own = key.startsWith(`${started.name}/`) ? key.slice(started.name.length + 1) : key;
  if (started.tasks.has(own)) return undefined;
  const parts = own === key ? partsOf(key) : [];
  const [first] = parts;
  if (!first) return absentIn(started);
  const named = parts.flatMap(([workflow, task]) => {
    const other = others.get(workflow);
    return other ? [{ other, task }] : [];
  });
  if (named.some(({ other, task }) => other.tasks.has(task))) return undefined;
  const [meant] = named;
  return meant ? absentIn(meant.other) : `is no task: there is no workflow '${first[0]}'`;
}

function absentIn({ name, tasks }: MockedWorkflow): string {
  const named = [...tasks].slice(0, NAMED_MAX).join(', ');
  const more = tasks.size > NAMED_MAX ? `, and ${tasks.size - NAMED_MAX} more` : '';
  return `is no task of workflow '${name}', which has ${named}${more}`;
}

/** What a key may mean: a workflow, and one of its tasks; the shortest name comes first. */
function partsOf(key: string): readonly (readonly [workflow: string, task: string])[] {
  const pieces = key.split('/');
  return pieces
    .slice(1, 1 + SLASHES_MAX)
    .map((_, at) => [pieces.slice(0, at + 1).join('/'), pieces.slice(at + 1).join('/')]);
}

/** What stands in for the run; undefined where the test run says nothing of it. */
export function mockFor(
  mocks: JsonObject,
  { workflow, task, number, isChild }: MockedRun,
): TaskOutcome | undefined {
  const { name } = readProjectName(workflow);
  const own = ownValue(mocks, `${workflow}/${task}`) ?? ownValue(mocks, `${name}/${task}`);
  const found = own ?? (isChild ? undefined : ownValue(mocks, task));
  const mock = Array.isArray(found) ? found[Math.min(number, found.length) - 1] : found;
  return mock === undefined || !isJsonObject(mock) ? undefined : outcomeOf(mock);
}

/** The mocks of a job that is a test run; undefined for a real run. */
export function mocksOf({ mocks, name, parent }: TestedJob): MockLookup | undefined {
  if (mocks === null) return undefined;
  const isChild = parent !== null;
  return (task, number) => mockFor(mocks, { workflow: name, task, number, isChild });
}

function ownValue(mocks: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(mocks, key) ? mocks[key] : undefined;
}

function outcomeOf(mock: JsonObject): TaskOutcome {
  const { finish = 'success', output, outputs, error } = mock;
  const named = outputs !== undefined && isJsonObject(outputs) ? { outputs } : {};
  if (finish === 'error') return { finish, error: error ?? 'mocked error', ...named };
  const state = finish === 'failure' ? 'failure' : 'success';
  return { finish: state, ...(output !== undefined && { output }), ...named };
}

function faultsOf(mock: JsonValue | undefined, pointer: string): readonly Fault[] {
  if (mock === undefined || !isJsonObject(mock)) return [{ pointer, detail: 'must be an object' }];
  const unknown = Object.keys(mock).filter((key) => !MEMBERS.has(key));
  const { finish = 'success', outputs } = mock;
  const isFinish = (FINISH_STATES as readonly unknown[]).includes(finish);
  return [
    ...unknown.map((key) => ({ pointer: `${pointer}/${key}`, detail: 'is not known' })),
    ...(isFinish
      ? []
      : [{ pointer: `${pointer}/finish`, detail: `must be one of ${FINISH_STATES.join(', ')}` }]),
    ...(outputs === undefined || isJsonObject(outputs)
      ? []
      : [{ pointer: `${pointer}/outputs`, detail: 'must be an object' }]),
  ];
}
