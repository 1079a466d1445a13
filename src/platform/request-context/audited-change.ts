import { type JsonObject } from '../../kernel/json.js';

/** The kinds of objects whose changes are recorded; each has its events (`changeEvent`). */
export const AUDITED_OBJECT_TYPES = [
  'account',
  'group',
  'role',
  'session',
  'sessions',
  'api-token',
  'profile',
  'repository-config',
  'package',
  'integration',
  'integration-model',
  'workflow',
  'transformation',
  'form',
  'json-form',
  'template',
  'mop-template',
  'mop-analytic-template',
  'automation',
  'trigger',
  'project',
  'tag',
  'event-type',
  'webhook',
  'notification-channel',
  'notification-rule',
  'adapter',
  'orchestrator-action',
  'service-instance',
  'device',
  'device-group',
  'device-change',
  'backup',
  'backup-run',
  'backup-schedule',
  'retention-policy',
  'job',
  'manual-task',
  'maintenance',
  'application',
  'tracked-operation',
] as const;
export type AuditedObjectType = (typeof AUDITED_OBJECT_TYPES)[number];

/** What was changed. */
export interface AuditedObject {
  readonly type: AuditedObjectType;
  readonly id: string;
  readonly name: string;
  /** Only some may see it: events, which many read, tell of it by its id alone. */
  readonly hidden?: boolean;
}

/** One change of one object, as its audit entry will show it once secrets are masked. */
export interface AuditedChange {
  readonly object: AuditedObject;
  /** Null for what did not exist before. Never with hashes of passwords or tokens. */
  readonly before: JsonObject | null;
  /** Null for what does not exist any more. */
  readonly after: JsonObject | null;
}
