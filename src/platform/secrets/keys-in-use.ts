import { SecretBox } from './secret-box.js';

/**
 * The keys in the order in which the nodes of a database have them: the one that sealed its check
 * value in front. A command must not seal with a key that no node has started with yet.
 * @param check the check value as stored; undefined in a new database
 */
export function keysInUse(keys: readonly Buffer[], check: string | undefined): readonly Buffer[] {
  if (check === undefined) return keys;
  const inFront = keys.find((key) => new SecretBox([key]).tryUnseal(check).kind === 'unsealed');
  return inFront ? [inFront, ...keys.filter((key) => key !== inFront)] : keys;
}
