import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { MOCKED_SUCCESS, type TaskOutcome } from '../../../cores/engine/commands.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { withinLimit } from './result-limit.js';
import { taskError, thrownError } from './task-errors.js';
import { TASK_EXECUTORS, type TaskExecutor } from './task-executor.js';
import { TaskJournalsService } from './task-journals.service.js';
import { type PreparedRun } from './task-preparation.service.js';

/** What came of a try. */
export interface RunOutcome {
  readonly outcome: TaskOutcome;
  readonly mocked: boolean;
}

/** Tasks of the platform itself: nothing stands in for them in a test run. */
const OWN_APPS: ReadonlySet<string> = new Set([
  'WorkFlowEngine',
  'MOP',
  'ConfigurationManager',
  'JsonForms',
  'FormBuilder',
  'TemplateBuilder',
  'AutomationStudio',
]);

const MOCKED: RunOutcome = { outcome: MOCKED_SUCCESS, mocked: true };

/** Runs dispatched tasks by the executors that know them. */
@Injectable()
export class TaskRunService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(TASK_EXECUTORS) private readonly executors: readonly TaskExecutor[],
    private readonly journals: TaskJournalsService,
  ) {}

  /** Whether another try does no harm. */
  isIdempotent({ call, isTest }: PreparedRun): boolean {
    const executor = this.executorOf(call);
    if (!executor || (isTest && executor.leavesPlatform)) return true;
    return executor.isIdempotent(call);
  }

  /** Runs it. Whatever goes wrong is an outcome as well. */
  async run(prepared: PreparedRun, signal: AbortSignal): Promise<RunOutcome> {
    const { call, isTest } = prepared;
    const executor = this.executorOf(call);
    const known = withoutRunning(prepared, executor);
    if (known || !executor) return known ?? { outcome: unknownTask(call), mocked: false };
    try {
      const outcome = await this.journals.run(executor, { ...call, signal }, prepared);
      return { outcome, mocked: false };
    } catch (error) {
      // An absent document is the one thing of the platform that a test run may do without.
      if (isTest && isAbsence(error)) return MOCKED;
      this.journals.tellOf(error, call);
      return { outcome: thrownError(error), mocked: false };
    }
  }

  /** What is stored of a result: one above `TASK_RESULT_LIMIT_BYTES` is an error of its task. */
  async bounded({ outcome, mocked }: RunOutcome): Promise<RunOutcome> {
    const limitBytes = this.config.engine.taskResultLimitBytes;
    return { outcome: await withinLimit(outcome, limitBytes), mocked };
  }

  private executorOf(call: PreparedRun['call']): TaskExecutor | undefined {
    return this.executors.find((executor) => executor.handles(call));
  }
}

/** What is settled before anything runs. */
function withoutRunning(
  { call, isTest, refusal }: PreparedRun,
  executor: TaskExecutor | undefined,
): RunOutcome | undefined {
  const isOutside = executor?.leavesPlatform ?? !OWN_APPS.has(call.app);
  if (isTest && isOutside) return MOCKED;
  return refusal && { outcome: refusal, mocked: false };
}

function isAbsence(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'not-found';
}

function unknownTask({ app, name }: PreparedRun['call']): TaskOutcome {
  return taskError(`Tasks of the type '${app}.${name}' are not known here`, 'unknown-task');
}
