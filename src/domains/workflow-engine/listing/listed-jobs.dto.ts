import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { SearchAnswer } from '../../../api/lists/search.dto.js';
import { ListMetadata } from '../../../api/query/list-metadata.dto.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { JobErrorShape, JobShape } from '../answer/job.dto.js';
import { JobMetricsShape, JobTaskVariables } from '../answer/job-task.dto.js';
import { JOB_STATUSES, type JobStatus } from '../../../cores/engine/job-state.js';
import { type IterationStatus } from '../store/stored-iteration.js';

const WORD = { min: 1, max: 512, optional: true } as const;
const SHOWN = { optional: true } as const;
const SHOWN_OR_NULL = { optional: true, nullable: true } as const;
const ITERATION_STATUSES = ['running', 'complete', 'error', 'canceled'] as const;
const SIDES = ['outgoing', 'incoming'] as const;
const KINDS = ['inline', 'wait', 'dispatched', 'manual'] as const;

/** Which jobs are meant; all conditions count. */
export class JobConditionsShape {
  @ListOf('text', {
    optional: true,
    maxItems: 20,
    itemMax: 32,
    note: `Any of ${JOB_STATUSES.join(', ')}`,
    example: ['error'],
  })
  readonly status?: readonly string[];

  @Text({ ...WORD, note: 'Name or id of the workflow', example: 'Turn up a port' })
  readonly workflow?: string;

  @Instant({ ...SHOWN, note: 'Started at this time or later' })
  readonly startedAfter?: string;

  @Instant({ ...SHOWN, note: 'Started before this time' })
  readonly startedBefore?: string;

  @Text({
    ...WORD,
    note: 'Id of a task at which they stand: it runs, waits, or ended so that no edge leads on',
  })
  readonly standsAt?: string;

  @Text({ ...WORD, note: 'Id of the job that started them' })
  readonly parent?: string;

  @Text({ ...WORD, note: 'Name of the account that started them' })
  readonly startedBy?: string;
}

/** What the list of jobs takes beside what every list does. */
export class JobListOptions extends JobConditionsShape {
  @Text({ max: 64, optional: true, note: 'Goes on after the page that gave it' })
  readonly cursor?: string;
}

/** The job and task that started a job. */
export class JobParentShape {
  @Text({ note: 'Id of the job' })
  readonly job!: string;

  @Text({ note: 'Id of its task' })
  readonly task!: string;

  @Whole({ min: 0, note: 'Place in the loop, from 0' })
  readonly index!: number;
}

/** A task at which a job stands. */
export class StandingAtShape {
  @Text({ note: 'Id of the task' })
  readonly task!: string;

  @Text()
  readonly name!: string;

  @Text({ note: 'What the workflow calls the task; empty where it says nothing' })
  readonly summary!: string;

  @OneOf(['running', 'waiting', 'error'])
  readonly phase!: 'running' | 'waiting' | 'error';
}

/** Times of a job that is one of many. */
export class ListedJobMetrics {
  @Text({ note: 'Who started it; `platform` for the platform itself' })
  readonly user!: string;

  @Whole({ min: 0, note: 'Milliseconds since 1970' })
  readonly start_time!: number;

  @Whole({ min: 0, nullable: true })
  readonly end_time!: number | null;

  @Whole({ min: 0, nullable: true, note: 'Milliseconds' })
  readonly run_time!: number | null;
}

/** A job as one of many: what it is, how it is, and where it stands. */
export class ListedJobShape {
  @Text()
  readonly _id!: string;

  @Text({ note: 'Name of the workflow' })
  readonly name!: string;

  @Text(SHOWN)
  readonly description?: string;

  @OneOf(JOB_STATUSES, SHOWN)
  readonly status?: JobStatus;

  @Text({ ...SHOWN_OR_NULL, note: 'Id of the workflow' })
  readonly workflowId?: string | null;

  @Nested(() => JobParentShape, { ...SHOWN_OR_NULL, note: 'null for one that nobody else started' })
  readonly parent?: JobParentShape | null;

  @ListOf('text', { ...SHOWN, note: 'Ids from the job at the top down to this one' })
  readonly ancestors?: readonly string[];

  @ListOf('text', SHOWN)
  readonly watchers?: readonly string[];

  @ListOf(() => StandingAtShape, { ...SHOWN, note: 'At most 20' })
  readonly standsAt?: readonly StandingAtShape[];

  @ListOf(() => JobErrorShape, { ...SHOWN, note: 'Of a job in error' })
  readonly error?: readonly JobErrorShape[];

  @Nested(() => ListedJobMetrics, SHOWN)
  readonly metrics?: ListedJobMetrics;

  @Text({ ...SHOWN_OR_NULL, note: 'Automation that started it' })
  readonly automationId?: string | null;

  @Text({ ...SHOWN_OR_NULL, note: 'Trigger that started it' })
  readonly triggerId?: string | null;

  @Flag({ ...SHOWN, note: 'A test run: mocks answer instead of what is outside' })
  readonly test?: boolean;

  @Instant(SHOWN)
  readonly last_updated?: string;
}

/** What the list of jobs says of itself. */
export class JobListMetadata extends ListMetadata {
  @Text({ nullable: true, note: '`cursor` of the next page; null on the last one' })
  readonly nextCursor!: string | null;
}

/** A part of the jobs that the caller may see. */
export class ListJobsAnswer {
  @Text()
  readonly message!: string;

  @ListOf(() => ListedJobShape)
  readonly data!: readonly ListedJobShape[];

  @Nested(() => JobListMetadata)
  readonly metadata!: JobListMetadata;
}

/** Jobs that a search found. */
export class SearchJobsAnswer extends SearchAnswer {
  @ListOf(() => ListedJobShape)
  readonly results!: readonly ListedJobShape[];
}

/** Variables that a job has put out, by name; secret values are `<SECRET>`. */
@OpenShape()
export class JobOutputAnswer {}

/** One job. */
export class JobAnswer {
  @Text()
  readonly message!: string;

  @Nested(() => JobShape)
  readonly data!: JobShape;

  @FreeObject()
  readonly metadata!: JsonObject;
}

/** What answers about a job take. */
export class JobOptions {
  @Whole({
    min: 0,
    optional: true,
    note: 'Values longer than this and than 64 KiB are named by their length; all that one answer has room for when absent',
  })
  readonly valueBytes?: number;
}

/** What the answer of one job takes. */
export class GetJobOptions extends JobOptions {
  @Text({
    max: 4096,
    optional: true,
    note: 'Only these members of the job beside its id and name, separated by commas; all when absent',
  })
  readonly include?: string;
}

/** Which value of a job is meant, and which part of it. */
export class JobValueOptions {
  @Text({ min: 1, max: 512, note: 'Name of the value', example: 'result' })
  readonly name!: string;

  @Text({ ...WORD, note: 'Id of a task; without one, a variable of the job is meant' })
  readonly task?: string;

  @OneOf(SIDES, { optional: true, note: 'What the task put out, or what it was given' })
  readonly side?: (typeof SIDES)[number];

  @Whole({ min: 1, optional: true, note: 'Run of the task; the last one when absent' })
  readonly run?: number;

  @Whole({
    min: 0,
    optional: true,
    note: 'So many characters (UTF-16 code units) are left out before',
  })
  readonly offset?: number;

  @Whole({
    min: 1,
    optional: true,
    note: 'So many characters at most; all that are left when absent',
  })
  readonly limit?: number;
}

/** Options of the list of runs of a job's tasks alone. */
export class IterationListOptions extends JobOptions {
  @Text({ max: 512, optional: true, note: 'Only runs of the task with this id' })
  readonly task?: string;
}

/** The job to which a run belongs. */
export class IterationJobShape {
  @Text()
  readonly _id!: string;

  @Text({ note: 'Name of the workflow' })
  readonly name!: string;

  @Text()
  readonly description!: string;

  @Text({ note: 'Id of the task' })
  readonly task!: string;

  @Whole({ min: 0, nullable: true, note: 'Place in the innermost loop; null outside of loops' })
  readonly index!: number | null;
}

/** One run of a task. */
export class IterationShape {
  @Text()
  readonly _id!: string;

  @Text({ example: 'stringConcat' })
  readonly name!: string;

  @Text({ example: 'WorkFlowEngine' })
  readonly app!: string;

  @OneOf(KINDS, {
    note: 'Who works it: the step itself, the engine by waiting, a worker, a person',
  })
  readonly kind!: (typeof KINDS)[number];

  @OneOf(ITERATION_STATUSES)
  readonly status!: IterationStatus;

  @Nested(() => IterationJobShape)
  readonly job!: IterationJobShape;

  @Whole({ min: 1, note: '1 for the first run of the task in this job' })
  readonly iteration!: number;

  @Whole({ min: 0, note: 'Tries that it took' })
  readonly attempt!: number;

  @Flag({ note: 'A mock answered instead of what is outside' })
  readonly mocked!: boolean;

  @Nested(() => JobMetricsShape)
  readonly metrics!: JobMetricsShape;

  @Nested(() => JobTaskVariables)
  readonly variables!: JobTaskVariables;
}

/** Runs of the tasks of a job, the earliest first. */
export class ListIterationsAnswer {
  @Text()
  readonly message!: string;

  @ListOf(() => IterationShape)
  readonly data!: readonly IterationShape[];

  @Nested(() => ListMetadata)
  readonly metadata!: ListMetadata;
}
