/** What names of secrets hold, plurals included: the inside of a regular expression, any case. */
export const SECRET_WORDS =
  'passw(?:or)?ds?|passphrases?|passcodes?|secrets?(?!ar)|tokens?(?!i[sz])|communit(?:y|ies)|' +
  '(?:api|private|access|auth|priv|encryption|md5|pre[-_]?shared)[-_]?keys?|key[-_]?strings?';

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
