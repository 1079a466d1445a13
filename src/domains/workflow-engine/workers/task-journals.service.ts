import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { OperationJournalsService } from '../../../platform/tracking/operation-journals.service.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type AuditedChange } from '../../../platform/request-context/audited-change.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { type JobSecrets } from '../store/values/job-secrets.js';
import { type TaskCall, type TaskExecutor } from './task-executor.js';
import { operationOfTask } from './task-operations.js';
import { taskError } from './task-errors.js';

/** What of a task nobody may read. */
export interface HiddenValues {
  /** Something secret came in: nothing that was done with it is told. */
  readonly isSecret: boolean;
  readonly secrets: Pick<JobSecrets, 'shown'>;
}

/** Runs tasks so that what they change is written down, as it is for the operations that do the same. */
@Injectable()
export class TaskJournalsService {
  constructor(
    private readonly journals: OperationJournalsService,
    private readonly log: AppLogger,
  ) {}

  /** @throws whatever the executor throws, and the reason of `call.signal`. */
  async run(executor: TaskExecutor, call: TaskCall, hidden: HiddenValues): Promise<TaskOutcome> {
    const operation = operationOfTask(call);
    if (operation === undefined) return runWithDeadline(executor, call);
    const { actor, limits = null } = call.users;
    const changes: AuditedChange[] = [];
    const work = { operation, id: call.iterationId, actor, limits, changes };
    const journal = this.journals.openFor(work);
    let failure: string | undefined = 'internal';
    try {
      const outcome = await journal.during(() => runWithDeadline(executor, call));
      failure = outcome.finish === 'error' ? 'task-failed' : undefined;
      return outcome;
    } finally {
      changes.splice(0, changes.length, ...changes.map((change) => shown(change, hidden)));
      await journal.close(failure);
    }
  }

  /** What nobody foresaw is told to the log; what was refused, the task says. */
  tellOf(error: unknown, call: Pick<TaskCall, 'app' | 'name' | 'jobId' | 'iterationId'>): void {
    if (error instanceof AppError) return;
    const { app, name, jobId, iterationId } = call;
    const fields = { err: error, task: `${app}.${name}`, job: jobId, iteration: iterationId };
    this.log.error(fields, 'a task of a job failed');
  }
}

/** A change without what the job knows to be secret. */
function shown({ object, before, after }: AuditedChange, hidden: HiddenValues): AuditedChange {
  const open = (side: JsonObject | null): JsonObject | null => {
    if (side === null) return null;
    return hidden.isSecret ? {} : hidden.secrets.shown(side);
  };
  return { object, before: open(before), after: open(after) };
}

/**
 * Runs a task as long as it may take. One that listens to no signal is left to itself then: what comes of
 * it comes too late.
 * @throws the reason of `call.signal` when that fires, and whatever the executor throws.
 */
export async function runWithDeadline(
  executor: TaskExecutor,
  call: TaskCall,
): Promise<TaskOutcome> {
  const deadline = AbortSignal.timeout(executor.deadlineMs);
  const signal = AbortSignal.any([call.signal, deadline]);
  const ended = new Promise<TaskOutcome>((resolve, reject) => {
    const end = (): void => {
      if (call.signal.aborted) reject(call.signal.reason as Error);
      else resolve(lateError(executor));
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([executor.run({ ...call, signal }), ended]);
  } catch (error) {
    if (deadline.aborted && !call.signal.aborted) return lateError(executor);
    throw error;
  }
}

function lateError({ deadlineMs }: TaskExecutor): TaskOutcome {
  return taskError(`The task did not end within ${String(deadlineMs)} ms`, 'task-timeout');
}
