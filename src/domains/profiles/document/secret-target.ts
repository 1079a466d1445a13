import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type SecretTarget } from '../../../platform/secrets/placeholders.js';

/**
 * The keys that say where a secret beside or just below them is sent to. Those of the interface are
 * among them; unknown parts of a profile are read by the same list.
 */
const TARGET_KEYS = {
  host: ['hostname', 'host', 'hosts', 'ip', 'address', 'server'],
  url: ['url', 'uri', 'baseUrl', 'base_url', 'endpoint'],
  port: ['port', 'adminPort', 'trapPort'],
  username: ['username', 'user', 'login'],
  tls: ['protocol', 'tls', 'ssl', 'rejectUnauthorized', 'verify'],
} as const;

const ALL_TARGET_KEYS: ReadonlySet<string> = new Set(Object.values(TARGET_KEYS).flat());

/** True for a key that says where a secret is sent to. */
export function isTargetKey(key: string): boolean {
  return ALL_TARGET_KEYS.has(key);
}

/** The objects around a secret, from its own one outwards; two of them can name its target. */
export type Owners = readonly JsonObject[];

type Aspect = keyof typeof TARGET_KEYS;

/** Whether a secret may follow from one place to another: targets in the form `placeholders.ts` compares. */
export function targetsOf(
  stored: Owners,
  written: Owners,
): { readonly before: SecretTarget; readonly after: SecretTarget } {
  const isSameTls = aspectOf(stored, 'tls') === aspectOf(written, 'tls');
  return {
    before: { ...targetOf(stored), verifiesTls: true },
    after: { ...targetOf(written), verifiesTls: isSameTls },
  };
}

/** True when secrets of both objects are sent to the same place. */
export function haveSameTarget(one: JsonObject, other: JsonObject): boolean {
  const { before, after } = targetsOf([one], [other]);
  return isDeepStrictEqual(before, after);
}

function targetOf(owners: Owners): SecretTarget {
  return {
    host: aspectOf(owners, 'host'),
    url: aspectOf(owners, 'url'),
    port: aspectOf(owners, 'port'),
    username: aspectOf(owners, 'username'),
  };
}

/** Every value there is, with its key: a host that moves from one key to another is another host. */
function aspectOf(owners: Owners, aspect: Aspect): string {
  const found = owners.slice(0, 2).flatMap((owner) => {
    const within = isJsonObject(owner['properties']) ? [owner, owner['properties']] : [owner];
    return within.flatMap((object) => valuesOf(object, aspect));
  });
  return found.length === 0 ? '' : JSON.stringify(found);
}

function valuesOf(object: JsonObject, aspect: Aspect): readonly JsonValue[] {
  const named = TARGET_KEYS[aspect]
    .filter((key) => Object.hasOwn(object, key))
    .map((key) => [key, object[key] ?? null]);
  // Another type of registry is another place for the token to go.
  const isRegistry = aspect === 'host' && Object.hasOwn(object, 'hostname');
  return isRegistry ? [...named, ['type', object['type'] ?? null]] : named;
}
