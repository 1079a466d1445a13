import { type InstancePath, type PathStep } from './instance-path.js';

/** The datastore resource of RESTCONF, below the base of an adapter. */
export const DATASTORE = '/restconf/data';

/**
 * A value of a key as RFC 8040 (section 3.5.3) wants it in a path: every character that is reserved
 * anywhere in a URI is percent-encoded, an empty text stays empty.
 * @param value without lone surrogates.
 */
export function encodeKey(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The path of an instance with its keys, as results show it: `/l3vpn:vpn/l3vpn=acme`.
 * @param keys values of the keys of the last step, in the order of the model.
 */
export function instanceXpath({ steps }: InstancePath, keys: readonly string[]): string {
  const last = steps.length - 1;
  return steps
    .map((step, at) => `/${step.name}${keyText(at === last ? keys : valuesOf(step))}`)
    .join('');
}

/** The values by which a step names an entry; none for a container. */
export function valuesOf({ keys }: PathStep): readonly string[] {
  if (!keys) return [];
  return keys.kind === 'values' ? keys.values : keys.leaves.map(([, value]) => value);
}

function keyText(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `=${keys.map(encodeKey).join(',')}`;
}
