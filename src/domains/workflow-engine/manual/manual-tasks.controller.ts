import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { MANUAL_TASK_LIST } from './manual-task-list.js';
import {
  AssignManualTaskRequest,
  FinishManualTaskRequest,
  ListManualTasksAnswer,
  ManualTaskAnswer,
  type ManualTaskListOptions,
  WorkedManualTaskAnswer,
} from './manual-tasks.dto.js';
import { ManualTasksService } from './manual-tasks.service.js';
import { type Assignment, TaskAssignmentService } from './task-assignment.service.js';
import { TaskDetailsService } from './task-details.service.js';
import { TaskFinishingService } from './task-finishing.service.js';
import {
  toManualTaskAnswer,
  toManualTaskList,
  toShownTask,
  toWorkedTask,
} from './to-manual-task-answer.js';
import { type StoredManualTask } from './stored-manual-task.js';

/** Tasks that people work. */
@Controller()
export class ManualTasksController {
  constructor(
    private readonly tasks: ManualTasksService,
    private readonly details: TaskDetailsService,
    private readonly assignment: TaskAssignmentService,
    private readonly finishing: TaskFinishingService,
  ) {}

  @Operation('listManualTasks', ListManualTasksAnswer)
  async listManualTasks(
    @ListOptions(MANUAL_TASK_LIST) list: ListRequest<ManualTaskListOptions>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListManualTasksAnswer> {
    const page = await pageOf(list, (part) => this.tasks.list(part, principal), toShownTask);
    return toManualTaskList(list, page);
  }

  @Operation('getManualTask', ManualTaskAnswer)
  async getManualTask(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ManualTaskAnswer> {
    return toManualTaskAnswer(await this.details.get(id, principal));
  }

  @Operation('claimManualTask', WorkedManualTaskAnswer)
  async claimManualTask(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<WorkedManualTaskAnswer> {
    return this.answered('claimed', await this.tasks.claim(id, principal));
  }

  @Operation('releaseManualTask', WorkedManualTaskAnswer)
  async releaseManualTask(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<WorkedManualTaskAnswer> {
    return this.answered('released', await this.tasks.release(id, principal));
  }

  @Operation('assignManualTask', WorkedManualTaskAnswer)
  async assignManualTask(
    @Param('id') id: string,
    @Body() body: AssignManualTaskRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<WorkedManualTaskAnswer> {
    const assignment = toAssignment(body);
    return this.answered('assigned', await this.assignment.assign(id, assignment, principal));
  }

  @Operation('finishManualTask', WorkedManualTaskAnswer)
  async finishManualTask(
    @Param('id') id: string,
    @Body() { finish_state: finishState, variables = {}, message }: FinishManualTaskRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<WorkedManualTaskAnswer> {
    const finish = { finishState, variables, message };
    return this.answered('finished', await this.finishing.finish(id, finish, principal));
  }

  private async answered(done: string, task: StoredManualTask): Promise<WorkedManualTaskAnswer> {
    return toWorkedTask(done, await this.tasks.withJob(task));
  }
}

/** @throws AppError `invalid-input` when nothing is to change. */
function toAssignment({ assignee, due_time: due }: AssignManualTaskRequest): Assignment {
  if (assignee === undefined && due === undefined)
    throw invalidInput([{ pointer: '#', detail: 'needs assignee or due_time' }]);
  return { assignee, dueAt: typeof due === 'number' ? new Date(due) : due };
}
