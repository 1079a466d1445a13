import { type Iteration, type LoopPlace, type TaskOutcome, MOCKED_SUCCESS } from '../commands.js';
import { type ValueRefs } from '../value-ref.js';
import { type PlannedTask } from '../plan.js';
import { type StepCoroutine, hasSecret, holding, namedValuesOf } from './step-coroutine.js';
import { endAtOnce } from './finishing.js';
import { inputValues } from './inputs.js';
import { tooLargeInput, fullError, refusalOf, keepable } from './value-bounds.js';
import { markBodyDead } from './joins.js';
import { beginWaiting } from './waiting-tasks.js';
import { type WorkingJob } from './working-job.js';
import { type JobEffect } from '../pure-task.js';
import { runPure } from './pure-run.js';

/** Begins what a task does: at once, with a worker, with a person, or by waiting. */
export function* beginTask(job: WorkingJob, at: number): StepCoroutine<void> {
  const task = job.planned(at);
  if (task.kind === 'end') {
    job.change(at, { phase: 'done', finish: 'success' });
    return;
  }
  const iteration = beginRun(job, task, yield* inputValues(job, task));
  if (!iteration) return;
  switch (task.kind) {
    case 'inline':
      yield* runInline(job, task, iteration);
      break;
    case 'wait':
      yield* beginWaiting(job, task, iteration);
      break;
    case 'manual':
      job.commands.push({ kind: 'open-manual', iteration });
      break;
    case 'dispatched':
    case 'start':
      job.commands.push({ kind: 'run', iteration });
  }
}

/** The run; undefined for one that has ended already: there is no room for its inputs, or a mock stands in for it. */
function beginRun(job: WorkingJob, task: PlannedTask, input: ValueRefs): Iteration | undefined {
  const refused = refusalOfInput(job, task, input);
  const iteration = newIteration(job, task, refused ? {} : input);
  const outcome = refused ?? job.context.mocks?.(task.id, iteration.number);
  if (!outcome) return iteration;
  if (task.name === 'forEach') markBodyDead(job, task.at);
  endAtOnce(job, { task, iteration }, outcome, { isMocked: refused === undefined });
  return undefined;
}

function refusalOfInput(
  job: WorkingJob,
  task: PlannedTask,
  input: ValueRefs,
): TaskOutcome | undefined {
  const tooLarge = tooLargeInput(task, input);
  if (tooLarge) return tooLarge;
  const refusal = refusalOf(job, input);
  return refusal === undefined ? undefined : fullError(refusal);
}

/** The next iteration of a task; its service level counts from here, once for all its tries. */
export function newIteration(job: WorkingJob, task: PlannedTask, input: ValueRefs): Iteration {
  const { at, slaMs } = task;
  const { iterations, generation, tries } = job.task(at);
  const { phase, finish } = { phase: 'running', finish: null } as const;
  job.change(at, { phase, finish, iterations: iterations + 1, secret: hasSecret(input) });
  if (slaMs > 0 && tries === 0) {
    job.timers.set({ kind: 'task-sla', task: at, generation, at: job.now + slaMs });
  }
  return {
    id: job.iterationOf(at),
    task: task.id,
    number: iterations + 1,
    generation,
    loops: loopsAround(job, task),
    input,
    startedAt: job.now,
  };
}

function loopsAround(job: WorkingJob, task: PlannedTask): readonly LoopPlace[] {
  const places: LoopPlace[] = [];
  for (let { owner } = task; owner !== null; { owner } = job.planned(owner)) {
    places.push({ task: job.planned(owner).id, index: job.loops.get(owner)?.index ?? 0 });
  }
  return places.reverse();
}

const MASKED = '<SECRET>';

/** Runs a task that is a pure function: it begins and ends in this step, so no crash can come between. */
function* runInline(job: WorkingJob, task: PlannedTask, iteration: Iteration): StepCoroutine<void> {
  const pure = job.context.tasks(task.app, task.name);
  if (!pure) {
    const error = { message: `this platform has no task '${task.name}' of ${task.app}` };
    endAtOnce(job, { task, iteration }, { finish: 'error', error });
    return;
  }
  const input = yield* namedValuesOf(job, iteration.input);
  const run = yield* runPure(job, pure, input);
  const isSecret = run.isSecret || hasSecret(iteration.input);
  if (run.lacks && job.context.mocks) {
    // A document that is absent is the one thing that a test run may do without.
    endAtOnce(job, { task, iteration }, MOCKED_SUCCESS, { isSecret, isMocked: true });
    return;
  }
  const outcome = keepable(job, task, run.outcome);
  for (const effect of outcome.effects ?? []) takeEffect(job, effect, isSecret);
  endAtOnce(job, { task, iteration }, outcome, { isSecret });
}

function takeEffect(job: WorkingJob, effect: JobEffect, isSecret: boolean): void {
  switch (effect.kind) {
    case 'set-variable':
      job.setVariable(effect.name, holding(effect.value, isSecret));
      break;
    case 'set-description':
      // A description is shown to everybody who sees the job.
      job.description = isSecret ? MASKED : effect.description;
  }
}
