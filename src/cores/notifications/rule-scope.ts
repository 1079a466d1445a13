import { type JsonObject, type JsonValue } from '../../kernel/json.js';

/** What a rule is about beside the kinds of its events; an empty list leaves it open. */
export interface Scope {
  /** Ids or names of workflows. */
  readonly workflows: readonly string[];
  /** Ids or names of devices. */
  readonly devices: readonly string[];
  /** Ids of groups of accounts. */
  readonly groups: readonly string[];
}

/** What is looked at of an event. */
export interface ScopedEvent {
  readonly topic: string;
  readonly payload: JsonObject;
}

/**
 * Whether an event is about one of each of the things that a scope names. Payloads say `workflowId`, `workflowName`,
 * `device`, `deviceName` and `groups`; events about an object itself (`workflowUpdated`, `deviceBackupFailed`) say `id`
 * and `name`.
 */
export function isInScope({ workflows, devices, groups }: Scope, event: ScopedEvent): boolean {
  const { payload } = event;
  return (
    hasOneOf(workflows, [
      payload['workflowId'],
      payload['workflowName'],
      ...ownIdOf('workflow', event),
    ]) &&
    hasOneOf(devices, [payload['device'], payload['deviceName'], ...ownIdOf('device', event)]) &&
    hasOneOf(groups, listOf(payload['groups']))
  );
}

function hasOneOf(wanted: readonly string[], given: readonly (JsonValue | undefined)[]): boolean {
  return (
    wanted.length === 0 || given.some((one) => typeof one === 'string' && wanted.includes(one))
  );
}

/** Groups of devices have events of their own, and are no devices. */
function ownIdOf(what: 'workflow' | 'device', { topic, payload }: ScopedEvent): JsonValue[] {
  if (!topic.startsWith(what) || topic.startsWith('deviceGroup')) return [];
  // The id of a change is not that of its device.
  const id = 'device' in payload ? null : payload['id'];
  return [id ?? null, payload['name'] ?? null];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
