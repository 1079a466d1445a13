import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { isSecretKey } from '../logging/redaction.js';
import { SECRET_WORDS } from '../secrets/secret-names.js';

const SHOWN = '<SECRET>';
/** A secret that is another one than before: that it changed may be known, what it is may not. */
const CHANGED = '<SECRET CHANGED>';

/** Keys beyond those that logs hide: documents hold hashes and keys under names that logs never see. */
const STORED_SECRET_KEY =
  /(?:hash|digest|(?:^|[^a-z])(?:key|pin|otp|psk|salt)|[a-z0-9](?:Key|Pin|Otp|Psk|Salt)|pem|private|signature|authkey|privkey|apikey)$/;

/** Texts that are secrets wherever they stand: sealed ones, hashes of passwords, private keys. */
const SECRET_TEXT = /^(?:\$ENC|\$argon2|\$2[abxy]\$|\$scrypt\$|\$pbkdf2|\$[156y]\$|\{SSHA)/i;
const SEALED_PART = /\$ENC\d*\.[0-9a-f]{8}\.[A-Za-z0-9_-]+/g;
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g;
const URL_USER = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^/\s@"'<>]{1,1024}@/gi;
const AUTHORIZATION = /\b(Bearer|Basic|Digest|Negotiate)\s+[A-Za-z0-9\-._~+/]{4,}=*/gi;
const SIGNED_TOKEN = /\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g;
/** `password=…`, `"token": "…"`: documents carry other documents as text. */
const NAMED_SECRET = new RegExp(
  `((?:${SECRET_WORDS}|pass|pwd)["']?\\s{0,4}[:=]\\s{0,4})` +
    `(?:"[^"]{1,4096}"|'[^']{1,4096}'|[^\\s,;&"'<>}\\]]{1,4096})`,
  'gi',
);

/** Members that name what the member `value` beside them holds: `{ name: 'X-Api-Key', value }`. */
const NAMING_KEYS = ['name', 'key', 'header', 'variable', 'id'] as const;

/**
 * The document as the audit trail may keep it: every secret replaced by a word, everything else as it
 * was. With the `former` document, a secret that changed says so.
 */
export function masked(document: JsonObject, former?: JsonObject | null): JsonObject {
  return maskedMembers(document, former ?? undefined);
}

/** The text without the secrets that can hide in one. */
export function maskedText(text: string): string {
  if (SECRET_TEXT.test(text)) return SHOWN;
  return text
    .replace(SEALED_PART, SHOWN)
    .replace(PRIVATE_KEY, SHOWN)
    .replace(URL_USER, `$1${SHOWN}@`)
    .replace(AUTHORIZATION, `$1 ${SHOWN}`)
    .replace(SIGNED_TOKEN, SHOWN)
    .replace(NAMED_SECRET, `$1${SHOWN}`);
}

/** `credentialRevision` counts how often a secret was exchanged: only a number says so little. */
const COUNTS_SECRETS = /[a-z](?:Revision|Serial)$/;

/** True when what stands under this key is a secret. */
function hidesValue(key: string, value?: JsonValue): boolean {
  if (typeof value === 'number' && COUNTS_SECRETS.test(key)) return false;
  return isSecretKey(key) || STORED_SECRET_KEY.test(key);
}

function maskedMembers(object: JsonObject, former: JsonObject | undefined): JsonObject {
  const namesSecret = NAMING_KEYS.some((key) => {
    const name = object[key];
    return typeof name === 'string' && hidesValue(name);
  });
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const before = former && Object.hasOwn(former, key) ? former[key] : undefined;
      const isHidden = hidesValue(key, value) || (namesSecret && key === 'value');
      return [key, isHidden ? hidden(value, before) : maskedValue(value, before)];
    }),
  );
}

function maskedValue(value: JsonValue, former: JsonValue | undefined): JsonValue {
  if (typeof value === 'string') return maskedLeaf(value, former);
  if (Array.isArray(value)) {
    const formerItems = Array.isArray(former) ? former : [];
    return value.map((item, index) => maskedValue(item, formerItems[index]));
  }
  if (!isJsonObject(value)) return value;
  return maskedMembers(value, isJsonObject(former) ? former : undefined);
}

function maskedLeaf(text: string, former: JsonValue | undefined): string {
  const shown = maskedText(text);
  return shown === SHOWN ? word(text, former) : shown;
}

/** Every value below: whether one is set may be seen, also a switch among them, but no text or number. */
function hidden(value: JsonValue, former: JsonValue | undefined): JsonValue {
  if (value === null || typeof value === 'boolean' || value === '') return value;
  if (Array.isArray(value)) {
    const formerItems = Array.isArray(former) ? former : [];
    return value.map((item, index) => hidden(item, formerItems[index]));
  }
  if (isJsonObject(value)) {
    const formerMembers = isJsonObject(former) ? former : {};
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, hidden(member, formerMembers[key])]),
    );
  }
  return word(value, former);
}

function word(value: JsonValue, former: JsonValue | undefined): string {
  return former === undefined || former === '' || former === null || former === value
    ? SHOWN
    : CHANGED;
}
