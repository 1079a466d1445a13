import { SECRET_WORDS } from './secret-names.js';

/** What is shown instead of a secret. */
export const SHOWN = '<SECRET>';

const SEALED_PART = /\$ENC\d*\.[0-9a-f]{8}\.[A-Za-z0-9_-]+/g;
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g;
const SIGNED_TOKEN = /\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g;
/** `://user:password@host`, and a token alone before the host; `ssh://git@host` names a user. */
const URL_CREDENTIALS = /:\/\/(?:[^/\s:@"'<>]{0,256}:[^/\s"'<>]{1,1024}|[^/\s:@"'<>]{16,1024})@/g;
const URL_USER = /:\/\/[^/\s@"'<>]{1,1024}@/g;
/** `?token=…` of a URL; what a template or a variable will fill in is none. */
const QUERY_SECRET = new RegExp(
  `([?&;][\\w.-]{0,64}(?:${SECRET_WORDS}|pwd)=)(?![{$<])[^&#\\s"'<>]+`,
  'gi',
);
const AUTHORIZATION = /\b(Bearer|Basic|Digest|Negotiate)\s+[A-Za-z0-9\-._~+/]{4,}=*/gi;
const LONG_AUTHORIZATION = /\b(Bearer|Basic)\s+[A-Za-z0-9\-._~+/]{8,}=*/g;
/** `password=…`, `"token": "…"`: documents carry other documents as text. */
const NAMED_SECRET = new RegExp(
  `((?:${SECRET_WORDS}|pass|pwd)["']?\\s{0,4}[:=]\\s{0,4})` +
    `(?:"[^"]{1,4096}"|'[^']{1,4096}'|[^\\s,;&"'<>}\\]]{1,4096})`,
  'gi',
);
/** Texts that are secrets wherever they stand: sealed ones, hashes of passwords. */
const SECRET_TEXT = /^(?:\$ENC|\$argon2|\$2[abxy]\$|\$scrypt\$|\$pbkdf2|\$[156y]\$|\{SSHA)/i;

/**
 * The text without credentials that are known by their form alone: private keys, signed tokens, and those in
 * URLs. Everything else stays as it is: data are shown by this.
 */
export function withoutCredentials(text: string): string {
  let shown = text;
  if (shown.includes('PRIVATE KEY-----')) shown = shown.replace(PRIVATE_KEY, SHOWN);
  if (shown.includes('eyJ')) shown = shown.replace(SIGNED_TOKEN, SHOWN);
  if (shown.includes('://')) shown = shown.replace(URL_CREDENTIALS, `://${SHOWN}@`);
  if (shown.includes('=')) shown = shown.replace(QUERY_SECRET, `$1${SHOWN}`);
  return shown;
}

/** Whether a text holds a credential, whatever its name. */
export function holdsCredentials(text: string): boolean {
  return withoutCredentials(text) !== text;
}

/** A line of a log without the secrets that hide in one. */
export function withoutLogged(text: string): string {
  return withoutCredentials(text).replace(LONG_AUTHORIZATION, `$1 ${SHOWN}`);
}

/** The text without everything that may be a secret: what others say, and what the audit trail keeps. */
export function maskedText(text: string): string {
  if (SECRET_TEXT.test(text)) return SHOWN;
  return withoutCredentials(text)
    .replace(SEALED_PART, SHOWN)
    .replace(URL_USER, `://${SHOWN}@`)
    .replace(AUTHORIZATION, `$1 ${SHOWN}`)
    .replace(NAMED_SECRET, `$1${SHOWN}`);
}
