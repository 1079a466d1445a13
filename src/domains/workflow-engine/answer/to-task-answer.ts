import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { listOf, ownObject, ownValue } from '../../../kernel/json-reading.js';
import { isSystemActor } from '../../../cores/workflow-graph/system-actor.js';
import { maskedData } from '../../../platform/secrets/masked-data.js';
import { SHOWN } from '../../../platform/secrets/secret-texts.js';
import { iterationId } from '../../../cores/engine/ids.js';
import { type TaskState } from '../../../cores/engine/job-state.js';
import { type PlannedTask } from '../../../cores/engine/plan.js';
import { decoratorsOf, groupIdsOf, ownCount, ownNumber, ownText } from './document-reading.js';
import { errorText } from './error-text.js';
import {
  type JobRetrySettings,
  type JobTaskPrevious,
  type JobTaskShape,
  type JobTaskVariables,
} from './job-task.dto.js';
import { type IterationView, type JobView } from './job-view.js';
import { PLATFORM_ACTOR, taskMetrics } from './task-metrics.js';
import { taskStatus } from './progress.js';

/** Runs of a task that an answer names; all of them are in the list of runs. */
const ITERATIONS_MAX = 1000;
/** From this canvas on tasks are drawn where `nodeLocation` says. */
const NODE_CANVAS = 3;

/** A task of a job: what the workflow says of it, where it stands, and what its last run made. */
export function toTaskAnswer(view: JobView, task: PlannedTask, state: TaskState): JobTaskShape {
  const { document } = task;
  const text = (key: string): string => ownText(document, key);
  return {
    name: text('name'),
    summary: text('summary'),
    displayName: text('displayName'),
    type: text('type'),
    status: taskStatus(view.state.status, state),
    description: text('description'),
    app: text('app'),
    canvasName: text('canvasName'),
    canvasTab: text('canvasTab'),
    view: text('view'),
    ...placeOf(view.document, document),
    sla: ownCount(document, 'sla'),
    deprecated: ownValue(document, 'deprecated') === true,
    scheduled: ownValue(document, 'scheduled') === true,
    groups: groupIdsOf(document),
    metrics: taskMetrics(view, task, state),
    iterations: iterationIds(view.job._id, task.id, state.iterations),
    variables: variablesOf(view, task, state),
    childJobs: view.children
      .filter((child) => child.task === task.id)
      .map(({ id, name, index }) => ({ _id: id, name, iteration: index })),
    retrySettings: retrySettingsOf(document, state.tries),
    previous: previousOf(view, task),
    actor: actorOf(ownValue(document, 'actor')),
    location: text('location'),
  };
}

function placeOf(
  workflow: JsonObject,
  task: JsonObject,
): Point & { readonly nodeLocation: Point | null } {
  const node = ownValue(task, 'nodeLocation');
  const nodeLocation = isJsonObject(node) ? pointOf(node) : null;
  const isNewer = (ownNumber(workflow, 'canvasVersion') ?? 0) >= NODE_CANVAS;
  const hasOwn = ownNumber(task, 'x') !== undefined && ownNumber(task, 'y') !== undefined;
  const place = nodeLocation && (isNewer || !hasOwn) ? nodeLocation : pointOf(task);
  return { ...place, nodeLocation };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function pointOf(document: JsonObject): Point {
  return { x: ownNumber(document, 'x') ?? 0, y: ownNumber(document, 'y') ?? 0 };
}

function iterationIds(jobId: string, task: string, count: number): readonly string[] {
  const first = Math.max(0, count - ITERATIONS_MAX) + 1;
  return Array.from({ length: count - first + 1 }, (_, at) => iterationId(jobId, task, first + at));
}

/** Of the last run; before the first one what the workflow says, where it may hold a secret as well. */
function variablesOf(
  { iterations }: JobView,
  task: PlannedTask,
  { finish }: TaskState,
): JobTaskVariables {
  const said = saidVariables(task);
  const run = iterations.get(task.id);
  return {
    incoming: run?.input ?? ownObject(said, 'incoming'),
    outgoing: run?.output ?? ownObject(said, 'outgoing'),
    error: failedBy(run, finish) ?? ownText(said, 'error'),
    decorators: decoratorsOf(said),
  };
}

/** What the workflow says of the values of a task, secrets masked. */
export function saidVariables({ document, secretInputs, secretOutputs }: PlannedTask): JsonObject {
  const said = ownObject(document, 'variables');
  return {
    ...said,
    ...(said['incoming'] && { incoming: masked(ownObject(said, 'incoming'), secretInputs) }),
    ...(said['outgoing'] && { outgoing: masked(ownObject(said, 'outgoing'), secretOutputs) }),
  };
}

/** What the last run failed by; a task that was skipped since then has ended otherwise. */
function failedBy(run: IterationView | undefined, finish: TaskState['finish']): string | undefined {
  if (finish !== null && finish !== 'error') return undefined;
  const error = run?.error ?? null;
  return error === null ? undefined : errorText(error);
}

function masked(values: JsonObject, secret: ReadonlySet<string>): JsonObject {
  const shown = ([name, value]: [string, JsonValue]): [string, JsonValue] => [
    name,
    secret.has(name) && !isReference(value) ? SHOWN : value,
  ];
  return maskedData(Object.fromEntries(Object.entries(values).map(shown)));
}

/** Nothing, and what names a value instead of being one, gives no secret away. */
function isReference(value: JsonValue): boolean {
  return value === null || value === '' || (typeof value === 'string' && value.startsWith('$var.'));
}

function retrySettingsOf(document: JsonObject, count: number): JobRetrySettings | null {
  const settings = ownValue(document, 'retrySettings');
  if (!isJsonObject(settings)) return null;
  return {
    state: listOf(ownValue(settings, 'state')).filter((state) => typeof state === 'string'),
    autoRetry: ownValue(settings, 'autoRetry') === true,
    limit: ownCount(settings, 'limit'),
    delay: ownCount(settings, 'delay'),
    count,
  };
}

/** A task to which no way leads any more is waited for by nobody. */
function previousOf({ plan, state }: JobView, task: PlannedTask): JobTaskPrevious {
  const previous = { incomplete: [], complete: [], error: [] } as Record<
    keyof JobTaskPrevious,
    string[]
  >;
  for (const at of task.ins) {
    const [before, stands] = [plan.tasks[at], state.tasks[at]];
    if (!before || !stands || at === plan.start || stands.phase === 'dead') continue;
    const isDone = stands.phase === 'done';
    const group = isDone ? (stands.finish === 'error' ? 'error' : 'complete') : 'incomplete';
    previous[group].push(before.id);
  }
  return previous;
}

function actorOf(actor: JsonValue | undefined): string {
  return isSystemActor(actor) || typeof actor !== 'string' ? PLATFORM_ACTOR : actor;
}
