import { Injectable } from '@nestjs/common';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { type ValueRefs } from '../../../cores/engine/value-ref.js';
import { isUnreadable } from '../../../platform/secrets/secret-box.js';
import { PlansService } from '../store/plans.service.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { JobSecretListsService } from '../store/values/job-secret-lists.service.js';
import { type JobSecrets } from '../store/values/job-secrets.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { TaskActorsService } from './task-actors.service.js';
import { thrownError } from './task-errors.js';
import { type TaskCall } from './task-executor.js';
import { WorkerJobsRepository } from './worker-jobs.repository.js';

/** An iteration with everything that its try needs. */
export interface PreparedRun {
  readonly call: Omit<TaskCall, 'signal'>;
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

/** What goes in, or that no key opens it. */
interface FoundInput {
  readonly input: TaskCall['input'];
  readonly unreadable?: TaskOutcome;
}

/** Reads what a try of a dispatched task needs. */
@Injectable()
export class TaskPreparationService {
  constructor(
    private readonly jobs: WorkerJobsRepository,
    private readonly plans: PlansService,
    private readonly values: JobValuesService,
    private readonly secrets: JobSecretListsService,
    private readonly actors: TaskActorsService,
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
    const [{ input, unreadable }, acting] = await Promise.all([
      this.inputOf(job._id, held),
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
      isTest: job.mocks !== null,
      isSecret,
      isSealed: isSecret || task.secretError || task.secretOutputs.size > 0,
      secrets: this.secrets.open(job.secrets),
      starter: job.rootStarter,
      refusal: unreadable ?? acting.refusal,
    };
  }

  /** A task is never given what stands for a secret: a device would take it for the password. */
  private async inputOf(jobId: string, held: ValueRefs): Promise<FoundInput> {
    try {
      return { input: await this.values.read(jobId, held) };
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return { input: {}, unreadable: thrownError(error) };
    }
  }
}
