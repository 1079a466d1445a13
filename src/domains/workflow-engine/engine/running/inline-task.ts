import { type Iteration, type TaskOutcome } from '../commands.js';
import { type PlannedTask } from '../plan.js';
import { type JobEffect } from '../pure-task.js';
import { type Asking, hasSecret, holding, namedValuesOf } from './asking.js';
import { finishTask } from './finishing.js';
import { endOf } from './outcomes.js';
import { runPure } from './pure-run.js';
import { type WorkingJob } from './working-job.js';

const MASKED = '<SECRET>';

/** Runs a task that is a pure function: it begins and ends in this step, so no crash can come between. */
export function* runInline(job: WorkingJob, task: PlannedTask, iteration: Iteration): Asking<void> {
  const pure = job.surroundings.tasks(task.app, task.name);
  if (!pure) {
    const error = { message: `this platform has no task '${task.name}' of ${task.app}` };
    const end = endOf(task, { finish: 'error', error }, { isSecret: false, now: job.now });
    job.commands.push({ kind: 'record', iteration, end });
    finishTask(job, task.at, end);
    return;
  }
  const input = yield* namedValuesOf(job, iteration.input);
  const run = yield* runPure(job, pure, input);
  const isSecret = run.isSecret || hasSecret(iteration.input);
  const told = { isSecret, now: job.now };
  const standIn = run.lacks ? yield* standInFor(iteration) : undefined;
  if (standIn) {
    const end = { ...endOf(task, standIn, told), mocked: true } as const;
    job.commands.push({ kind: 'record', iteration, end });
    finishTask(job, task.at, end);
    return;
  }
  const end = endOf(task, run.outcome, told);
  for (const effect of run.outcome.effects ?? []) takeEffect(job, effect, isSecret);
  job.commands.push({ kind: 'record', iteration, end });
  finishTask(job, task.at, end);
}

function* standInFor({ task, number }: Iteration): Asking<TaskOutcome | undefined> {
  const [outcome] = yield [{ kind: 'stand-in', task, number }];
  return outcome as TaskOutcome | undefined;
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
