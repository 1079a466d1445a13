import { isJsonObject, type JsonValue } from '../../kernel/json.js';
import { type SecretRemover } from './known-secrets.js';
import { isPlaceholder } from './placeholders.js';
import { soundsSecret } from './secret-names.js';
import { SHOWN, withoutCredentials } from './secret-texts.js';
import { type JsonLeaf, mapLeaves, type Path } from './secret-walk.js';

/** What starts with it is looked up when a job runs, and is no secret itself. */
const REFERENCE = '$var.';
/** Where schemas have their members, and what tells one from data. */
const DESCRIBING: ReadonlySet<string | number> = new Set(['properties', 'definitions', '$defs']);
const SCHEMA_MEMBERS = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];
/** Communities of BGP are no secrets; those of SNMP do not look like this. */
const BGP_COMMUNITY = /^\d{1,10}:\d{1,10}(?::\d{1,10})?$/;
/** Known secrets are looked for in everything: so short ones, and these words, stand there by chance. */
const KNOWN_LENGTH_MIN = 6;
const KNOWN_LENGTH_MAX = 16 * 1024;
const ORDINARY =
  /^(?:public|private|passw(?:or)?d|secret|token|community|default|disabled|enabled)$/i;

/** Whether a text at the name of a secret is one: empty ones, placeholders and references are none. */
export function isSecretText(text: string): boolean {
  if (text === '' || isPlaceholder(text) || text.startsWith(REFERENCE)) return false;
  return !BGP_COMMUNITY.test(text);
}

/**
 * Data as people see them: texts under names of secrets, credentials within other texts, and secrets that are
 * known from elsewhere are replaced. The very same value where nothing is.
 * @param remove takes out the known ones.
 * @param isSecret whether the name of the whole is that of a secret.
 */
export function maskedData<T extends JsonValue>(
  data: T,
  remove: SecretRemover = (text) => text,
  isSecret = false,
): T {
  const shown = (text: string, isNamed: boolean): string =>
    isNamed && isSecretText(text) ? SHOWN : remove(withoutCredentials(text));
  return mapLeaves(
    data,
    {
      isSecretName,
      leaf: (leaf, isNamed) => (typeof leaf === 'string' ? shown(leaf, isNamed) : leaf),
    },
    isSecret,
  );
}

/** The texts under names of secrets that can be looked for elsewhere. */
export function secretsWithin(data: JsonValue, isSecret = false): readonly string[] {
  const found = new Set<string>();
  const leaf = (value: JsonLeaf, isNamed: boolean): JsonLeaf => {
    if (isNamed && typeof value === 'string' && isWorthLooking(value)) found.add(value);
    return value;
  };
  mapLeaves(data, { leaf, isSecretName }, isSecret);
  return [...found];
}

/** Schemas describe secrets and hold none: `properties.password` of one is no password. */
function isSecretName(name: string, value: JsonValue, owner: Path): boolean {
  if (!soundsSecret(name)) return false;
  const isMember = DESCRIBING.has(owner.at(-1) ?? '') && isJsonObject(value);
  return !(isMember && SCHEMA_MEMBERS.some((member) => Object.hasOwn(value, member)));
}

function isWorthLooking(text: string): boolean {
  const isLong = text.length >= KNOWN_LENGTH_MIN && text.length <= KNOWN_LENGTH_MAX;
  return isLong && isSecretText(text) && !ORDINARY.test(text);
}
