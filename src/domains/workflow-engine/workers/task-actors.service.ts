import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../kernel/principal.js';
import { AccountPrincipalsService } from '../../user-management/identities/account-principals.service.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { type Plan, type PlannedTask } from '../../../cores/engine/plan.js';
import { IterationsRepository } from '../store/iterations.repository.js';
import { type ManualFinisher } from '../store/stored-iteration.js';
import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { taskError } from './task-errors.js';
import { operationOfTask } from './task-operations.js';
import { lackOf, type TaskUsers } from './task-rights.js';
import { type WorkerJob } from './worker-jobs.repository.js';

/** In whose name a task runs, or why it cannot. */
export interface FoundActor {
  /** Null for the platform itself. */
  readonly principal: Principal | null;
  readonly users: TaskUsers;
  readonly refusal?: TaskOutcome;
}

const GONE = taskError('The account in whose name the task runs is gone or inactive', 'actor-gone');
const OTHER_GONE = taskError(
  'An account that answers for the job is gone or inactive: it wrote the workflow, one above it or the trigger last, or mended the job. Save what it wrote in the name of somebody who may do what the task does',
  'answerable-gone',
);

/** Finds in whose name tasks run: as accounts are now, not as they were when the job began. */
@Injectable()
export class TaskActorsService {
  constructor(
    private readonly accounts: AccountPrincipalsService,
    private readonly iterations: IterationsRepository,
  ) {}

  async find(job: WorkerJob, plan: Plan, task: PlannedTask): Promise<FoundActor> {
    const account = await this.accountOf(job, plan, task);
    const found = account ? await this.accounts.find(account.id, account.limits) : undefined;
    if (found === null) return { principal: null, users: NOBODY, refusal: GONE };
    const actor = found ?? null;
    const principal = task.actor === 'system' ? null : actor;
    const others = takesRights(task) ? await this.othersOf(job) : [];
    if (!others) return { principal, users: NOBODY, refusal: OTHER_GONE };
    return judged(task, { principal, users: { actor, others, ...limitsOf(account) } });
  }

  /**
   * Whoever worked a manual task, or else started the job, as the credentials were held that they used. Where
   * the platform acts, whoever started the job answers for it.
   */
  private async accountOf(
    job: WorkerJob,
    plan: Plan,
    { actor }: PlannedTask,
  ): Promise<ResponsibleAccount | undefined> {
    const isNamed = actor !== 'system' && actor !== 'job';
    const worker = isNamed ? await this.workerOf(job, plan, actor) : undefined;
    const { startedBy, startedWith } = job;
    return worker ?? (startedBy ? { id: startedBy.id, limits: startedWith } : undefined);
  }

  /** Undefined when one of them is gone. */
  private async othersOf({
    answerable = [],
  }: WorkerJob): Promise<readonly Principal[] | undefined> {
    const found = await Promise.all(
      answerable.map(({ id, limits }) => this.accounts.find(id, limits)),
    );
    const present = found.filter((principal) => principal !== null);
    return present.length === found.length ? present : undefined;
  }

  private async workerOf(
    { _id }: WorkerJob,
    { tasks }: Plan,
    place: number,
  ): Promise<ManualFinisher | undefined> {
    const task = tasks[place];
    return task && this.iterations.workerOf(_id, task.id);
  }
}

function limitsOf(account: ResponsibleAccount | undefined): Pick<TaskUsers, 'limits'> {
  return account ? { limits: account.limits } : {};
}

const NOBODY: TaskUsers = { actor: null, others: [] };

/** What is calculated here, or asks a URL that everybody may ask, takes nobody's rights. */
function takesRights(task: PlannedTask): boolean {
  return task.location === 'Adapter' || operationOfTask(task) !== undefined;
}

function judged(task: PlannedTask, found: FoundActor): FoundActor {
  const operation = operationOfTask(task);
  const lack = operation && lackOf(found.users, operation);
  return lack === undefined ? found : { ...found, refusal: taskError(lack, 'task-not-admitted') };
}
