import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/kernel/json.js';

/** Recordings of the original system; not ours to ship, so they may be absent. */
export const RECORDINGS = join(process.cwd(), '..', 'shared', 'data', 'recordings');

/** One task of a recorded run that was answered from the record. */
interface RecordedTask {
  readonly taskId: string;
  readonly variables: { readonly outgoing: JsonObject; readonly error?: JsonValue };
}

/** One run of a workflow on the original system: what went in, what tasks answered, what it came to. */
export interface RecordedRun {
  readonly package: string;
  readonly file: string;
  readonly workflow: string;
  readonly variables: JsonObject;
  readonly tasks: readonly RecordedTask[];
  readonly expected: { readonly status: string; readonly variables: JsonObject };
}

/** Documents of a recorded package, as bundles of its artifact. */
export function recordedDocuments(name: string): readonly JsonObject[] {
  const artifact = readJson(join(RECORDINGS, name, 'artifact.json')) as {
    readonly bundles: readonly { readonly data: JsonObject }[];
  };
  return artifact.bundles.map(({ data }) => data);
}

/** Packages that are there. */
export function recordedPackages(): readonly string[] {
  if (!existsSync(RECORDINGS)) return [];
  return readdirSync(RECORDINGS).filter((name) => existsSync(join(RECORDINGS, name, 'stubs')));
}

/** Runs of a package; its harness says which workflow each record belongs to, else the name of the record does. */
export function recordedRuns(name: string): readonly RecordedRun[] {
  const workflowOf = workflowsOfRecords(name);
  const files = readdirSync(join(RECORDINGS, name, 'stubs')).filter((file) =>
    file.endsWith('.json'),
  );
  return files.sort().map((file) => {
    const workflow = workflowOf.get(file) ?? file.replace(/ ?Job\d*\.json$/, '');
    const record = readJson(join(RECORDINGS, name, 'stubs', file)) as {
      readonly input: { readonly variables?: JsonObject };
      readonly stubTasks?: readonly RecordedTask[];
      readonly expectedTaskResults: RecordedRun['expected'];
    };
    return {
      package: name,
      file,
      workflow,
      variables: record.input.variables ?? {},
      tasks: record.stubTasks ?? [],
      expected: record.expectedTaskResults,
    };
  });
}

/** The workflow of each record, as far as the harness says it in the words that it usually has. */
function workflowsOfRecords(name: string): ReadonlyMap<string, string> {
  const path = join(RECORDINGS, name, 'harness.txt');
  const harness = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const files = pairs(harness, /const (\w+)Data = require\('[^']*\/stubs\/([^']+)'\)/g);
  const workflows = pairs(
    harness,
    /bundles\/workflows\/([^`']+)\.json[`']\)\.then\(\(data\) => \{\s*(\w+)Workflow = data/g,
  );
  const byVariable = new Map(workflows.map(([workflow, variable]) => [variable, workflow]));
  const calls = harness.matchAll(/initializeWorkflowRunner\((\w+)Workflow,[^)]*?(\w+)Data\.stub/g);
  const workflowOf = new Map([...calls].map(([, workflow = '', data = '']) => [data, workflow]));
  return new Map(
    files.flatMap(([variable, file]) => {
      const workflow = byVariable.get(workflowOf.get(variable) ?? '');
      return workflow === undefined ? [] : [[file, workflow] as const];
    }),
  );
}

/**
 * The workflow as the recording harness changed it: each recorded task is a `stub` that puts out the recorded
 * answer as `response`, and references to the task's outputs follow. What it would write to the job is not
 * written.
 */
export function stubbedWorkflow(document: JsonObject, run: RecordedRun): JsonObject {
  const recorded = new Map(run.tasks.map((task) => [task.taskId, task]));
  const renamed = withReferences(document, recorded);
  const tasks = Object.entries(renamed['tasks'] as JsonObject).map(([id, task]) => {
    const record = recorded.get(id);
    return [id, record ? stubOf(task as JsonObject, record) : task] as const;
  });
  return { ...renamed, tasks: Object.fromEntries(tasks) };
}

function stubOf(task: JsonObject, { variables }: RecordedTask): JsonObject {
  const [output = null] = Object.values(variables.outgoing);
  const error = errorOf(variables);
  const [type, response] = error === undefined ? ['success', output] : ['error', error];
  return {
    name: 'stub',
    canvasName: 'stub',
    app: 'WorkFlowEngine',
    type: 'operation',
    location: 'Application',
    displayName: 'WorkFlowEngine',
    actor: 'Pronghorn',
    groups: [],
    nodeLocation: task['nodeLocation'] ?? { x: 0, y: 0 },
    variables: {
      incoming: { type, delay: 0, response },
      outgoing: { response: null },
      error: '',
      decorators: [],
    },
  };
}

function withReferences<T extends JsonValue>(
  value: T,
  recorded: ReadonlyMap<string, RecordedTask>,
): T {
  if (typeof value === 'string') {
    const [, task = '', rest = ''] = /^\$var\.(\w+)\.[^#]+(#.*)?$/.exec(value) ?? [];
    return (recorded.has(task) ? `$var.${task}.response${rest}` : value) as T;
  }
  if (Array.isArray(value)) return value.map((one) => withReferences(one, recorded)) as never;
  return isJsonObject(value) ? (withMembers(value, recorded) as T) : value;
}

function withMembers(value: JsonObject, recorded: ReadonlyMap<string, RecordedTask>): JsonObject {
  const { task } = value;
  const isReference = typeof task === 'string' && recorded.has(task);
  const entries = Object.entries(value).map(([key, member]) => {
    const isName = isReference && (key === 'variable' || key === 'value');
    return [key, isName ? 'response' : withReferences(member, recorded)];
  });
  return Object.fromEntries(entries) as JsonObject;
}

/** The recorded answers as mocks of a test run. */
export function mocksOf({ tasks }: RecordedRun): JsonObject {
  return Object.fromEntries(
    tasks.map(({ taskId, variables }) => {
      const error = errorOf(variables);
      const end = error === undefined ? {} : { finish: 'error', error };
      return [taskId, { outputs: variables.outgoing, ...end }];
    }),
  );
}

/** What a recorded task ended in error with; undefined for one that did not. */
function errorOf({ error }: RecordedTask['variables']): JsonValue | undefined {
  return error === null || error === '' ? undefined : error;
}

function pairs(text: string, pattern: RegExp): readonly (readonly [string, string])[] {
  return [...text.matchAll(pattern)].map(([, one = '', other = '']) => [one, other] as const);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Job variables that recorded tasks of a workflow write, and of which the record knows nothing. */
export function writtenBeside(document: JsonObject, run: RecordedRun): readonly string[] {
  const tasks = document['tasks'] as Readonly<
    Record<string, { variables?: { outgoing?: JsonObject; error?: JsonValue } }>
  >;
  return run.tasks
    .flatMap(({ taskId }) => {
      const { outgoing = {}, error = '' } = tasks[taskId]?.variables ?? {};
      return [...Object.values(outgoing), error];
    })
    .filter((target) => typeof target === 'string')
    .flatMap((target) => /^\$var\.job\.(.+)$/.exec(target)?.[1] ?? [])
    .filter((name) => !Object.hasOwn(run.expected.variables, name));
}
