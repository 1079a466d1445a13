import { Injectable } from '@nestjs/common';
import { invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type Principal } from '../../../kernel/principal.js';
import { ManualTasksRepository } from './manual-tasks.repository.js';
import { claimedBy, ManualTasksService, noted } from './manual-tasks.service.js';
import { isAdmin } from './task-access.js';
import { TaskAssigneesService } from './task-assignees.service.js';
import { TaskEventsService } from './task-events.service.js';
import { type StoredManualTask, type TaskOwner } from './stored-manual-task.js';

/** What is to become of a task; what is undefined stays as it is. */
export interface Assignment {
  /** Id or name of the account that gets it; null for nobody. */
  readonly assignee: string | null | undefined;
  /** When it is due; null for no time. */
  readonly dueAt: Date | null | undefined;
}

/** Hands tasks to others, and says when they are due. */
@Injectable()
export class TaskAssignmentService {
  constructor(
    private readonly manualTasks: ManualTasksService,
    private readonly tasks: ManualTasksRepository,
    private readonly assignees: TaskAssigneesService,
    private readonly taskEvents: TaskEventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Hands on a task that nobody has, one's own, or as an administrator anybody's.
   * @throws AppError `not-found`; `invalid-input` for an account that may not work it; `conflict` as
   *   `ManualTasksService.claim`.
   */
  async assign(id: string, given: Assignment, principal: Principal): Promise<StoredManualTask> {
    const before = await this.manualTasks.openTask(id, principal);
    const { owner } = before.manual;
    if (owner !== null && owner.id !== principal.id && !isAdmin(principal))
      throw claimedBy(owner.username);
    const next = await this.nextOwner(given.assignee, before);
    const now = this.clock.now();
    const change = { ...handOver(next, now), ...dueChange(given.dueAt) };
    const after = await this.tasks.assign(id, owner, change);
    if (!after) throw await this.manualTasks.lostTo(id, principal);
    if (next && next.id !== principal.id)
      await this.taskEvents.assigned(after, { owner: next.username, at: now });
    return noted(before, after);
  }

  private async nextOwner(
    mention: string | null | undefined,
    task: StoredManualTask,
  ): Promise<TaskOwner | null | undefined> {
    if (mention === null || mention === undefined) return mention;
    const found = await this.assignees.find(mention, task);
    if (found) return found;
    throw invalidInput([
      { pointer: '#/assignee', detail: 'must be an account that may work the task' },
    ]);
  }
}

function handOver(
  owner: TaskOwner | null | undefined,
  now: Date,
): { readonly owner?: TaskOwner | null; readonly claimedAt?: Date | null } {
  return owner === undefined ? {} : { owner, claimedAt: owner && now };
}

function dueChange(dueAt: Date | null | undefined): { readonly dueAt?: Date | null } {
  return dueAt === undefined ? {} : { dueAt };
}
