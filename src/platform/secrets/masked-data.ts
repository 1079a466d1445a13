import { isJsonObject, type JsonValue } from '../../kernel/json.js';
import { TimeSlicer } from '../concurrency/time-slicer.js';
import { type SecretRemover, secretRemover } from './known-secrets.js';
import { isPlaceholder } from './placeholders.js';
import { isSecretByForm, isSecretNumber, soundsSecret } from './secret-names.js';
import { credentialsIn, SHOWN, withoutCredentials, withoutNamedInJson } from './secret-texts.js';
import { type JsonLeaf, leafSteps, type LeafWalk, mapLeaves, type Path } from './secret-walk.js';

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
const KNOWN_NUMBER_MIN = 100_000;
/** So many secrets of one thing are looked for in all of it: more are hidden at their names only. */
const LOOKED_FOR_MAX = 500;
const LOOKED_FOR_CHARACTERS_MAX = 64 * 1024;
/** Such a name holds no credential that is known by its form. */
const PLAIN_NAME = /^[\w-]*$/;
/** The member that holds what another one beside or above it names. */
const VALUE = /^value$/i;
const ORDINARY =
  /^(?:public|private|passw(?:or)?d|secret|token|community|default|disabled|enabled)$/i;

/** Whether a text at the name of a secret is one: empty ones, placeholders and references are none. */
export function isSecretText(text: string): boolean {
  if (text === '' || isPlaceholder(text) || text.startsWith(REFERENCE)) return false;
  return !BGP_COMMUNITY.test(text);
}

/**
 * Data as people see them: texts and numbers under names of secrets, also in texts that are JSON, credentials
 * within other texts, and secrets that are known from elsewhere are replaced, in names of members as well. The
 * very same value where nothing is.
 * @param remove takes out the known ones.
 * @param name of the whole.
 */
export function maskedData<T extends JsonValue>(data: T, remove?: SecretRemover, name = ''): T {
  return mapLeaves(data, masking(name, remove), isSecretMember(name, data));
}

/** The same, while others have their turn: for what may be large. */
export function maskedInTurns<T extends JsonValue>(
  data: T,
  remove?: SecretRemover,
  name = '',
): Promise<T> {
  const steps = leafSteps(data, masking(name, remove), isSecretMember(name, data));
  return new TimeSlicer().finish(steps);
}

function masking(whole: string, remove: SecretRemover = (text) => text): LeafWalk {
  const shown = (text: string): string => remove(withoutNamedInJson(withoutCredentials(text)));
  const isKnown = (leaf: number): boolean =>
    Math.abs(leaf) >= KNOWN_NUMBER_MIN && remove(String(leaf)) === SHOWN;
  return {
    isSecretName: isSecretMember,
    intoTexts: true,
    name: (name) => remove(PLAIN_NAME.test(name) ? name : withoutCredentials(name)),
    leaf: (leaf, isNamed, path) => {
      if (isNamed && isSecretLeaf(leaf, path, whole)) return SHOWN;
      if (typeof leaf === 'number') return isKnown(leaf) ? SHOWN : leaf;
      return typeof leaf === 'string' ? shown(leaf) : leaf;
    },
  };
}

/** Data as people see them, where nothing but they themselves say what is secret: hidden wherever it reappears. */
export function maskedWhole<T extends JsonValue>(data: T): T {
  return maskedData(data, secretRemover(lookedFor([], secretsWithin(data))));
}

/** These texts and as many more as are looked for; the very same list where none is new. */
export function lookedFor(texts: readonly string[], more: Iterable<string>): readonly string[] {
  const all = new Set(texts);
  let length = texts.reduce((sum, text) => sum + text.length, 0);
  for (const text of more) {
    if (all.has(text) || all.size >= LOOKED_FOR_MAX) continue;
    length += text.length;
    if (length <= LOOKED_FOR_CHARACTERS_MAX) all.add(text);
  }
  return all.size === texts.length ? texts : [...all];
}

/** The texts and numbers under names of secrets that can be looked for elsewhere. */
export function secretsWithin(data: JsonValue, name = ''): readonly string[] {
  const found = new Set<string>();
  mapLeaves(data, finding(found, name), isSecretMember(name, data));
  return [...found];
}

/** The same, while others have their turn. */
export async function secretsInTurns(data: JsonValue, name = ''): Promise<readonly string[]> {
  const found = new Set<string>();
  await new TimeSlicer().finish(leafSteps(data, finding(found, name), isSecretMember(name, data)));
  return [...found];
}

function finding(found: Set<string>, whole: string): LeafWalk {
  const leaf = (value: JsonLeaf, isNamed: boolean, path: Path): JsonLeaf => {
    if (isNamed && isSecretLeaf(value, path, whole))
      for (const text of searchable(value)) found.add(text);
    return value;
  };
  return { leaf, isSecretName: isSecretMember, intoTexts: true };
}

/** What can be looked for elsewhere of a value that is a secret: itself, and the credentials in a header. */
export function searchable(secret: JsonValue): readonly string[] {
  if (typeof secret !== 'string' && typeof secret !== 'number') return [];
  const text = String(secret);
  return [text, ...credentialsIn(text)].filter(isWorthLooking);
}

/**
 * Whether the name of a member says that its value is a secret. Schemas describe secrets and hold none:
 * `properties.password` of one is no password.
 */
export function isSecretMember(name: string, value: JsonValue, owner: Path = []): boolean {
  if (typeof value === 'number') return isSecretNumber(name, value);
  if (!soundsSecret(name)) return isSecretByForm(name, value);
  const isMember = DESCRIBING.has(owner.at(-1) ?? '') && isJsonObject(value);
  return !(isMember && SCHEMA_MEMBERS.some((member) => Object.hasOwn(value, member)));
}

/** Whether a value at or below the name of a secret is one: there are ids and times as well. */
function isSecretLeaf(leaf: JsonLeaf, path: Path, whole: string): boolean {
  if (typeof leaf === 'string') return isSecretText(leaf);
  if (typeof leaf !== 'number') return false;
  const name = path.findLast((step) => typeof step === 'string') ?? whole;
  const isItem = typeof path.at(-1) === 'number';
  return isSecretNumber(VALUE.test(name) ? 'secret' : name, leaf, isItem);
}

function isWorthLooking(text: string): boolean {
  const isLong = text.length >= KNOWN_LENGTH_MIN && text.length <= KNOWN_LENGTH_MAX;
  return isLong && isSecretText(text) && !ORDINARY.test(text);
}
