import { type EventFilter } from '../../events/deliveries/delivery-rules.js';

/** What an administrator says of a quiet time. */
export interface QuietWrite {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly days?: readonly string[];
}

/** What an administrator says of a rule; channels and groups by id or name. */
export interface RuleWrite {
  readonly name: string;
  readonly description?: string;
  readonly enabled?: boolean;
  readonly filters: readonly EventFilter[];
  readonly workflows?: readonly string[];
  readonly devices?: readonly string[];
  readonly deviceGroups?: readonly string[];
  readonly groups?: readonly string[];
  readonly channels: readonly string[];
  readonly to?: readonly string[];
  readonly subject?: string;
  readonly text?: string;
  readonly quiet?: QuietWrite;
  readonly bundleMinutes?: number;
}
