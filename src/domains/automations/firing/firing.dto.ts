import { FreeObject, ListOf, MapOf, Nested } from '../../../api/fields/structures.js';
import { Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ListMetadata } from '../../../api/query/list-metadata.dto.js';
import { RUN_OUTCOMES, type RunOutcome } from './trigger-run.js';

/** What a manual trigger is run with. */
export class RunManualTriggerRequest {
  @FreeObject({
    optional: true,
    note: 'Answers to the form of the trigger; they stand over its `formData`',
  })
  readonly formData?: JsonObject;
}

/** When a job that was asked for began and ended, in milliseconds since 1970. */
class RequestedJobMetrics {
  @Text({ note: 'In whose name it runs' })
  readonly user!: string;

  @Whole({ min: 0 })
  readonly start_time!: number;

  @Whole({ min: 0, nullable: true, note: 'null until it ends for good' })
  readonly end_time!: number | null;
}

/** A task of a job that was asked for. */
class RequestedJobTask {
  @Text()
  readonly name!: string;

  @Text({ example: 'complete' })
  readonly status!: string;
}

/** A job that was asked for, as it stands now. */
export class RequestedJobAnswer {
  @Text({ note: 'Id of the job: the same for a request that is sent again' })
  readonly _id!: string;

  @Text({ note: 'Name of the workflow' })
  readonly name!: string;

  @Text()
  readonly workflowId!: string;

  @Text()
  readonly description!: string;

  @Text({ note: 'As of any job; `running` also while it waits for the engine', example: 'running' })
  readonly status!: string;

  @MapOf(() => RequestedJobTask, { note: 'By id; none while it waits for the engine' })
  readonly tasks!: Readonly<Record<string, RequestedJobTask>>;

  @Nested(() => RequestedJobMetrics)
  readonly metrics!: RequestedJobMetrics;

  @Text()
  readonly automationId!: string;

  @Text()
  readonly triggerId!: string;

  @Instant()
  readonly created!: string;

  @Text({ note: 'User name of the account in whose name the job runs' })
  readonly createdBy!: string;
}

/** Answer to running a trigger. */
export class RunTriggerAnswer {
  @Text({ note: 'Says whether the same request had started the job before' })
  readonly message!: string;

  @Nested(() => RequestedJobAnswer)
  readonly data!: RequestedJobAnswer;

  @FreeObject()
  readonly metadata!: JsonObject;
}

/** Options of `GET /operations-manager/triggers/:id/runs` alone. */
export class TriggerRunListOptions {
  @OneOf(RUN_OUTCOMES, { optional: true, note: 'Only runs that came to this' })
  readonly outcome?: RunOutcome;
}

/** Occurrences that nobody carried out in time. */
export class MissedRunsAnswer {
  @Instant()
  readonly first!: string;

  @Instant()
  readonly last!: string;

  @Whole({ min: 1, max: 1000, note: '1000 stands for that many or more' })
  readonly count!: number;
}

/** One occurrence of a trigger, or a stretch of them that was missed. */
export class TriggerRunAnswer {
  @Text()
  readonly _id!: string;

  @Text()
  readonly triggerId!: string;

  @Text()
  readonly automationId!: string;

  @Text({ note: 'What tells occurrences apart: time, event, key, request or signature' })
  readonly occurrence!: string;

  @OneOf(RUN_OUTCOMES)
  readonly outcome!: RunOutcome;

  @Text({ nullable: true, note: 'Why no job was started; null when one was' })
  readonly reason!: string | null;

  @Text({ nullable: true, note: 'The job that was started; null for none' })
  readonly jobId!: string | null;

  @Nested(() => MissedRunsAnswer, { nullable: true, note: 'Of a stretch that was missed' })
  readonly missed!: MissedRunsAnswer | null;

  @Instant()
  readonly at!: string;
}

/** Answer of `GET /operations-manager/triggers/:id/runs`, newest first. */
export class ListTriggerRunsAnswer {
  @Text()
  readonly message!: string;

  @ListOf(() => TriggerRunAnswer)
  readonly data!: readonly TriggerRunAnswer[];

  @Nested(() => ListMetadata)
  readonly metadata!: ListMetadata;
}

/** Which credential an endpoint trigger gets. */
export class IssueTriggerCredentialRequest {
  @OneOf(['token', 'hmac'], {
    note: '`token`: sent in `X-Trigger-Token`; `hmac`: signs time and body for `X-Trigger-Signature`',
  })
  readonly kind!: 'token' | 'hmac';
}

/** The credential of a trigger; the one that it had is worth nothing any more. */
export class IssuedTriggerCredential {
  @Text()
  readonly triggerId!: string;

  @OneOf(['token', 'hmac'])
  readonly kind!: 'token' | 'hmac';

  @Text({ note: 'Answered once' })
  readonly secret!: string;

  @Text({ note: 'The header that carries the credential, and how' })
  readonly usage!: string;

  @Instant()
  readonly created!: string;
}
