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
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [
      name,
      soundsSecretLeaf(name) ? hidden(value) : maskedValue(value),
    ]),
  );
}

/** The texts that stand at secret leaves: what was sent comes back in plans and complaints. */
export function secretTexts(document: JsonObject): readonly string[] {
  const found = new Set(textsBelow(document, false));
  // The longest first: one secret may be the beginning of another.
  return [...found].sort((a, b) => b.length - a.length);
}

function textsBelow(value: JsonValue, isSecret: boolean): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsBelow(item, isSecret));
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, member]) =>
      textsBelow(member, isSecret || soundsSecretLeaf(name)),
    );
  }
  const isText = typeof value === 'string' || typeof value === 'number';
  const text = isSecret && isText ? String(value) : '';
  return text.length >= FOUND_LENGTH_MIN ? [text] : [];
}

/** The text without these secrets, however a serialiser escaped them. */
export function withoutTexts(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (shown, secret) =>
      spellings(secret).reduce((rest, spelling) => rest.replaceAll(spelling, SHOWN), shown),
    text,
  );
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
