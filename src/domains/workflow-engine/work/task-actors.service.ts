import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../kernel/principal.js';
import { AccountPrincipalsService } from '../../user-management/identities/account-principals.service.js';
import { type TaskOutcome } from '../engine/commands.js';
import { type Plan, type PlannedTask } from '../engine/plan.js';
import { type ManualFinisher } from '../iterations/stored-iteration.js';
import { ClaimsRepository } from './claims.repository.js';
import { taskError } from './task-errors.js';
import { type WorkedJob } from './worked-jobs.repository.js';

/** In whose name a task runs, or why it cannot. */
export interface FoundActor {
  /** Null for the platform itself. */
  readonly principal: Principal | null;
  readonly refusal?: TaskOutcome;
}

const GONE = taskError('The account in whose name the task runs is gone or inactive', 'actor-gone');

/** Finds in whose name tasks run: as accounts are now, not as they were when the job began. */
@Injectable()
export class TaskActors {
  constructor(
    private readonly accounts: AccountPrincipalsService,
    private readonly claims: ClaimsRepository,
  ) {}

  async find(job: WorkedJob, plan: Plan, { actor }: PlannedTask): Promise<FoundActor> {
    if (actor === 'system') return { principal: null };
    const worker = actor === 'job' ? undefined : await this.workerOf(job, plan, actor);
    // Whoever worked a manual task, and who started the job, as the credentials were held that they used.
    if (worker) return this.account(worker.id, worker.limits);
    return job.startedBy ? this.account(job.startedBy.id, job.startedWith) : { principal: null };
  }

  private async workerOf(
    { _id }: WorkedJob,
    { tasks }: Plan,
    place: number,
  ): Promise<ManualFinisher | undefined> {
    const task = tasks[place];
    return task && this.claims.workerOf(_id, task.id);
  }

  private async account(id: string, limits: readonly string[] | null): Promise<FoundActor> {
    const principal = await this.accounts.find(id, limits);
    return principal ? { principal } : { principal: null, refusal: GONE };
  }
}
