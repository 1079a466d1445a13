import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { canonicalJson } from '../../../kernel/canonical-json.js';

/** When two events count as one. */
export interface DuplicateRule {
  readonly active: boolean;
  /** How long an event is remembered, in milliseconds. */
  readonly ttlMs: number;
  /** How many events are remembered at most. */
  readonly size: number;
}

/** What makes an event the same as another. */
export interface EventIdentity {
  readonly source: string;
  readonly topic: string;
  /** The publisher's own id; without one, equal payloads make equal events. */
  readonly id: string | undefined;
  readonly payload: JsonObject;
}

const DAY_MS = 24 * 60 * 60_000;
const SIZE_MAX = 100_000;
const DEFAULTS: DuplicateRule = { active: false, ttlMs: 60_000, size: 1000 };

/** The rule of a profile, `rabbitmq.eventDeduplication`; what it does not say or says wrongly is as by default. */
export function duplicateRule(profile: JsonObject): DuplicateRule {
  const { rabbitmq } = profile;
  const settings = isJsonObject(rabbitmq) ? rabbitmq['eventDeduplication'] : undefined;
  if (!isJsonObject(settings)) return DEFAULTS;
  return {
    active: settings['active'] === true,
    // An event that is removed because of its age cannot be pointed to: that takes a day at least.
    ttlMs: within(settings['cacheTtl'], DAY_MS) ?? DEFAULTS.ttlMs,
    size: within(settings['cacheSize'], SIZE_MAX) ?? DEFAULTS.size,
  };
}

/** Equal for events that count as one: of one source and topic, with one id or else one payload. */
export function duplicateKey({ source, topic, id, payload }: EventIdentity): string {
  const identity = id === undefined ? ['payload', canonicalJson(payload)] : ['id', id];
  return createHash('sha256')
    .update(JSON.stringify([source, topic, ...identity]))
    .digest('base64url');
}

function within(value: JsonValue | undefined, most: number): number | undefined {
  const isUsable = typeof value === 'number' && Number.isFinite(value) && value > 0;
  return isUsable ? Math.min(value, most) : undefined;
}
