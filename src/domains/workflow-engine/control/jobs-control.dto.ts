import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';
import { JobShape } from '../answer/job.dto.js';
import { FINISH_STATES, type FinishState } from '../../../cores/engine/finish-state.js';
import { JOB_STATUSES, type JobStatus } from '../../../cores/engine/job-state.js';
import { JobConditionsShape } from '../listing/listed-jobs.dto.js';
import {
  BULK_ACTIONS,
  type BulkAction,
  ITEM_OUTCOMES,
  type ItemOutcomeKind,
} from './bulk-action.js';

const TASK = { min: 1, max: 512 } as const;

/** How a job begins. */
export class StartJobOptions {
  @Text({ max: 4096, optional: true, note: 'That of the workflow when absent' })
  readonly description?: string;

  @FreeObject({
    optional: true,
    note: 'Variables that it begins with; `_id` and `initiator` are set by the platform',
    example: { device: 'edge-1' },
  })
  readonly variables?: JsonObject;

  @Text({ max: 64, optional: true, note: 'Existing clients send it; it changes nothing' })
  readonly type?: string;

  @ListOf('text', {
    optional: true,
    maxItems: 100,
    itemMax: 512,
    note: 'Ids or names of groups that see and control it, of those who may by automation and workflow',
  })
  readonly groups?: readonly string[];

  @FreeObject({
    optional: true,
    note: 'Makes it a test run, in which nothing outside is called: by id of a task `{finish, output | outputs | error}`, or a list of those for its runs',
    example: { a1b2: { finish: 'success', output: { status: 'up' } } },
  })
  readonly mocks?: JsonObject;

  @Flag({
    optional: true,
    note: 'Refuse variables that the input schema of the workflow does not admit',
  })
  readonly validateInput?: boolean;
}

/** A job to start. */
export class StartJobRequest {
  @Text({ min: 1, max: 1024, note: 'Name or id of the workflow', example: 'Turn up a port' })
  readonly workflow!: string;

  @Nested(() => StartJobOptions, { optional: true })
  readonly options?: StartJobOptions;
}

/** The jobs that are meant. */
export class JobIdsRequest {
  @ListOf('text', { maxItems: 1000, itemMax: 64, example: ['66d02d8221161b4df2717495'] })
  readonly jobIds!: readonly string[];
}

/** What became of one job. */
export class JobOutcomeShape {
  @Text()
  readonly _id!: string;

  @OneOf(ITEM_OUTCOMES, {
    note: 'unchanged: it was so already; refused: its status does not allow it; absent: not found',
  })
  readonly outcome!: ItemOutcomeKind;

  @OneOf(JOB_STATUSES, { nullable: true, note: 'Its status now; null for an absent one' })
  readonly status!: JobStatus | null;

  @Text({ note: 'Why; empty where there is nothing to say' })
  readonly message!: string;
}

/** How many jobs came to what. */
export class OutcomeCounts {
  @Whole({ min: 0 })
  readonly applied!: number;

  @Whole({ min: 0 })
  readonly unchanged!: number;

  @Whole({ min: 0 })
  readonly refused!: number;

  @Whole({ min: 0 })
  readonly absent!: number;
}

/** What became of each job. */
export class JobOutcomesAnswer {
  @Text({ note: 'How many of them it was done with' })
  readonly message!: string;

  @ListOf(() => JobOutcomeShape, { note: 'In the order of the request' })
  readonly data!: readonly JobOutcomeShape[];

  @Nested(() => OutcomeCounts)
  readonly metadata!: OutcomeCounts;
}

/** The task at which a job continues (operation 20). */
export class ContinueJobRequest {
  @Text({ ...TASK, note: 'It must have finished once; its last finish state says how to go on' })
  readonly taskId!: string;
}

/** Answer of operation 20. */
export class ContinueJobAnswer {
  @Nested(() => JobShape)
  readonly job!: JobShape;
}

/** Where a job goes on. */
export class ContinueFromRequest {
  @Text({ ...TASK, note: 'Id of a task that has finished' })
  readonly fromTask!: string;
}

/** Where a job begins anew. */
export class RevertJobRequest {
  @Text({ ...TASK, optional: true, note: 'Existing clients name the task that failed' })
  readonly fromTask?: string;

  @Text({ ...TASK, note: 'It and everything after it is done again' })
  readonly toTask!: string;
}

/** Which task of a job runs again. */
export class RetryJobRequest {
  @Text({
    ...TASK,
    optional: true,
    note: 'When absent, all tasks that ended in error which no edge took up',
  })
  readonly task?: string;
}

/** A task that is taken as finished. */
export class SkipTaskRequest {
  @Text(TASK)
  readonly task!: string;

  @OneOf(FINISH_STATES, {
    optional: true,
    note: 'The edges that are followed; success when absent',
  })
  readonly finishState?: FinishState;
}

/** Something to do with all jobs that match. */
export class BulkJobsRequest {
  @OneOf(BULK_ACTIONS)
  readonly action!: BulkAction;

  @Nested(() => JobConditionsShape, { note: 'Only jobs that the caller may control are counted' })
  readonly query!: JobConditionsShape;

  @Text({
    ...TASK,
    optional: true,
    note: 'Of continue, revert, retry and skip; `standsAt` of the query when absent',
  })
  readonly task?: string;

  @OneOf(FINISH_STATES, { optional: true, note: 'Of skip; success when absent' })
  readonly finishState?: FinishState;

  @Flag({ optional: true, note: 'Only count' })
  readonly dryRun?: boolean;

  @Whole({ min: 1, max: 10_000, optional: true, note: 'Jobs of this call; 1,000 when absent' })
  readonly limit?: number;

  @Text({ max: 64, optional: true, note: 'Goes on where the same call has ended' })
  readonly cursor?: string;
}

/** A job with which it did not work. */
export class BulkFailureShape {
  @Text()
  readonly _id!: string;

  @Text({ note: 'Name of the workflow' })
  readonly name!: string;

  @Text({ example: 'wrong-state' })
  readonly code!: string;

  @Text()
  readonly message!: string;
}

/** What became of the jobs that matched. */
export class BulkOutcomeShape {
  @OneOf(BULK_ACTIONS)
  readonly action!: BulkAction;

  @Flag()
  readonly dryRun!: boolean;

  @Whole({ min: 0, note: 'Jobs that matched when the call began' })
  readonly matched!: number;

  @Whole({ min: 0 })
  readonly processed!: number;

  @Nested(() => OutcomeCounts)
  readonly outcomes!: OutcomeCounts;

  @ListOf(() => BulkFailureShape, { note: 'The first 20' })
  readonly failures!: readonly BulkFailureShape[];

  @Text({ nullable: true, note: 'Where to go on; null when all that matched were processed' })
  readonly nextCursor!: string | null;
}

/** Answer of a bulk action. */
export class BulkJobsAnswer {
  @Text()
  readonly message!: string;

  @Nested(() => BulkOutcomeShape)
  readonly data!: BulkOutcomeShape;

  @FreeObject()
  readonly metadata!: JsonObject;
}
