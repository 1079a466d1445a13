import { isSecretNumber, SECRET_WORDS, soundsSecret } from './secret-names.js';

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
/** A header among other words, and a token that its scheme names; `Bearer ports 1 to 4` is none. */
const HEADER =
  /\b(authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:Basic|Bearer|Digest|Negotiate|NTLM)\s+)(?![{$<])[^\s"',;<>]{4,}/gi;
const COOKIES = /\b((?:set-)?cookie:\s{0,4}[\w.-]{1,64}=)(?![{$<])[^\r\n"'<>]{4,4096}/gi;
const SCHEME = /(?:earer|asic|igest|egotiate|NTLM) /;
const BEARER = /\b(Bearer\s+)(?=[^\s\d]{0,256}\d)[A-Za-z0-9\-._~+/]{20,}=*/gi;
const BASIC = /\b(Basic\s+)([A-Za-z0-9+/]{8,}={0,2})/gi;
/** A user and a password, which is all that base64 behind `Basic` may hold. */
const PAIR = /^[\x20-\x7e]+:[\x20-\x7e]+$/;
/** `"password": "x"` in a text that is no JSON as a whole, or is quoted once more. */
const NAMED_IN_JSON =
  /(\\{0,7}"([\w.\- ]{1,64})\\{0,7}"\s{0,4}:\s{0,4})(?:"((?:[^"\\]|\\.){1,4096})"|(\\{1,7}")([^"\\]{1,4096})\\{1,7}"|(\d{4,32}\b))/g;
/** What a template, a variable or a person will fill in. */
const FILLED_IN = /^(?:\{\{|\$\{|\$var\.|<[A-Z_]{1,64}>$)/;
/** `password=…`, `"token": "…"`: documents carry other documents as text. */
const NAMED_SECRET = new RegExp(
  `((?:${SECRET_WORDS}|pass|pwd)["']?\\s{0,4}[:=]\\s{0,4})` +
    `(?:"[^"]{1,4096}"|'[^']{1,4096}'|[^\\s,;&"'<>}\\]]{1,4096})`,
  'gi',
);
/** Values of cookies that nothing else has: settings are shorter. */
const COOKIE_VALUE = /(?:^|;\s{0,4})[^=;\s]{1,256}=([^;\s]{16,4096})/g;
/** Texts that are secrets wherever they stand: sealed ones, hashes of passwords. */
const SECRET_TEXT = /^(?:\$ENC|\$argon2|\$2[abxy]\$|\$scrypt\$|\$pbkdf2|\$[156y]\$|\{SSHA)/i;

/** The credentials that a header holds: what follows the scheme, the password of a pair, values of cookies. */
export function credentialsIn(header: string): readonly string[] {
  const [, scheme = '', rest = ''] =
    /^(Basic|Bearer|Digest|Negotiate|NTLM)\s+(\S+)$/i.exec(header) ?? [];
  if (rest === '') return [...header.matchAll(COOKIE_VALUE)].map(([, value = '']) => value);
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(rest, 'base64').toString() : '';
  return [rest, pair.slice(pair.indexOf(':') + 1)];
}

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
  if (SCHEME.test(shown)) shown = withoutHeaders(shown);
  if (shown.includes('ookie:')) shown = shown.replace(COOKIES, `$1${SHOWN}`);
  return shown;
}

/** Whether a text holds a credential, whatever its name. */
export function holdsCredentials(text: string): boolean {
  return withoutCredentials(text) !== text;
}

function withoutHeaders(text: string): string {
  return text
    .replace(HEADER, `$1${SHOWN}`)
    .replace(BEARER, `$1${SHOWN}`)
    .replace(BASIC, (whole, scheme: string, rest: string) =>
      PAIR.test(Buffer.from(rest, 'base64').toString('latin1')) ? `${scheme}${SHOWN}` : whole,
    );
}

/** The text without what stands under names of secrets in pieces of JSON. */
export function withoutNamedInJson(text: string): string {
  if (!text.includes('"')) return text;
  return text.replace(NAMED_IN_JSON, (whole: string, before: string, ...found: string[]) => {
    const [name = '', plain, quote = '"', quoted, number] = found;
    const value = plain ?? quoted ?? '';
    const isSecret =
      number === undefined ? soundsSecret(name) : isSecretNumber(name, Number(number));
    return isSecret && !FILLED_IN.test(value) ? `${before}${quote}${SHOWN}${quote}` : whole;
  });
}

/** A line of a log without the secrets that hide in one. */
export function withoutLogged(text: string): string {
  return withoutNamedInJson(withoutCredentials(text)).replace(LONG_AUTHORIZATION, `$1 ${SHOWN}`);
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
