import { pathKey } from './attribute-path.js';
import { type Filter } from './filter.js';
import { matches } from './matches.js';
import { type ResourceType } from './schema.js';

/**
 * The filter without the conditions that the type alone decides: `meta.resourceType`, and attributes of other types, which
 * have no value here (RFC 7644, 3.4.2.1). True or false where nothing else is asked.
 */
export function settleFilter(filter: Filter, type: ResourceType): Filter | boolean {
  if (filter.kind === 'not') {
    const part = settleFilter(filter.filter, type);
    return typeof part === 'boolean' ? !part : { kind: 'not', filter: part };
  }
  if ('filters' in filter) return settledParts(filter, type);
  const [first] = filter.path;
  const isSettled =
    first === undefined ||
    !type.attributes.includes(first) ||
    pathKey(filter.path) === 'meta.resourceType';
  return isSettled ? matches(filter, { meta: { resourceType: type.name } }) : filter;
}

function settledParts(
  { kind, filters }: Extract<Filter, { readonly kind: 'and' | 'or' }>,
  type: ResourceType,
): Filter | boolean {
  const parts = filters.map((one) => settleFilter(one, type));
  const deciding = kind === 'or';
  if (parts.includes(deciding)) return deciding;
  const open = parts.filter((part) => typeof part !== 'boolean');
  const [only] = open;
  if (!only) return !deciding;
  return open.length === 1 ? only : { kind, filters: open };
}
