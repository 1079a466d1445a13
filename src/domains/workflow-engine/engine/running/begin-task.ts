import { type Iteration, type LoopPlace } from '../commands.js';
import { type HeldValues } from '../held-value.js';
import { type PlannedTask } from '../plan.js';
import { type Asking, hasSecret } from './asking.js';
import { endAtOnce } from './finishing.js';
import { heldInputs } from './inputs.js';
import { runInline } from './inline-task.js';
import { buryBody } from './joins.js';
import { beginWaiting } from './waiting-tasks.js';
import { type WorkingJob } from './working-job.js';

/** Begins what a task does: at once, with a worker, with a person, or by waiting. */
export function* beginTask(job: WorkingJob, at: number): Asking<void> {
  const task = job.planned(at);
  if (task.kind === 'end') {
    job.change(at, { phase: 'done', finish: 'success' });
    return;
  }
  const iteration = newIteration(job, task, yield* heldInputs(job, task));
  if (isMocked(job, task, iteration)) return;
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

/** Whether a test run has a mock for this run of the task: then it has ended with it. */
function isMocked(job: WorkingJob, task: PlannedTask, iteration: Iteration): boolean {
  const mock = job.surroundings.mocks?.(task.id, iteration.number);
  if (!mock) return false;
  if (task.name === 'forEach') buryBody(job, task.at);
  endAtOnce(job, { task, iteration }, mock, { isMocked: true });
  return true;
}

/** The next iteration of a task; its service level counts from here, once for all its tries. */
export function newIteration(job: WorkingJob, task: PlannedTask, input: HeldValues): Iteration {
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
