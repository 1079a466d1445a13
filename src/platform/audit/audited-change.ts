import { type JsonObject } from '../../kernel/json.js';

/** What was changed. */
export interface AuditedObject {
  /** The kind of object: `account`, `group`, `profile`, `package` … */
  readonly type: string;
  readonly id: string;
  readonly name: string;
}

/** One change of one object, as its audit entry will show it once secrets are masked. */
export interface AuditedChange {
  readonly object: AuditedObject;
  /** Null for what did not exist before. Never with hashes of passwords or tokens. */
  readonly before: JsonObject | null;
  /** Null for what does not exist any more. */
  readonly after: JsonObject | null;
}
