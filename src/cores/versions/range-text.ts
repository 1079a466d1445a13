import { isOrderable } from './version.js';

const HYPHEN_RANGE = /(\S+)\s+-\s+(\S+)/g;
const OPERATOR_GAP = /([<>=~^])\s+(?=[v\d])/g;
const COMPARATOR = /^(>=|>|<=|<|=|\^|~>?)?\s*v?(.+)$/;
const WILDCARD_TAIL = /(^|\.)[xX*](\.[xX*])*$/;
/** No range that anybody writes is longer, and matching takes time that grows with its square. */
const LENGTH_MAX = 256;
/** `~>1.2` is another spelling. */
const OPERATORS = new Set(['>=', '>', '<=', '<', '=', '^', '~'] as const);
export type RangeOperator = typeof OPERATORS extends Set<infer T> ? T : never;

/** `>=1.2` in parts; wildcards at the end of the version are left out (`1.x` becomes `1`). */
export interface Comparator {
  readonly operator: RangeOperator;
  readonly version: string;
}

/**
 * A range as its alternatives (`||`), each of them comparators that must all hold. Understands the
 * npm forms (`^1.2`, `>=1 <3`, `1 - 2`, `1.x`, `a || b`) with the platform's own version forms in
 * them. Whatever names no version (`""`, `*`, `latest`, `file:…`) is left out: it asks for nothing.
 */
export function readRange(text: string): readonly (readonly Comparator[])[] {
  if (text.length > LENGTH_MAX) return [[]];
  return text.split('||').map((alternative) => readComparators(alternative));
}

function readComparators(alternative: string): readonly Comparator[] {
  return alternative
    .replace(HYPHEN_RANGE, '>=$1 <=$2')
    .replace(OPERATOR_GAP, '$1')
    .split(/[\s,]+/)
    .map((text) => readComparator(text))
    .filter((comparator) => comparator !== null);
}

function readComparator(text: string): Comparator | null {
  const [, written = '=', rest = ''] = COMPARATOR.exec(text) ?? [];
  const operator = written === '~>' ? '~' : written;
  const version = rest.replace(WILDCARD_TAIL, '');
  return isOperator(operator) && isOrderable(version) ? { operator, version } : null;
}

function isOperator(text: string): text is RangeOperator {
  return (OPERATORS as ReadonlySet<string>).has(text);
}
