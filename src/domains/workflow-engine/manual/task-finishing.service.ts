import { Injectable } from '@nestjs/common';
import { conflict } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { callerLimits } from '../../../platform/auth/caller-limits.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { JobStepsService } from '../runner/job-steps.service.js';
import { auditedState, auditedTask } from './audited-task.js';
import { type Finish, FinishOutcomesService } from './finish-outcomes.service.js';
import { ManualTasksRepository } from './manual-tasks.repository.js';
import { claimedBy, ManualTasksService, taskOver } from './manual-tasks.service.js';
import { type StoredManualTask } from './stored-manual-task.js';

/** Finishes tasks: who, how, with what, and then the job goes on. */
@Injectable()
export class TaskFinishingService {
  constructor(
    private readonly manualTasks: ManualTasksService,
    private readonly tasks: ManualTasksRepository,
    private readonly steps: JobStepsService,
    private readonly outcomes: FinishOutcomesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Finishes a task that nobody else has. Of two at once, one does.
   * @throws AppError `not-found`; `invalid-input` for a state that the task does not offer, outputs that it
   *   does not have and answers that its form refuses; `conflict` when somebody else has it (`claimed`), it is
   *   over (`task-over`), or the job does not go on (the code of its refusal).
   */
  async finish(id: string, given: Finish, principal: Principal): Promise<StoredManualTask> {
    const before = await this.manualTasks.openTask(id, principal);
    const { owner } = before.manual;
    if (owner !== null && owner.id !== principal.id) throw claimedBy(owner.username);
    const outcome = await this.outcomes.outcomeOf(before, given);
    const by = { id: principal.id, username: principal.username, limits: callerLimits() };
    if (!(await this.tasks.finishing(id, by, this.clock.now())))
      throw await this.manualTasks.lostTo(id, principal);
    await this.deliver(before, outcome);
    const after = (await this.tasks.find(id)) ?? before;
    noteChange({
      object: auditedTask(before),
      before: auditedState(before),
      after: { ...auditedState(after), finish: given.finishState },
    });
    return after;
  }

  private async deliver(
    { _id, jobId, task }: StoredManualTask,
    outcome: TaskOutcome,
  ): Promise<void> {
    const event = { kind: 'finished', task, iteration: _id, outcome } as const;
    const stepped = await this.steps.apply(jobId, event);
    if (stepped.kind === 'refused') throw conflict(stepped.message, stepped.code);
    if (stepped.kind !== 'applied') throw taskOver();
  }
}
