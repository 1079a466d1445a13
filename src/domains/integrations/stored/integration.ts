import { type JsonObject } from '../../../kernel/json.js';
import { type StoredDocument } from '../../../platform/database/storable.js';
import { type PackagedRecord } from '../../../platform/packaged/packaged-record.js';

/** What the last look at the other system found. */
export interface ProbeOutcome {
  readonly passed: boolean;
  /** In words for people; never holds what the other system answered. */
  readonly detail: string;
  readonly at: Date;
  /** How often in a row it did not pass. */
  readonly failures: number;
}

/** An integration as stored. */
export interface StoredIntegration extends PackagedRecord {
  /** What users said, secrets sealed; a packaged integration has it once somebody changed it. */
  readonly data?: StoredDocument;
  /** `foldText` of the model it names. */
  readonly modelFolded?: string;
  readonly enabled?: boolean;
  readonly probe?: ProbeOutcome | null;
  /** When the other system is looked at next; absent while disabled. */
  readonly probeDue?: Date;
}

/** An integration that is ready for use. */
export interface Integration {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly enabled: boolean;
  readonly isPackaged: boolean;
  /** In the words of the interface, secrets sealed. */
  readonly data: JsonObject;
  readonly probe: ProbeOutcome | null;
}

/** The bundle type of integrations in packages, and the `type` of every record. */
export const INTEGRATION_TYPE = 'integration';
