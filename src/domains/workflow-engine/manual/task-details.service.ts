import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { JobsRepository } from '../store/jobs.repository.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { PlansService } from '../store/plans.service.js';
import { manualTaskView, type ManualTaskView, viewKind } from './manual-task-view.js';
import { ManualTasksService, type TaskWithJob } from './manual-tasks.service.js';
import { TaskFormsService, type TaskForm } from './task-forms.service.js';
import { type StoredManualTask } from './stored-manual-task.js';

/** A task with everything that somebody needs to work it. */
export interface TaskDetails extends TaskWithJob {
  /** As the workflow says it; undefined for a job that retention took. */
  readonly document: JsonObject | undefined;
  /** What came in, as people may see it. */
  readonly incoming: JsonObject;
  readonly outgoing: JsonObject;
  readonly view: ManualTaskView;
  readonly form: TaskForm | null;
}

/** Tasks as they are shown one by one: secret values are `<SECRET>`. */
@Injectable()
export class TaskDetailsService {
  constructor(
    private readonly manualTasks: ManualTasksService,
    private readonly jobs: JobsRepository,
    private readonly plans: PlansService,
    private readonly values: JobValuesService,
    private readonly forms: TaskFormsService,
  ) {}

  /**
   * A task by its id.
   * @throws AppError `not-found`
   */
  async get(id: string, principal: Principal): Promise<TaskDetails> {
    return this.of(await this.manualTasks.get(id, principal));
  }

  /** Everything about a task that the caller may see. */
  async of(task: StoredManualTask): Promise<TaskDetails> {
    const { jobId, name } = task;
    const secrets = this.values.secretsOf(await this.jobs.find(jobId));
    const [withJob, document, incoming, outgoing] = await Promise.all([
      this.manualTasks.withJob(task),
      this.documentOf(task),
      this.values.shown(jobId, this.values.decode(task.input), secrets),
      task.output === null
        ? {}
        : this.values.shown(jobId, this.values.decode(task.output), secrets),
    ]);
    const form = viewKind(name) === 'form' ? await this.forms.find(name, incoming) : null;
    return { ...withJob, document, incoming, outgoing, view: manualTaskView(name, incoming), form };
  }

  /** The task as the workflow says it; undefined for a job that retention took. */
  async documentOf({ jobId, task }: StoredManualTask): Promise<JsonObject | undefined> {
    const job = await this.jobs.find(jobId);
    if (!job) return undefined;
    const { tasks } = (await this.plans.get(job.planId)).document;
    const found = isJsonObject(tasks) && Object.hasOwn(tasks, task) ? tasks[task] : undefined;
    return isJsonObject(found) ? found : undefined;
  }
}
