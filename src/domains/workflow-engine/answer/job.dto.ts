import { FreeObject, ListOf, MapOf, Nested } from '../../../api/fields/structures.js';
import { Decimal, EpochMs, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';
import { JOB_STATUSES, type JobStatus } from '../../../cores/engine/job-state.js';
import { JobDecoratorShape, JobMetricsShape, JobTaskShape } from './job-task.dto.js';

/** Times of a job, who started it, and how far it is. */
export class JobOwnMetrics extends JobMetricsShape {
  @Text({ note: 'Who started it; `platform` for the platform itself', example: 'ada' })
  readonly user!: string;

  @Decimal({ min: 0, max: 1, note: 'Part of its tasks that have settled; 1 when it is complete' })
  readonly progress!: number;
}

/** Why a job cannot go on. */
export class JobErrorShape {
  @Text({ note: 'Id of the task' })
  readonly task!: string;

  @Text({ example: 'no available transitions found from completed tasks' })
  readonly message!: string;

  @EpochMs()
  readonly timestamp!: number;
}

/** A job: the workflow as it was at the start, and what became of each of its tasks. */
export class JobShape {
  @Text({ example: '66d02d8221161b4df2717495' })
  readonly _id!: string;

  @Text({ note: 'Name of the workflow' })
  readonly name!: string;

  @Text({ note: 'Of the workflow, until a task says it anew' })
  readonly description!: string;

  @OneOf(JOB_STATUSES, { note: '`error` can be mended; complete and canceled are final' })
  readonly status!: JobStatus;

  @MapOf(() => JobTaskShape, { note: 'By id' })
  readonly tasks!: Readonly<Record<string, JobTaskShape>>;

  @MapOf('object', {
    note: 'Edges by the task that they leave and the one that they lead to: `{type, state}`',
  })
  readonly transitions!: Readonly<Record<string, JsonObject>>;

  @FreeObject({ note: 'Variables of the job; secret values are `<SECRET>`' })
  readonly variables!: JsonObject;

  @Decimal()
  readonly font_size!: number;

  @Instant({ note: 'When the workflow was made' })
  readonly created!: string;

  @Text({ note: 'Who made the workflow' })
  readonly created_by!: string;

  @Instant({ note: 'When the job changed last' })
  readonly last_updated!: string;

  @Text({ note: 'Who changed the workflow last' })
  readonly last_updated_by!: string;

  @ListOf('text', { note: 'Ids of the groups that the workflow names' })
  readonly groups!: readonly string[];

  @Text({ example: 'automation' })
  readonly type!: string;

  @ListOf('text', { note: 'Names of the accounts that want to hear of it' })
  readonly watchers!: readonly string[];

  @Nested(() => JobOwnMetrics)
  readonly metrics!: JobOwnMetrics;

  @Text()
  readonly lastUpdatedVersion!: string;

  @Whole()
  readonly canvasVersion!: number;

  @ListOf(() => JobDecoratorShape)
  readonly decorators!: readonly JobDecoratorShape[];

  @ListOf('text', { note: 'Ids from the job at the top down to this one' })
  readonly ancestors!: readonly string[];

  @Whole({ min: 0, note: 'What it would take by hand, in milliseconds' })
  readonly preAutomationTime!: number;

  @Whole({ min: 0, note: 'Service level in milliseconds; 0 for none' })
  readonly sla!: number;

  @ListOf(() => JobErrorShape)
  readonly error!: readonly JobErrorShape[];

  @Text({
    nullable: true,
    note: 'Of a job that another one has started: why it has not begun yet; null once it has',
    example:
      'waits for its turn to begin: 500 jobs of its family are at work, as many as JOBS_RUNNING_PER_FAMILY_MAX allows',
  })
  readonly queued!: string | null;

  @ListOf('text', {
    nullable: true,
    note: 'Of a test run: ids of the tasks that a mock answered; null for a real run',
  })
  readonly mocked!: readonly string[] | null;
}
