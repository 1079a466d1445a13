import { type Placeholder } from '../../../platform/secrets/placeholders.js';

const SECRET_KEY = /password|secret|token|passphrase|community/i;

/**
 * True for keys whose texts are secrets, wherever in a profile they stand: those of the interface
 * all have such names, and what unknown parts hold under such a name is taken for one.
 */
export function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key);
}

/** What is shown in the place of a secret under this key. */
export function placeholderOf(key: string): Placeholder {
  if (/token/i.test(key)) return '<ACCESS_TOKEN>';
  return /password/i.test(key) ? '<PASSWORD>' : '<SECRET>';
}
