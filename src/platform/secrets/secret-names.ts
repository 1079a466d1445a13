/** What names of secrets hold, plurals included: the inside of a regular expression, any case. */
export const SECRET_WORDS =
  'passw(?:or)?ds?|passphrases?|secrets?|tokens?|communit(?:y|ies)|api[-_]?keys?|private[-_]?keys?';

const SECRET_NAME = new RegExp(SECRET_WORDS, 'i');

/**
 * True for a name that speaks of a secret, wherever in it: the one list that documents, logs and the
 * audit go by. Places where other names mean a secret as well add those themselves.
 */
export function soundsSecret(name: string): boolean {
  return SECRET_NAME.test(name);
}
