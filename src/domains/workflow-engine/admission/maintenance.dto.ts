import { Flag, Instant, Text } from '../../../api/fields/values.js';

const REASON = { max: 1000, example: 'The database is moved' } as const;

/** What an administrator decides. */
export class PutMaintenanceRequest {
  @Flag({ note: 'Whether nothing new is started' })
  readonly enabled!: boolean;

  @Text({ ...REASON, optional: true, note: 'Why, for people' })
  readonly reason?: string;
}

/** Whether the platform begins anything new. */
export class MaintenanceAnswer {
  @Flag({ note: 'Whether no job is started and no trigger is fired' })
  readonly enabled!: boolean;

  @Text({ ...REASON, note: 'Why; empty when nobody has said' })
  readonly reason!: string;

  @Instant({ nullable: true, note: 'When it was switched last; null for never' })
  readonly since!: string | null;

  @Text({ nullable: true, note: 'Username of who switched it; null for nobody', example: 'admin' })
  readonly by!: string | null;
}
