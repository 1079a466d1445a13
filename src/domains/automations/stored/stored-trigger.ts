import { type StoredDocument } from '../../../platform/database/storable.js';
import { type TriggerFacts } from '../shape/trigger-definition.js';
import { type PlannedSchedule } from '../schedule/planned-schedule.js';

/** What an endpoint trigger is called with beside the roles of the platform. */
export interface StoredTriggerSecret {
  /** `token`: presented as it is; `hmac`: signs the body. */
  readonly kind: 'token' | 'hmac';
  /** The key of a signature, sealed, because signatures are made of it; never shown, never exported. */
  readonly sealed?: string;
  /** SHA-256 of a token (`tokenKey`): it need only be recognized. */
  readonly hash?: string;
  readonly created: Date;
  readonly createdBy: string;
}

/**
 * A trigger as stored. Who may see it is said by its automation: a trigger counts only while that can be
 * seen, so whoever fires one asks `AutomationLookupService` first.
 */
export interface StoredTrigger extends TriggerFacts {
  readonly _id: string;
  /** The automation that it starts: `actionId` of the document. */
  readonly automationId: string;
  /** Its place among the triggers of the automation, as exports list them. */
  readonly position: number;
  /** The trigger as it came, without a secret. */
  readonly document: StoredDocument;
  readonly secret?: StoredTriggerSecret;
  /** When the schedule is looked at next; absent as long as nobody has looked at it as it is now. */
  readonly dueAt?: Date;
  /** Written by the scheduler alone. */
  readonly planned?: PlannedSchedule;
  /** The last occurrence of the schedule that did not start, whatever the reason; absent for none. */
  readonly lastMissed?: Date;
  /** The package whose automation brought it; one that a user added has none. */
  readonly packageId?: string;
  /** Hash of the definition that the package brought: tells whether a newer package changed it. */
  readonly packagedHash?: string;
  readonly revision: number;
  readonly created: Date;
  /** Ids of accounts; null for what a package brought and nobody has changed since. */
  readonly createdBy: string | null;
  readonly updated: Date;
  /** The last editor, in whose name it runs. */
  readonly updatedBy: string | null;
  /** Ids of the roles that its credential was limited to; null for all of the account's. */
  readonly updatedWith: readonly string[] | null;
}
