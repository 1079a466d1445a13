import { Flag, Text, Whole } from '../../../api/fields/values.js';
import { ListOf, Nested } from '../../../api/fields/structures.js';
import { StampedAnswer } from '../../../api/answers/stamped.dto.js';

const NAMES = { maxItems: 100, itemMax: 512 } as const;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;
const DAY_MINUTES = 1440;

/** Which events are told; what is absent does not count. */
export class RuleFilter {
  @Text({ min: 1, max: 128, optional: true, note: 'Source of the events, exactly' })
  readonly source?: string;

  @Text({ min: 1, max: 128, optional: true, note: 'Topic of the events, exactly' })
  readonly topic?: string;
}

/** When nothing is sent; it comes when the quiet time ends. */
export class QuietFields {
  @Text({ pattern: TIME_OF_DAY, note: 'By the clock on a wall: 22:00' })
  readonly from!: string;

  @Text({ pattern: TIME_OF_DAY, note: 'On the next day where it is not after `from`: 06:00' })
  readonly to!: string;

  @Text({ min: 1, max: 64, note: 'Name of the time zone: Europe/Berlin' })
  readonly timeZone!: string;

  @ListOf('text', {
    maxItems: 7,
    optional: true,
    note: 'Days on which it begins: mon, tue, wed, thu, fri, sat, sun; each without',
  })
  readonly days?: string[];
}

/** A quiet time, as it is shown. */
export class QuietShown {
  @Text()
  readonly from!: string;

  @Text()
  readonly to!: string;

  @Text()
  readonly timeZone!: string;

  @ListOf('text', { nullable: true, note: 'Null for each day' })
  readonly days!: readonly string[] | null;
}

/** What a rule is, to create one or in the place of one. */
export class RuleRequest {
  @Text({ min: 1, max: 128, pattern: /\S/ })
  readonly name!: string;

  @Text({ max: 1024, optional: true })
  readonly description?: string;

  @Flag({ optional: true, note: 'True when absent' })
  readonly enabled?: boolean;

  @ListOf(() => RuleFilter, { maxItems: 50, note: 'An event that one of them describes is told' })
  readonly filters!: RuleFilter[];

  @ListOf('text', { ...NAMES, optional: true, note: 'Only events of these workflows (id or name)' })
  readonly workflows?: string[];

  @ListOf('text', { ...NAMES, optional: true, note: 'Only events of these devices (id or name)' })
  readonly devices?: string[];

  @ListOf('text', {
    ...NAMES,
    optional: true,
    note: 'Only events of the devices in these groups of devices (id or name), or of `devices`',
  })
  readonly deviceGroups?: string[];

  @ListOf('text', {
    ...NAMES,
    optional: true,
    note: 'Only events of tasks that these groups of accounts may work (id or name)',
  })
  readonly groups?: string[];

  @ListOf('text', { maxItems: 10, itemMax: 128, note: 'Channels to send to (id or name)' })
  readonly channels!: string[];

  @ListOf('text', {
    maxItems: 50,
    itemMax: 320,
    optional: true,
    note: 'Addresses for channels of mail, instead of those of the channel',
  })
  readonly to?: string[];

  @Text({ min: 1, max: 2000, optional: true, note: 'Jinja2; the usual one when absent' })
  readonly subject?: string;

  @Text({ min: 1, max: 20_000, optional: true, note: 'Jinja2; the usual one when absent' })
  readonly text?: string;

  @Nested(() => QuietFields, { optional: true })
  readonly quiet?: QuietFields;

  @Whole({
    min: 0,
    max: DAY_MINUTES,
    optional: true,
    note: 'Events of so many minutes make one message; 0, or absent: one for each',
  })
  readonly bundleMinutes?: number;
}

/** A rule. */
export class RuleShown extends StampedAnswer {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly description!: string;

  @Flag()
  readonly enabled!: boolean;

  @ListOf(() => RuleFilter)
  readonly filters!: RuleFilter[];

  @ListOf('text')
  readonly workflows!: readonly string[];

  @ListOf('text')
  readonly devices!: readonly string[];

  @ListOf('text')
  readonly deviceGroups!: readonly string[];

  @ListOf('text', { note: 'Ids' })
  readonly groups!: readonly string[];

  @ListOf('text', { note: 'Ids' })
  readonly channels!: readonly string[];

  @ListOf('text')
  readonly to!: readonly string[];

  @Text({ nullable: true })
  readonly subject!: string | null;

  @Text({ nullable: true })
  readonly text!: string | null;

  @Nested(() => QuietShown, { nullable: true })
  readonly quiet!: QuietShown | null;

  @Whole()
  readonly bundleMinutes!: number;
}

/** Answer of `GET /notifications/rules`. */
export class ListRulesAnswer {
  @ListOf(() => RuleShown)
  readonly results!: readonly RuleShown[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** Which event a message is about. */
export class PreviewRuleRequest {
  @Text({ max: 128, optional: true, note: '_id of an event; one that is made up when absent' })
  readonly event?: string;
}

/** A message as a rule says it. */
export class PreviewRuleAnswer {
  @Text()
  readonly subject!: string;

  @Text()
  readonly text!: string;

  @Text({
    nullable: true,
    note: 'Why the templates of the rule fail; the usual ones are shown then',
  })
  readonly failed!: string | null;
}
