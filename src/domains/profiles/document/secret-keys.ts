import { type Placeholder } from '../../../platform/secrets/placeholders.js';
import { mentionsSecret } from '../../../platform/secrets/secret-names.js';
import { isTargetKey } from './secret-target.js';

/** Keys of this map are names that its owner chose: they say nothing of what lies below. */
const NAMED_BY_OWNER = ['prebuiltProps', 'repoConfigs'] as const;

/**
 * True for places whose texts are secrets: at a key that sounds like one, and anywhere below it but
 * where it is said to whom the secret goes. Those of the interface all have such names; unknown
 * parts of a profile are read by the same list.
 */
export function isSecretPlace(path: readonly (string | number)[]): boolean {
  const keys = path.map((key, at) => (isChosenName(path, at) ? '' : String(key)));
  const last = keys.findLast((_, at) => typeof path[at] === 'string') ?? '';
  return mentionsSecret(last) || (keys.some(mentionsSecret) && !isTargetKey(last));
}

/** What is shown in the place of a secret under this key. */
export function placeholderOf(key: string): Placeholder {
  if (/token/i.test(key)) return '<ACCESS_TOKEN>';
  return /password/i.test(key) ? '<PASSWORD>' : '<SECRET>';
}

function isChosenName(path: readonly (string | number)[], at: number): boolean {
  return at === NAMED_BY_OWNER.length && NAMED_BY_OWNER.every((key, level) => path[level] === key);
}
