import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';

/** Words of models for what nobody may read; a name without its module is looked at. */
const SECRET_LEAF =
  /passw(?:or)?d|passphrase|secret|token|communit(?:y|ies)|api[-_]?key|private[-_]?key|(?:^|[-_])(?:psk|pre-shared-key|auth-key|priv-key|encryption-key|md5-key|key-string|key-chain-key)(?:$|[-_])/i;
const SHOWN = '<SECRET>';
/** Shorter ones would tear holes into every text. */
const FOUND_LENGTH_MIN = 4;

/** True for a leaf whose name speaks of a secret. */
export function soundsSecretLeaf(name: string): boolean {
  return SECRET_LEAF.test(name.slice(name.indexOf(':') + 1));
}

/** The document with a word in the place of every secret. */
export function maskLeaves(document: JsonObject): JsonObject {
  const named = namesSecret(document);
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [
      name,
      soundsSecretLeaf(name) || (named && name === 'value') ? hidden(value) : maskedValue(value),
    ]),
  );
}

/** `{ "name": "password", "value": "…" }`: a leaf that says what another one holds. */
function namesSecret(object: JsonObject): boolean {
  return ['name', 'key'].some((naming) => {
    const name = Object.hasOwn(object, naming) ? object[naming] : undefined;
    return typeof name === 'string' && soundsSecretLeaf(name);
  });
}

/** The texts that stand at secret leaves: what was sent comes back in plans and complaints. */
export function secretTexts(document: JsonValue): readonly string[] {
  return [...new Set(textsBelow(document, false))];
}

function textsBelow(value: JsonValue, isSecret: boolean): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsBelow(item, isSecret));
  if (isJsonObject(value)) {
    const named = namesSecret(value);
    return Object.entries(value).flatMap(([name, member]) =>
      textsBelow(member, isSecret || soundsSecretLeaf(name) || (named && name === 'value')),
    );
  }
  const isText = typeof value === 'string' || typeof value === 'number';
  const text = isSecret && isText ? String(value) : '';
  return text.length >= FOUND_LENGTH_MIN ? [text] : [];
}

/** The text without these secrets, however a serialiser escaped them. */
export function withoutTexts(text: string, secrets: readonly string[]): string {
  return secretRemover(secrets)(text);
}

/**
 * Takes these secrets out of texts, however a serialiser escaped them. Each text is gone through once,
 * however many secrets there are: those who ask choose their number.
 */
export function secretRemover(secrets: readonly string[]): (text: string) => string {
  const starts = new Map<string, Spellings>();
  for (const spelling of secrets.flatMap(spellings)) note(starts, spelling);
  return (text) => {
    const parts: string[] = [];
    let from = 0;
    for (let at = 0; at <= text.length - FOUND_LENGTH_MIN; at++) {
      const known = starts.get(text.slice(at, at + FOUND_LENGTH_MIN));
      const found = known && foundAt(text, at, known);
      if (found === undefined) continue;
      parts.push(text.slice(from, at), SHOWN);
      from = at + found;
      at = from - 1;
    }
    return parts.length === 0 ? text : parts.join('') + text.slice(from);
  };
}

/** Spellings with the same beginning, by their lengths. */
type Spellings = Map<number, Set<string>>;

function note(starts: Map<string, Spellings>, spelling: string): void {
  const start = spelling.slice(0, FOUND_LENGTH_MIN);
  const known = starts.get(start) ?? new Map<number, Set<string>>();
  const sameLength = known.get(spelling.length) ?? new Set<string>();
  starts.set(start, known.set(spelling.length, sameLength.add(spelling)));
}

/** Length of the longest that stands there. */
function foundAt(text: string, at: number, known: Spellings): number | undefined {
  let longest: number | undefined;
  for (const [length, same] of known) {
    if (length > (longest ?? 0) && same.has(text.slice(at, at + length))) longest = length;
  }
  return longest;
}

/** As it is, within JSON, within XML, and within a path. */
function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = xml.replaceAll('"', '&quot;').replaceAll("'", '&apos;');
  const path = encodeURIComponent(Buffer.from(secret, 'utf8').toString('utf8'));
  return [...new Set([json, quoted, xml, path, secret])];
}

function maskedValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(maskedValue);
  return isJsonObject(value) ? maskLeaves(value) : value;
}

function hidden(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(hidden);
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, hidden(member)]),
    );
  }
  return value === null || value === '' || typeof value === 'boolean' ? value : SHOWN;
}
