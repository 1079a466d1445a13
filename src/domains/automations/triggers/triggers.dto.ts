import { Free, FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ListMetadata } from '../../../api/query/list-metadata.dto.js';
import { TRIGGER_TYPES, type TriggerType } from '../shape/trigger-definition.js';

const WORD = { max: 512, optional: true, nullable: true } as const;
const MAYBE = { optional: true, nullable: true } as const;

/** What the list of triggers takes beside what every list does. */
export class TriggerListOptions {
  @Text({ max: 128, optional: true, note: 'Only triggers of the automation with this id' })
  readonly actionId?: string;

  @Flag({ optional: true, note: 'Only triggers that are enabled, or that are not' })
  readonly enabled?: boolean;

  @Instant({
    optional: true,
    note: 'Only schedules of which a run did not start at this time or later',
  })
  readonly missedSince?: string;
}

/** A trigger. What its document holds beside these fields is shown as well, never a secret. */
@OpenShape()
export class ShownTrigger {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @OneOf(TRIGGER_TYPES)
  readonly type!: TriggerType;

  @Flag()
  readonly enabled!: boolean;

  @OneOf(['automations'])
  readonly actionType!: 'automations';

  @Text({ note: 'Id of the automation that it starts' })
  readonly actionId!: string;

  @Text()
  readonly description!: string;

  @Instant({ nullable: true, note: 'null where a package does not say it' })
  readonly created!: string | null;

  @Text({ nullable: true })
  readonly createdBy!: string | null;

  @Instant({ nullable: true })
  readonly lastUpdated!: string | null;

  @Text({ nullable: true, note: 'In whose name it runs' })
  readonly lastUpdatedBy!: string | null;

  @Whole({
    ...MAYBE,
    min: 0,
    note: 'When a schedule comes round next, in milliseconds since 1970; null for never',
  })
  readonly nextRunAt?: number | null;

  @Whole({
    ...MAYBE,
    min: 0,
    note: 'The last run of a schedule that did not start (missed, skipped or refused: its runs say why), in milliseconds since 1970; null for none',
  })
  readonly lastMissedAt?: number | null;

  @OneOf(['token', 'hmac'], {
    ...MAYBE,
    note: 'Of an endpoint trigger: the kind of the credential that it has; null for none',
  })
  readonly credential?: 'token' | 'hmac' | null;
}

/** A part of the triggers whose automations the caller may see. */
export class ListTriggersAnswer {
  @Text()
  readonly message!: string;

  @ListOf(() => ShownTrigger)
  readonly data!: readonly ShownTrigger[];

  @Nested(() => ListMetadata)
  readonly metadata!: ListMetadata;
}

/** One trigger. */
export class TriggerAnswer {
  @Text({ note: 'Also says what the trigger refers to and what is not here' })
  readonly message!: string;

  @Nested(() => ShownTrigger)
  readonly data!: ShownTrigger;

  @FreeObject()
  readonly metadata!: JsonObject;
}

/** When a schedule comes round. */
export class NextRunsAnswer {
  @Text()
  readonly message!: string;

  @ListOf('whole', {
    note: 'Milliseconds since 1970, the next one first; none for what is switched off or no schedule',
  })
  readonly data!: readonly number[];

  @FreeObject()
  readonly metadata!: JsonObject;
}

/** Triggers to import. */
export class ImportTriggersRequest {
  @ListOf('object', {
    maxItems: 1000,
    note: 'Triggers as they are exported, with their `actionId`',
  })
  readonly triggers!: readonly JsonObject[];
}

/** What became of one trigger of an import. */
export class ImportedTrigger {
  @Flag()
  readonly success!: boolean;

  @Text({ note: 'Why it was not imported, or what it refers to that is not here' })
  readonly message!: string;

  @Nested(() => ShownTrigger, { nullable: true, note: 'null where it was not imported' })
  readonly data!: ShownTrigger | null;
}

/** What became of an import of triggers. */
export class ImportTriggersAnswer {
  @Text()
  readonly message!: string;

  @ListOf(() => ImportedTrigger, { note: 'In the order of the request' })
  readonly data!: readonly ImportedTrigger[];

  @FreeObject()
  readonly metadata!: JsonObject;
}

/** What a trigger may say beside its name, its type and what it starts. */
@OpenShape()
class TriggerMembers {
  @Flag(MAYBE)
  readonly enabled?: boolean | null;

  @Text({ max: 65_536, optional: true, nullable: true })
  readonly description?: string | null;

  @OneOf(['automations'], MAYBE)
  readonly actionType?: 'automations' | null;

  @Text({ ...WORD, note: 'Of a manual trigger: its form, by id or name' })
  readonly formId?: string | null;

  @FreeObject({ ...MAYBE, note: 'Of manual and schedule triggers: values of the form' })
  readonly formData?: JsonObject | null;

  @Text({ ...WORD, note: 'Of manual and schedule triggers' })
  readonly formSchemaHash?: string | null;

  @Flag({ ...MAYBE, note: 'Whether values are passed in `formData`' })
  readonly legacyWrapper?: boolean | null;

  @Free({ optional: true, note: 'Of an endpoint trigger: POST, mostly' })
  readonly verb?: unknown;

  @Free({ optional: true, note: 'Of an endpoint trigger: the last segment of its path' })
  readonly routeName?: unknown;

  @Free({ optional: true, note: 'Of endpoint and event triggers: a JSON Schema of the payload' })
  readonly schema?: unknown;

  @Free({
    optional: true,
    note: 'Of endpoint and event triggers: the transformation of the payload, by id or name',
  })
  readonly jst?: unknown;

  @Free({ optional: true, note: 'Of an event trigger' })
  readonly source?: unknown;

  @Free({ optional: true, note: 'Of an event trigger' })
  readonly topic?: unknown;

  @Free({
    optional: true,
    note: 'Of a schedule: when it runs first, in milliseconds since 1970 or as ISO 8601 text',
  })
  readonly firstRunAt?: unknown;

  @Free({ optional: true, note: 'Of a schedule: cron expression of five or six fields' })
  readonly cron?: unknown;

  @Free({
    optional: true,
    note: 'Of a schedule: time zone of the cron expression; UTC when absent',
  })
  readonly timeZone?: unknown;

  @Free({ optional: true, note: 'Of a schedule: milliseconds from run to run' })
  readonly repeatInterval?: unknown;

  @Free({ optional: true, note: 'Of a schedule: minute, hour, day, week, month or year' })
  readonly repeatUnit?: unknown;

  @Free({ optional: true, note: 'Of a schedule: every so many units' })
  readonly repeatFrequency?: unknown;

  @Free({ optional: true, note: 'Of a schedule: skip or once; none and last mean the same' })
  readonly processMissedRuns?: unknown;

  @Free({ optional: true, note: 'Of a schedule: allow or forbid' })
  readonly concurrency?: unknown;
}

/** A trigger to create; unknown members are kept. */
@OpenShape()
export class CreateTriggerRequest extends TriggerMembers {
  @Text({ min: 1, max: 512 })
  readonly name!: string;

  @OneOf(TRIGGER_TYPES)
  readonly type!: TriggerType;

  @Text({ min: 1, max: 512, note: 'Id or name of the automation that it starts' })
  readonly actionId!: string;
}

/** Members of a trigger to change; others stay, and unknown ones are kept. */
@OpenShape()
export class UpdateTriggerRequest extends TriggerMembers {
  @Text({ min: 1, max: 512, optional: true })
  readonly name?: string;

  @OneOf(TRIGGER_TYPES, { optional: true, note: 'Cannot be changed' })
  readonly type?: TriggerType;

  @Text({ max: 512, optional: true, note: 'Cannot be changed' })
  readonly actionId?: string;
}
