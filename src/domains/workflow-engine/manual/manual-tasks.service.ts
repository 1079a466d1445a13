import { Injectable } from '@nestjs/common';
import { conflict } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { auditedState, auditedTask } from './audited-task.js';
import { type ManualTaskList } from './manual-task-list.js';
import { ManualTasksRepository } from './manual-tasks.repository.js';
import { assertMayWork, isAdmin } from './task-access.js';
import { type JobOfTask, type StoredManualTask } from './stored-manual-task.js';

/** A task, and what is shown of its job. */
export interface TaskWithJob {
  readonly task: StoredManualTask;
  /** Undefined for a job that retention took. */
  readonly job: JobOfTask | undefined;
  /** Whether its time has passed. */
  readonly overdue: boolean;
}

/** The queue of tasks that people work: what is in it, and who has what. */
@Injectable()
export class ManualTasksService {
  constructor(
    private readonly tasks: ManualTasksRepository,
    private readonly clock: Clock,
  ) {}

  /** The open tasks that the caller may work. */
  async list(query: ManualTaskList, principal: Principal): Promise<Page<TaskWithJob>> {
    const { items, total } = await this.tasks.list(query, principal, this.clock.now());
    return { items: await this.withJobs(items), total };
  }

  /**
   * A task that the caller may work, be it over.
   * @throws AppError `not-found`
   */
  async get(id: string, principal: Principal): Promise<StoredManualTask> {
    const task = await this.tasks.find(id);
    assertMayWork(principal, task, id);
    return task;
  }

  /** A task with what is shown of its job. */
  async withJob(task: StoredManualTask): Promise<TaskWithJob> {
    const [found] = await this.withJobs([task]);
    return found ?? { task, job: undefined, overdue: false };
  }

  /**
   * Makes an open task the caller's; of two at once, one gets it. Whoever has it already keeps it.
   * @throws AppError `not-found`; `conflict` when it is somebody else's (`claimed`), or over (`task-over`).
   */
  async claim(id: string, principal: Principal): Promise<StoredManualTask> {
    const before = await this.openTask(id, principal);
    if (before.manual.owner?.id === principal.id) return before;
    const owner = { id: principal.id, username: principal.username };
    const after = await this.tasks.claim(id, owner, this.clock.now());
    if (!after) throw await this.lostTo(id, principal);
    return noted(before, after);
  }

  /**
   * Puts a task back: one's own, or as an administrator anybody's.
   * @throws AppError `not-found`; `conflict` when nobody has it (`not-claimed`), or somebody else (`claimed`),
   *   or it is over (`task-over`).
   */
  async release(id: string, principal: Principal): Promise<StoredManualTask> {
    const before = await this.openTask(id, principal);
    const { owner } = before.manual;
    if (owner === null) throw conflict('Nobody has claimed the task', 'not-claimed');
    if (owner.id !== principal.id && !isAdmin(principal)) throw claimedBy(owner.username);
    const after = await this.tasks.release(id, owner.id);
    if (!after) throw await this.lostTo(id, principal);
    return noted(before, after);
  }

  /**
   * An open task that the caller may work.
   * @throws AppError `not-found`; `conflict` for one that is over (`task-over`).
   */
  async openTask(id: string, principal: Principal): Promise<StoredManualTask> {
    const task = await this.get(id, principal);
    if (task.status !== 'running') throw taskOver();
    return task;
  }

  /** Why a change found nothing to change. */
  async lostTo(id: string, principal: Principal): Promise<Error> {
    const { manual } = await this.openTask(id, principal);
    return manual.owner
      ? claimedBy(manual.owner.username)
      : conflict('Somebody has changed the task meanwhile', 'changed-meanwhile');
  }

  private async withJobs(tasks: readonly StoredManualTask[]): Promise<readonly TaskWithJob[]> {
    if (tasks.length === 0) return [];
    const jobs = await this.tasks.jobsOf(tasks.map(({ jobId }) => jobId));
    const now = this.clock.now();
    return tasks.map((task) => {
      const { dueAt } = task.manual;
      const overdue = task.status === 'running' && dueAt !== null && dueAt <= now;
      return { task, job: jobs.get(task.jobId), overdue };
    });
  }
}

/** The task is done, canceled or reverted. */
export function taskOver(): Error {
  return conflict('The task is over', 'task-over');
}

/** Somebody else has the task. */
export function claimedBy(username: string): Error {
  return conflict(`The task is claimed by '${username}'`, 'claimed');
}

/** Notes a change of a task for the audit trail. */
export function noted(before: StoredManualTask, after: StoredManualTask): StoredManualTask {
  noteChange({
    object: auditedTask(after),
    before: auditedState(before),
    after: auditedState(after),
  });
  return after;
}
