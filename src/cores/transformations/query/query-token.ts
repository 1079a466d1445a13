import { type PatternValue } from '../pattern-value.js';

/** What a query compares with or looks under: a text, a query of its own, or a parameter, which nobody gives. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'query'; readonly tokens: readonly Token[] }
  | { readonly kind: 'parameter' };

/** How a condition compares. */
export const OPERATORS = ['=', '~', ':', '<=', '>=', '<', '>'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A condition on the elements of a list. */
export interface Condition {
  readonly key: Part;
  readonly operator: Operator;
  readonly negate: boolean;
  readonly operand: Part | { readonly kind: 'pattern'; readonly pattern: PatternValue };
  /** How it goes together with those before it. */
  readonly joint: '&' | '|' | undefined;
}

/** One step of a query. */
export type Token =
  | { readonly kind: 'get'; readonly key: Part }
  /** Changes nothing. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'values'; readonly isDeep: boolean }
  | {
      readonly kind: 'select';
      readonly isMultiple: boolean;
      /** Undefined in place of a first condition that is none: looking for it is an error. */
      readonly conditions: readonly (Condition | undefined)[];
    }
  /** Back to the whole value, or to what is given in parentheses. */
  | { readonly kind: 'root'; args?: readonly Part[] }
  | { readonly kind: 'parent' }
  | { readonly kind: 'or' }
  | { readonly kind: 'filter'; readonly name: string; args?: readonly Part[] }
  /** The first member for which a query finds something. */
  | { readonly kind: 'deep'; readonly tokens: Token[] };
