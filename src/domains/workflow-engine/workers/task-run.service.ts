import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { MOCKED_SUCCESS, type TaskOutcome } from '../../../cores/engine/commands.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { JobSecretListsService } from '../store/values/job-secret-lists.service.js';
import { type JobSecrets } from '../store/values/job-secrets.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { PlansService } from '../store/plans.service.js';
import { TaskActorsService } from './task-actors.service.js';
import { taskError, thrownError } from './task-errors.js';
import { TASK_EXECUTORS, type TaskCall, type TaskExecutor } from './task-executor.js';
import { TaskJournalsService } from './task-journals.service.js';
import { WorkedJobsRepository } from './worked-jobs.repository.js';

/** What came of a try. */
export interface RunOutcome {
  readonly outcome: TaskOutcome;
  readonly mocked: boolean;
}

/** An iteration with everything that its try needs. */
export interface PreparedRun {
  readonly call: Omit<TaskCall, 'signal'>;
  readonly executor: TaskExecutor | undefined;
  /** Whether it is part of a test run, in which nothing outside is called. Mocks of its own were taken before. */
  readonly isTest: boolean;
  /** Something secret came in: whatever comes out is secret too. */
  readonly isSecret: boolean;
  /** Something of what comes out is secret: it is written down sealed. */
  readonly isSealed: boolean;
  /** What the job knows to be secret. */
  readonly secrets: JobSecrets;
  /** `rootStarter` of the job. */
  readonly starter: string;
  /** Why it cannot be run at all. */
  readonly refusal: TaskOutcome | undefined;
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

/** One try of a dispatched task, from what is stored to what came of it. */
@Injectable()
export class TaskRunService {
  // eslint-disable-next-line max-params -- executors, job, plan, values, actors, journals: one of each
  constructor(
    @Inject(TASK_EXECUTORS) private readonly executors: readonly TaskExecutor[],
    private readonly jobs: WorkedJobsRepository,
    private readonly plans: PlansService,
    private readonly values: JobValuesService,
    private readonly secrets: JobSecretListsService,
    private readonly actors: TaskActorsService,
    private readonly journals: TaskJournalsService,
  ) {}

  /**
   * Reads what the try needs; nothing outside is touched, so this may be done again.
   * @returns undefined when the job is gone.
   */
  async prepare(iteration: StoredIteration): Promise<PreparedRun | undefined> {
    const job = await this.jobs.find(iteration.jobId);
    if (!job) return undefined;
    const { plan } = await this.plans.get(job.planId);
    const task = plan.tasks[plan.places.get(iteration.task) ?? -1];
    if (!task) throw new Error('the task is not in the plan of its job');
    const held = this.values.decode(iteration.input);
    const [input, acting] = await Promise.all([
      this.values.read(job._id, held),
      this.actors.find(job, plan, task),
    ]);
    const { app, name, location, document } = task;
    const isSecret = Object.values(held).some(({ secret }) => secret === true);
    return {
      call: {
        app,
        name,
        location,
        document,
        input,
        actor: acting.principal,
        users: acting.users,
        jobId: job._id,
        iterationId: iteration._id,
        attempt: iteration.attempt,
      },
      executor: this.executors.find((executor) => executor.handles({ app, name, location })),
      isTest: job.mocks !== null,
      isSecret,
      isSealed: isSecret || task.secretError || task.secretOutputs.size > 0,
      secrets: this.secrets.open(job.secrets),
      starter: job.rootStarter,
      refusal: acting.refusal,
    };
  }

  /** Whether another try does no harm. */
  isIdempotent({ executor, call, isTest }: PreparedRun): boolean {
    if (!executor || (isTest && executor.leavesPlatform)) return true;
    return executor.isIdempotent(call);
  }

  /** Runs it. Whatever goes wrong is an outcome as well. */
  async run(prepared: PreparedRun, signal: AbortSignal): Promise<RunOutcome> {
    const { call, executor, isTest } = prepared;
    const known = withoutRunning(prepared);
    if (known || !executor) return known ?? { outcome: unknownTask(call), mocked: false };
    try {
      return {
        outcome: await this.journals.run(executor, { ...call, signal }, prepared),
        mocked: false,
      };
    } catch (error) {
      // An absent document is the one thing of the platform that a test run may do without.
      if (isTest && isAbsence(error)) return MOCKED;
      this.journals.tellOf(error, call);
      return { outcome: thrownError(error), mocked: false };
    }
  }
}

/** What is settled before anything runs. */
function withoutRunning({ call, executor, isTest, refusal }: PreparedRun): RunOutcome | undefined {
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
