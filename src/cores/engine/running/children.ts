import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Iteration, type TaskOutcome } from '../commands.js';
import { type ValueRef, type ValueRefs } from '../value-ref.js';
import { childJobId } from '../ids.js';
import { type ChildrenState } from '../job-state.js';
import { type PlannedTask } from '../plan.js';
import { type TaskInput, type ChildResult } from '../pure-task.js';
import { type StepCoroutine, hasSecret, holding, valuesOf } from './step-coroutine.js';
import { childVariables } from './child-variables.js';
import { finishTask } from './finishing.js';
import { inputValue } from './inputs.js';
import { isBlank } from './numbers.js';
import { endOf } from './outcomes.js';
import { isChildrenIdle } from './phases.js';
import { keepable } from './value-bounds.js';
import { type WorkingJob } from './working-job.js';

/** A childJob begins: one child, or one for each element, one after the other or several at a time. */
export function* beginChildren(
  job: WorkingJob,
  task: PlannedTask,
  iteration: Iteration,
  input: TaskInput,
): StepCoroutine<void> {
  const message = refusalOf(job, input);
  if (message !== undefined) {
    const isSecret = hasSecret(iteration.input);
    const end = endOf(task, { finish: 'error', error: { message } }, { isSecret, now: job.now });
    job.commands.push({ kind: 'record', iteration, end });
    finishTask(job, task.at, end);
    return;
  }
  const items = input['data_array'];
  const isLoop = !isBlank(input['loopType']);
  job.commands.push({ kind: 'wait', iteration });
  job.change(task.at, { phase: 'waiting' });
  job.children.set(task.at, {
    length: isLoop && Array.isArray(items) ? items.length : 1,
    next: 0,
    live: {},
    failed: [],
    failure: null,
    workflow: textOf(input['workflow']),
    transformation: isBlank(input['transformation']) ? null : textOf(input['transformation']),
    sequential: textOf(input['loopType']).toLowerCase() === 'sequential',
    isLoop,
    variables: yield* commonVariables(job, task, iteration),
    items: isLoop ? (iteration.input['data_array'] ?? null) : null,
  });
  job.noteIdle(task.at);
}

/** Starts as many more children as may run at a time; when the last has ended, the task ends. */
export function* advanceChildren(job: WorkingJob, at: number): StepCoroutine<void> {
  for (let children = job.children.get(at); children; children = job.children.get(at)) {
    if (!mayStart(job, children)) break;
    yield* startChild(job, at, children);
    // A list of thousands that all fail at once is no reason to hold everything else up.
    if (!job.takeFuel()) return;
  }
  const children = job.children.get(at);
  if (!children || children.next < children.length || !isRestful(children)) return;
  yield* endChildren(job, at, children);
}

/** A child has ended. False for one that is not waited for: it was told before, or is of an older run. */
export function noteChildEnd(
  job: WorkingJob,
  at: number,
  index: number,
  failure: string | undefined,
): boolean {
  const children = job.children.get(at);
  if (!children || !Object.hasOwn(children.live, index)) return false;
  const live = Object.fromEntries(
    Object.entries(children.live).filter(([key]) => key !== String(index)),
  );
  const left = { ...children, live };
  job.children.set(at, failure === undefined ? left : withFailure(left, index, failure));
  if (isChildrenIdle(left)) job.noteIdle(at);
  return true;
}

function refusalOf(job: WorkingJob, input: TaskInput): string | undefined {
  const { workflow, loopType, data_array: items } = input;
  if (typeof workflow !== 'string' || workflow.trim() === '') {
    return 'the childJob names no workflow to run';
  }
  if (isBlank(loopType)) return undefined;
  if (!['sequential', 'parallel'].includes(textOf(loopType).toLowerCase())) {
    return 'the loopType of a childJob must be sequential or parallel, or empty for one child';
  }
  if (!Array.isArray(items)) return 'the data_array of a childJob that loops must be a list';
  const { loopLength } = job.context.limits;
  if (items.length <= loopLength) return undefined;
  return `data_array has ${items.length} elements; a loop takes at most ${loopLength}`;
}

/** The variables of all children, each as it is held, so that only what is secret stays so. */
function* commonVariables(
  job: WorkingJob,
  task: PlannedTask,
  { input }: Iteration,
): StepCoroutine<ValueRefs> {
  const [, variables] = task.inputs.find(([name]) => name === 'variables') ?? [];
  const whole = input['variables'];
  if (variables?.kind !== 'object') return whole ? yield* membersOf(job, whole) : {};
  const isSecret = task.secretInputs.has('variables');
  const held: (readonly [string, ValueRef])[] = [];
  for (const [name, member] of variables.members) {
    const one = yield* inputValue(job, task, member);
    if (one) held.push([name, isSecret ? { ...one, secret: true } : one]);
  }
  return Object.fromEntries(held);
}

/** Variables that were given as one value. */
function* membersOf(job: WorkingJob, whole: ValueRef): StepCoroutine<ValueRefs> {
  const [value] = yield* valuesOf(job, [whole]);
  const members = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(
    members.map(([name, member]) => [name, holding(member, whole.secret === true)]),
  );
}

function mayStart(job: WorkingJob, children: ChildrenState): boolean {
  const under = Object.keys(children.live).length;
  const most = children.sequential ? 1 : job.context.limits.liveChildren;
  return children.next < children.length && under < most;
}

function isRestful({ live }: ChildrenState): boolean {
  return Object.keys(live).length === 0;
}

function* startChild(job: WorkingJob, at: number, children: ChildrenState): StepCoroutine<void> {
  const index = children.next;
  const variables = yield* childVariables(job, children, index);
  const next = { ...children, next: index + 1 };
  if (typeof variables === 'string') {
    job.children.set(at, withFailure(next, index, variables));
    return;
  }
  const iteration = job.iterationOf(at);
  const childId = childJobId(iteration, index);
  job.children.set(at, { ...next, live: { ...next.live, [index]: childId } });
  const { id: task, actor } = job.planned(at);
  const { isLoop, workflow } = children;
  job.commands.push({
    kind: 'start-child',
    childId,
    iteration,
    task,
    index,
    isLoop,
    workflow,
    variables,
    actor,
  } as const);
}

function withFailure(children: ChildrenState, index: number, failure: string): ChildrenState {
  return {
    ...children,
    failed: [...children.failed, index],
    failure: children.failure ?? failure,
  };
}

function* endChildren(job: WorkingJob, at: number, children: ChildrenState): StepCoroutine<void> {
  const task = job.planned(at);
  const details = yield* childDetails(job.iterationOf(at), children);
  const { value } = details;
  const outcome: TaskOutcome =
    children.failure === null
      ? { finish: 'success', output: value }
      : {
          finish: 'error',
          error: { message: children.failure },
          outputs: { [task.outputs[0]?.[0] ?? 'job_details']: value },
        };
  const isSecret = details.isSecret || job.task(at).secret;
  const end = endOf(task, keepable(job, task, outcome), { isSecret, now: job.now });
  job.close(at, end);
  job.children.delete(at);
  finishTask(job, at, end);
}

function textOf(value: TaskInput[string] | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** What a parent reads of its children. */
interface ChildDetails {
  readonly value: JsonValue;
  readonly isSecret: boolean;
}

/**
 * The variables of the child with its status; of a loop, those of all children in the order of their
 * elements, also of those that never started.
 */
function* childDetails(
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
