import { type Scope } from '../../../cores/notifications/rule-scope.js';
import { type Timing } from '../../../cores/notifications/delivery-time.js';
import { type NamedDocument } from '../../../platform/database/named-documents.repository.js';
import { type EventFilter } from '../../events/deliveries/delivery-rules.js';

/** Who is told of which events, when and how, as it is stored. */
export interface StoredRule extends NamedDocument, Scope, Timing {
  /** An event that one of them describes is told. */
  readonly filters: readonly EventFilter[];
  /** Ids or names of groups of devices: their members count as `devices`. */
  readonly deviceGroups: readonly string[];
  /** Ids of channels. */
  readonly channels: readonly string[];
  /** Addresses for channels of mail; none for those of the channel. */
  readonly to: readonly string[];
  /** Jinja2; null for the usual one. */
  readonly subject: string | null;
  readonly text: string | null;
}
