import { type Fault } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type TaskOutcome } from '../engine/commands.js';
import { FINISH_STATES } from '../engine/finish-state.js';
import { type MockLookup } from '../engine/step.js';
import { type StoredJob } from '../jobs/stored-job.js';

/** What mocks are looked up by. */
export type TestedJob = Pick<StoredJob, 'mocks' | 'name' | 'parent'>;

/** Which run of which task is to be answered. */
export interface MockedRun {
  /** Name of the workflow. */
  readonly workflow: string;
  readonly task: string;
  /** Number of the iteration, from 1. */
  readonly number: number;
  readonly isChild: boolean;
}

const MEMBERS: ReadonlySet<string> = new Set(['finish', 'output', 'outputs', 'error']);

/** The workflow that a test run starts. */
interface MockedWorkflow {
  readonly name: string;
  readonly tasks: readonly string[];
}

/** How many ids of tasks a fault names. */
const NAMED_MAX = 50;

/**
 * What is wrong with the mocks of a test run: an object of task id (in the workflow that is started) or
 * `<workflow>/<task id>` (in any) to `{finish, output | outputs | error}`, or to a list of those, one for
 * each run of the task, the last one for all further ones.
 */
export function mockFaults(
  mocks: JsonObject,
  workflow: MockedWorkflow,
  pointer: string,
): readonly Fault[] {
  return Object.entries(mocks).flatMap(([key, value]) => {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const absence = absenceOf(key, workflow);
    if (absence !== undefined) return [{ pointer: at, detail: absence }];
    if (!Array.isArray(value)) return faultsOf(value, at);
    if (value.length === 0) return [{ pointer: at, detail: 'must not be empty' }];
    return value.flatMap((mock, index) => faultsOf(mock, `${at}/${String(index)}`));
  });
}

/** Why the key names no task; of other workflows that is not known yet. */
function absenceOf(key: string, { name, tasks }: MockedWorkflow): string | undefined {
  const own = key.startsWith(`${name}/`) ? key.slice(name.length + 1) : key;
  if (tasks.includes(own) || (own === key && key.includes('/'))) return undefined;
  const named = tasks.slice(0, NAMED_MAX).join(', ');
  const more = tasks.length > NAMED_MAX ? `, and ${tasks.length - NAMED_MAX} more` : '';
  return `is no task of workflow '${name}', which has ${named}${more}`;
}

/** What stands in for the run; undefined where the test run says nothing of it. */
export function mockFor(
  mocks: JsonObject,
  { workflow, task, number, isChild }: MockedRun,
): TaskOutcome | undefined {
  const own = ownValue(mocks, `${workflow}/${task}`);
  const found = own ?? (isChild ? undefined : ownValue(mocks, task));
  const mock = Array.isArray(found) ? found[Math.min(number, found.length) - 1] : found;
  return mock === undefined || !isJsonObject(mock) ? undefined : outcomeOf(mock);
}

/** The mocks of a job that is a test run; undefined for a real run. */
export function mocksOf({ mocks, name, parent }: TestedJob): MockLookup | undefined {
  if (mocks === null) return undefined;
  const given: unknown = JSON.parse(mocks);
  const all = isJsonObject(given) ? given : {};
  const isChild = parent !== null;
  return (task, number) => mockFor(all, { workflow: name, task, number, isChild });
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
