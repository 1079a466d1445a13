import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Placeholder } from '../../../platform/secrets/placeholders.js';
import { mentionsSecret } from '../../../platform/secrets/secret-names.js';
import { mapLeaves, type Path } from '../../../platform/secrets/secret-walk.js';

/** Other systems have keys of their own: `x-auth-key`, `licenseKey`. */
const ALSO_SECRET = /key/i;
/** What a security scheme is configured with beside secrets. */
const OPEN_CREDENTIALS: ReadonlySet<string> = new Set([
  'username',
  'clientId',
  'tokenUrl',
  'scopes',
  'clientAuthentication',
]);

/**
 * Whether the text at this place of an integration's data is a secret: what stands below a security
 * scheme of the model, but for the names of users and clients; and whatever stands at or below a key
 * that speaks of one. The fields of the record itself are none: `model` names no secret.
 */
export function isSecretPlace(path: Path): boolean {
  const [group, ...rest] = path;
  if (group !== 'properties') return rest.some(isSecretKey);
  if (rest[0] !== 'authentication') return rest.some(isSecretKey);
  const [, , field, ...below] = rest;
  const isOpen = typeof field === 'string' && OPEN_CREDENTIALS.has(field);
  // Scopes are a list; whatever else lies below an open field has no business there.
  return !isOpen || below.some((key) => !isItem(key));
}

/** What is shown in the place of a secret. */
export function placeholderOf(path: Path): Placeholder {
  const name = path.filter((key) => typeof key === 'string').at(-1) ?? '';
  if (/password|passphrase/i.test(name)) return '<PASSWORD>';
  return /token/i.test(name) ? '<ACCESS_TOKEN>' : '<SECRET>';
}

/** The data with every secret value exchanged; null, true and false are no secrets. */
export function mapSecrets(
  data: JsonObject,
  exchange: (value: string | number, path: Path) => JsonValue,
): JsonObject {
  return mapLeaves(data, {
    leaf: (leaf, _, path) => {
      const isValue = typeof leaf === 'string' || typeof leaf === 'number';
      return isValue && isSecretPlace(path) ? exchange(leaf, [...path]) : leaf;
    },
  });
}

function isSecretKey(key: string | number): boolean {
  return typeof key === 'string' && (mentionsSecret(key) || ALSO_SECRET.test(key));
}

function isItem(key: string | number): boolean {
  return typeof key === 'number';
}
