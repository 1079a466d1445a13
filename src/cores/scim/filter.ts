import { type AttributePath } from './attribute-path.js';

export const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** One condition of a filter, on the value of an attribute. */
export interface Compare {
  readonly kind: 'compare';
  readonly path: AttributePath;
  readonly op: Comparison;
  readonly value: string | number | boolean | null;
}

/** A filter (RFC 7644, 3.4.2.2) whose attributes are known. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | { readonly kind: 'present'; readonly path: AttributePath }
  /** `emails[…]`: one and the same value meets the filter, whose paths begin there. */
  | { readonly kind: 'some'; readonly path: AttributePath; readonly filter: Filter }
  | Compare;

/** What a change is about: an attribute, of some of its values where there is a filter. */
export interface PatchTarget {
  readonly path: AttributePath;
  readonly filter?: Filter;
  /** Of the values that the filter finds, this part. */
  readonly sub?: AttributePath;
}

/** Whether a filter looks at an attribute of the resource. */
export function mentions(filter: Filter, name: string): boolean {
  if ('filters' in filter) return filter.filters.some((one) => mentions(one, name));
  if ('path' in filter) return filter.path[0]?.name === name;
  return mentions(filter.filter, name);
}
