import { ListOf } from '#api/fields/structures.js';
import { Flag, Instant, Text, Whole } from '#api/fields/values.js';

const KEEP = { min: 0, max: 100_000, optional: true, nullable: true } as const;

/** Which backups are kept, of which devices. What no rule names goes, but never the newest. */
export class RetentionPolicyRequest {
  @Text({ min: 1, max: 256, pattern: /\S/ })
  readonly name!: string;

  @Flag({ optional: true, note: 'true when absent' })
  readonly enabled?: boolean;

  @Text({
    optional: true,
    max: 1024,
    note: 'A pattern (RE2) that names of devices match; empty for all',
  })
  readonly namePattern?: string;

  @ListOf('text', { optional: true, maxItems: 100, note: 'Types of devices; none for all' })
  readonly types?: readonly string[];

  @Whole({ ...KEEP, note: 'The newest so many' })
  readonly keepLast?: number | null;

  @Whole({ ...KEEP, note: 'All of the last so many days' })
  readonly keepDays?: number | null;

  @Whole({ ...KEEP, note: 'The newest of each of the last so many days that have one' })
  readonly keepDaily?: number | null;

  @Whole({ ...KEEP, note: 'The same of weeks, which begin on Monday in UTC' })
  readonly keepWeekly?: number | null;

  @Whole({ ...KEEP, note: 'The same of months' })
  readonly keepMonthly?: number | null;
}

/** A policy of retention. */
export class RetentionPolicyAnswer {
  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @Flag()
  readonly enabled!: boolean;

  @Text()
  readonly namePattern!: string;

  @ListOf('text')
  readonly types!: readonly string[];

  @Whole({ nullable: true })
  readonly keepLast!: number | null;

  @Whole({ nullable: true })
  readonly keepDays!: number | null;

  @Whole({ nullable: true })
  readonly keepDaily!: number | null;

  @Whole({ nullable: true })
  readonly keepWeekly!: number | null;

  @Whole({ nullable: true })
  readonly keepMonthly!: number | null;

  @Text({
    nullable: true,
    note: 'Who saved it last: it deletes what that account may change; null deletes what everybody may change',
  })
  readonly author!: string | null;

  @Instant({ nullable: true, note: 'null before its first run' })
  readonly lastRun!: string | null;

  @Whole({ min: 0, note: 'How many backups its last run deleted' })
  readonly lastDeleted!: number;
}

/** Policies by name. */
export class ListRetentionPoliciesAnswer {
  @ListOf(() => RetentionPolicyAnswer)
  readonly results!: readonly RetentionPolicyAnswer[];

  @Whole({ min: 0 })
  readonly total!: number;
}
