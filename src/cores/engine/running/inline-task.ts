import { type Iteration, MOCKED_SUCCESS } from '../commands.js';
import { type PlannedTask } from '../plan.js';
import { type JobEffect } from '../pure-task.js';
import { type StepCoroutine, hasSecret, holding, namedValuesOf } from './step-coroutine.js';
import { endAtOnce } from './finishing.js';
import { runPure } from './pure-run.js';
import { keepable } from './value-bound.js';
import { type WorkingJob } from './working-job.js';

const MASKED = '<SECRET>';

/** Runs a task that is a pure function: it begins and ends in this step, so no crash can come between. */
export function* runInline(
  job: WorkingJob,
  task: PlannedTask,
  iteration: Iteration,
): StepCoroutine<void> {
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
