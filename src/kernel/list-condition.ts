/** How a list is narrowed: a field of its items, what is asked of it, and the values. */
export const LIST_VERBS = [
  'equals',
  'contains',
  'startsWith',
  'starts-with',
  'in',
  'not-in',
  'gt',
  'gte',
  'lt',
  'lte',
  'exists',
] as const;
/** A verb as callers write it. */
export type WrittenVerb = (typeof LIST_VERBS)[number];
/** A verb; `starts-with` is another way to write `startsWith`. */
export type ListVerb = Exclude<WrittenVerb, 'starts-with'>;

/** What the values of a field are; `any` where the contract leaves that open. */
export type ListFieldKind = 'text' | 'number' | 'flag' | 'time' | 'any';

/** A value that a field is compared with; times in milliseconds since 1970. */
export type ListValue = string | number | boolean;

/** One condition; a list is narrowed by all that are given. */
export interface ListCondition {
  readonly field: string;
  readonly kind: ListFieldKind;
  readonly verb: ListVerb;
  /** One value; `in` and `not-in` have any number. */
  readonly values: readonly ListValue[];
}
