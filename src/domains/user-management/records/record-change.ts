import { type JsonObject } from '../../../kernel/json.js';
import {
  type AuditedChange,
  type AuditedObject,
} from '../../../platform/request-context/audited-change.js';

/** A change as the audit is told of it: the records before and after in JSON, times as text. */
export function recordChange(
  object: AuditedObject,
  [before, after]: readonly [object | null, object | null],
): AuditedChange {
  return { object, before: asJson(before), after: asJson(after) };
}

function asJson(record: object | null): JsonObject | null {
  // A record holds texts, numbers, flags, dates and lists of them, which JSON all knows.
  return record === null ? null : (JSON.parse(JSON.stringify(record)) as JsonObject);
}
