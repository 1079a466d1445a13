import { type JsonValue } from '../../kernel/json.js';

/** What names of secrets hold, plurals included: the inside of a regular expression, any case. */
export const SECRET_WORDS =
  'passw(?:or)?ds?|passphrases?|passcodes?|secrets?(?!ar)|tokens?(?!i[sz])|communit(?:y|ies)|' +
  '(?:api|private|access|auth|priv|encryption|subscription|md5|pre[-_]?shared)[-_]?keys?(?!-?chain)|key[-_]?strings?';

/** Words that hold others too often: they count where they stand alone. */
const WORD_ALONE = '(?:^|[^a-z])(?:pwd|psk)(?:$|[^a-z])|^pass$';
const SECRET_NAME = new RegExp(`${SECRET_WORDS}|${WORD_ALONE}`, 'i');
/** Names that only speak about a secret: its id, its time, its rules, how many there are. */
const ABOUT_A_SECRET =
  /(?:name|count|seconds|minutes|form|kind|policy|policies|rules?|length|types?|timeout|expiry|expires|expiration|lifetime|required|enabled|changed|format|pattern|schema|label|hint|status|endpoint|file|path)$|[_\-. ](?:ids?|at|ms|ur[il]|ttl|in|max|min|age|size)$/i;
/** The same after a small letter: `tokenAt` speaks about a token, and `flat` about none. */
const ABOUT_IN_CAMEL_CASE = /[a-z0-9](?:Ids?|At|Ms|Ur[il]|URL|Ttl|TTL|In|Max|Min|Age|Size)$/;

/** Names whose values logs and the audit trail hide as well, in doubt. */
const IN_DOUBT = /authorization|cookie|credential/i;
/** Documents that the audit trail keeps hold hashes and keys under names that nobody else sees. */
const STORED_SECRET =
  /(?:hash|digest|(?:^|[^a-z])(?:key|pin|otp|salt)|[a-z0-9](?:Key|Pin|Otp|Psk|Salt)|pem|private|signature|authkey|privkey|apikey)$/;

/** Names of codes: secrets when they hold digits; `pin: 'A1'` is one of a connector. */
const CODE_NAME = /(?:^|[^A-Za-z])(?:pin|Pin|PIN|otp|Otp|OTP)$|[a-z](?:Pin|PIN|Otp|OTP)$/;
const CODE = /^\d{4,12}$/;
/** Names of one secret. Plurals count (`tokens: 12000`), and a community of BGP is a number. */
const ONE_SECRET =
  /(?:passw(?:or)?d|passphrase|passcode|secret|token|(?:api|private|access|auth|priv|encryption|md5|shared)[-_]?key|key[-_]?string|^pass|(?:^|[^a-z])(?:pwd|psk))(?:[-_ ]?(?:value|text|\d{1,3}))?$/i;
/** Smaller numbers are counts, levels and switches. */
const SECRET_NUMBER_MIN = 1000;

/** Headers that carry secrets; what they hold tells them from rules of authorization, or settings of cookies. */
const AUTHORIZATION_NAME = /^(?:(?:proxy|x)[-_])?authorization(?:[-_]?header)?$|^auth[-_]?header$/i;
const AUTHORIZATION = new RegExp(
  '^(?:Basic|Bearer|Digest|Negotiate|NTLM)\\s+(?![{$<])\\S{4}|' +
    '^(?:Token|Api-?Key|OAuth|Hawk|SSWS)\\s+(?![{$<])(?=\\S*\\d)\\S{8}|' +
    '^(?=[^\\d\\s]*\\d)(?=[^a-z\\s]*[a-z])[^\\s{}<>,;:]{24,}$',
  'i',
);
const COOKIE_NAME = /^(?:set[-_]?)?cookies?$/i;
const COOKIE = /^[\w!#%&'*+.^`|~-]{1,256}=(?![{$<])\S{4}/;

/** The same few names come again and again; what is known of them is kept, but not of any number. */
const NAMES_KNOWN_MAX = 2000;

/**
 * True for a name that speaks of a secret, wherever in it, and not only about one: the one list that
 * documents, data of jobs and events, logs and the audit trail go by.
 */
export const soundsSecret = remembered((name) => SECRET_NAME.test(name) && !isAboutSecret(name));

/** True for any name that holds such a word: settings are sealed by this, rather one too many. */
export function mentionsSecret(name: string): boolean {
  return SECRET_NAME.test(name);
}

const mayBeSecretByName = remembered((name) =>
  [AUTHORIZATION_NAME, COOKIE_NAME, CODE_NAME].some((form) => form.test(name)),
);
const isOneSecret = remembered(
  (name) => (ONE_SECRET.test(name) && !isAboutSecret(name)) || CODE_NAME.test(name),
);

/**
 * True for a value that is secret by name and form together, though the name alone does not make it one:
 * headers (a value or a list of them), and codes of digits.
 */
export function isSecretByForm(name: string, value: JsonValue): boolean {
  if (!mayBeSecretByName(name)) return false;
  const form = formUnder(name);
  const values = Array.isArray(value) ? value : [value];
  return values.some((one) => typeof one === 'string' && form.test(one));
}

function formUnder(name: string): RegExp {
  if (AUTHORIZATION_NAME.test(name)) return AUTHORIZATION;
  return COOKIE_NAME.test(name) ? COOKIE : CODE;
}

/** True for a number that is a secret: as the value of its name, or as an item of the list of that name. */
export function isSecretNumber(name: string, value: number, isItem = false): boolean {
  return (
    Math.abs(value) >= SECRET_NUMBER_MIN && isOneSecret(isItem ? name.replace(/s$/i, '') : name)
  );
}

/** True for names whose values logs do not show. */
export const isHiddenInLogs = remembered(
  (name) => soundsSecret(name) || (IN_DOUBT.test(name) && !isAboutSecret(name)),
);

/** True for names whose values the audit trail does not keep. */
export const isHiddenInAudit = remembered(
  (name) => isHiddenInLogs(name) || STORED_SECRET.test(name),
);

function isAboutSecret(name: string): boolean {
  return ABOUT_A_SECRET.test(name) || ABOUT_IN_CAMEL_CASE.test(name);
}

function remembered(judge: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const verdict = judge(name);
    if (known.size < NAMES_KNOWN_MAX && name.length <= 256) known.set(name, verdict);
    return verdict;
  };
}
