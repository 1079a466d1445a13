import { type Iteration } from '../commands.js';
import { type PlannedTask } from '../plan.js';
import { type TaskInput } from '../pure-task.js';
import { type StepCoroutine, holding, valuesOf } from './step-coroutine.js';
import { endAtOnce, finishTask } from './finishing.js';
import { bodyOf, markBodyDead, enterBody } from './joins.js';
import { isDeadEnd } from './phases.js';
import { reset } from './resets.js';
import { isSpinning } from './reverts.js';
import { type WorkingJob } from './working-job.js';

/** The output of a forEach that its body reads. */
const CURRENT = 'current_item';

/** A forEach begins: its elements are looked at one after the other, each when the body has come to rest. */
export function beginLoop(
  job: WorkingJob,
  task: PlannedTask,
  iteration: Iteration,
  input: TaskInput,
): void {
  const { at } = task;
  const items = input['data_array'];
  const { loopLength } = job.context.limits;
  if (Array.isArray(items) && items.length > 0 && items.length <= loopLength) {
    job.commands.push({ kind: 'wait', iteration });
    job.change(at, { phase: 'waiting' });
    const held = iteration.input['data_array'] ?? holding(items, false);
    job.loops.set(at, { index: -1, length: items.length, items: held });
    job.noteIdle(at);
    return;
  }
  markBodyDead(job, at);
  const message = Array.isArray(items)
    ? `data_array has ${items.length} elements; a loop takes at most ${loopLength}`
    : 'data_array must be a list';
  const isEmpty = Array.isArray(items) && items.length === 0;
  const outcome = isEmpty
    ? ({ finish: 'success' } as const)
    : ({ finish: 'error', error: { message } } as const);
  endAtOnce(job, { task, iteration }, outcome);
}

/** The body of a loop rests: the next element has its turn, or the loop ends. */
export function* advanceLoop(job: WorkingJob, at: number): StepCoroutine<void> {
  const loop = job.loops.get(at);
  if (!loop) return;
  const failure = loop.index < 0 ? undefined : failureOf(job, at, loop.index);
  const index = loop.index + 1;
  if (failure !== undefined || index >= loop.length) {
    endLoop(job, at, failure);
    return;
  }
  const [items] = yield* valuesOf(job, [loop.items]);
  const item = Array.isArray(items) ? items[index] : undefined;
  job.loops.set(at, { ...loop, index });
  showItem(job, at, holding(item ?? null, loop.items.secret === true));
  beginBody(job, at);
}

/** The body begins as if it had never run. */
function beginBody(job: WorkingJob, at: number): void {
  reset(job, bodyOf(job.plan, at));
  job.reverts.delete(at);
  for (const { to, state } of job.planned(at).edges) if (state === 'loop') enterBody(job, to);
  if (job.activeIn(at) === 0) job.noteIdle(at);
}

function showItem(job: WorkingJob, at: number, item: ReturnType<typeof holding>): void {
  const { outputs, secretOutputs } = job.planned(at);
  const held = secretOutputs.has(CURRENT) ? { ...item, secret: true as const } : item;
  job.outputs.set(at, { [CURRENT]: held });
  const [, variable = null] = outputs.find(([name]) => name === CURRENT) ?? [];
  if (variable !== null) job.setVariable(variable, held);
}

/** What an element failed by: an error that no edge of the body takes up, or a circle that only spins. */
function failureOf(job: WorkingJob, at: number, index: number): string | undefined {
  const failed = job.planned(at).body.find((inner) => {
    const state = job.task(inner);
    return state.finish === 'error' && isDeadEnd(job.planned(inner), state);
  });
  if (failed !== undefined)
    return `task ${job.planned(failed).id} of element ${index} ended in error`;
  return isSpinning(job, at) ? `element ${index} went round in a circle without a wait` : undefined;
}

/** A loop that failed keeps where it was: its body can be repaired and the loop goes on from there. */
function endLoop(job: WorkingJob, at: number, failure: string | undefined): void {
  const output = job.outputs.get(at) ?? {};
  const finish = failure === undefined ? 'success' : 'error';
  const error = failure === undefined ? null : holding({ message: failure }, false);
  const end = { finish, output, error, endedAt: job.now } as const;
  job.close(at, end);
  if (failure === undefined) job.loops.delete(at);
  finishTask(job, at, end);
}
