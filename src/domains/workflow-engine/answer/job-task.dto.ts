import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Decimal, Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';
import { TASK_STATUSES, type TaskStatus } from './progress.js';

const UNKNOWN_YET = { min: 0, nullable: true } as const;

/** What ran a task. */
export class JobAppShape {
  @Text({ example: 'WorkFlowEngine' })
  readonly id!: string;

  @Text({ note: 'Empty where it is not known' })
  readonly version!: string;
}

/** Times and outcome: of a task those of its last run, of a job its own. */
export class JobMetricsShape {
  @Text({ note: 'Whoever works it or started it; empty for nobody', example: 'ada' })
  readonly owner!: string;

  @Whole({ ...UNKNOWN_YET, note: 'Milliseconds since 1970', example: 1_733_346_922_873 })
  readonly start_time!: number | null;

  @Whole({ ...UNKNOWN_YET, note: 'Milliseconds since 1970; null until it ends for good' })
  readonly end_time!: number | null;

  @Whole({ ...UNKNOWN_YET, note: 'Milliseconds from start to end', example: 30_130 })
  readonly run_time!: number | null;

  @Whole({ ...UNKNOWN_YET, note: 'When a person claimed it, in milliseconds since 1970' })
  readonly claim_time!: number | null;

  @Text({ nullable: true, note: 'success, failure, error or canceled; null until then' })
  readonly finish_state!: string | null;

  @Text({ note: 'The node that ran it; empty for none' })
  readonly server_id!: string;

  @Nested(() => JobAppShape)
  readonly app!: JobAppShape;
}

/** A mark of a place in a document. */
export class JobDecoratorShape {
  @Text({ example: 'encryption' })
  readonly type!: string;

  @Text({ note: 'JSON pointer', example: '/variables/password' })
  readonly pointer!: string;
}

/** What went in and came out in the last run; before the first one, what the workflow says. */
export class JobTaskVariables {
  @FreeObject({ note: 'Secret values are `<SECRET>`' })
  readonly incoming!: JsonObject;

  @FreeObject({ note: 'Secret values are `<SECRET>`' })
  readonly outgoing!: JsonObject;

  @Text({ note: 'The error in words; else where the workflow puts one; empty for neither' })
  readonly error!: string;

  @ListOf(() => JobDecoratorShape)
  readonly decorators!: readonly JobDecoratorShape[];
}

/** A job that a task has started. */
export class ChildJobShape {
  @Text()
  readonly _id!: string;

  @Text({ note: 'Name of its workflow' })
  readonly name!: string;

  @Whole({ min: 0, note: 'Its place in the loop, from 0' })
  readonly iteration!: number;
}

/** How a task tries again by itself. */
export class JobRetrySettings {
  @ListOf('text', { example: ['error', 'failure'] })
  readonly state!: readonly string[];

  @Flag()
  readonly autoRetry!: boolean;

  @Whole({ min: 0 })
  readonly limit!: number;

  @Whole({ min: 0, note: 'Milliseconds' })
  readonly delay!: number;

  @Whole({ min: 0, note: 'Tries so far' })
  readonly count!: number;
}

/** The tasks that lead to one, by what became of them. The start is not among them. */
export class JobTaskPrevious {
  @ListOf('text', { note: 'Those it still waits for' })
  readonly incomplete!: readonly string[];

  @ListOf('text')
  readonly complete!: readonly string[];

  @ListOf('text')
  readonly error!: readonly string[];
}

/** Where newer canvases draw a task. */
export class JobNodeLocation {
  @Decimal()
  readonly x!: number;

  @Decimal()
  readonly y!: number;
}

/** A task of a job. */
export class JobTaskShape {
  @Text({ example: 'stringConcat' })
  readonly name!: string;

  @Text()
  readonly summary!: string;

  @Text()
  readonly displayName!: string;

  @Text({ example: 'automatic' })
  readonly type!: string;

  @OneOf(TASK_STATUSES)
  readonly status!: TaskStatus;

  @Text()
  readonly description!: string;

  @Text({ example: 'WorkFlowEngine' })
  readonly app!: string;

  @Text({ example: 'concat' })
  readonly canvasName!: string;

  @Text()
  readonly canvasTab!: string;

  @Text({ note: 'Page of a manual task; empty for others' })
  readonly view!: string;

  @Decimal({ note: 'Where it is drawn' })
  readonly x!: number;

  @Decimal()
  readonly y!: number;

  @Whole({ min: 0, note: 'Service level in milliseconds; 0 for none' })
  readonly sla!: number;

  @Flag()
  readonly deprecated!: boolean;

  @Flag()
  readonly scheduled!: boolean;

  @ListOf('text', { note: 'Ids of the groups that the workflow names' })
  readonly groups!: readonly string[];

  @Nested(() => JobMetricsShape)
  readonly metrics!: JobMetricsShape;

  @ListOf('text', {
    note: 'Ids of its runs, the first one first; of more than 1,000 the last ones',
  })
  readonly iterations!: readonly string[];

  @Nested(() => JobTaskVariables)
  readonly variables!: JobTaskVariables;

  @ListOf(() => ChildJobShape)
  readonly childJobs!: readonly ChildJobShape[];

  @Nested(() => JobRetrySettings, { nullable: true })
  readonly retrySettings!: JobRetrySettings | null;

  @Nested(() => JobTaskPrevious)
  readonly previous!: JobTaskPrevious;

  @Nested(() => JobNodeLocation, { nullable: true })
  readonly nodeLocation!: JobNodeLocation | null;

  @Text({ note: '`platform`, `job`, or the manual task whose worker it acts for' })
  readonly actor!: string;

  @Text({ note: 'Application or Adapter; empty for start and end' })
  readonly location!: string;
}
