import { ConfigError } from '../config/config.js';
import { type SecretBox } from './secret-box.js';

/** The text whose sealed form tells right keys from wrong ones. */
export const CHECK_TEXT = 'these keys open the secrets of this database';

/**
 * How the keys at hand fit a database: `newest` when some node has started with the newest of them,
 * `older` when none has, `unreadable` when none of them is a key of this database.
 */
export type KeyState = 'newest' | 'older' | 'unreadable';

/** @param check the check value as stored; undefined in a new database, which fits any key */
export function keyStateOf(check: string | undefined, box: SecretBox): KeyState {
  if (check === undefined) return 'newest';
  const outcome = box.tryUnseal(check);
  if (outcome.kind === 'unreadable' || outcome.text !== CHECK_TEXT) return 'unreadable';
  return outcome.byNewestKey ? 'newest' : 'older';
}

/** What whoever starts with keys of another database is told. */
export function wrongKeys(): ConfigError {
  return new ConfigError([
    'SECRETS_KEYS (or secrets.key in the data directory) must hold a key with which the secrets of ' +
      'this database were sealed, but holds others: put the former keys back',
  ]);
}
