import { compareVersions, isOrderable } from './version.js';

const OPERATOR_GAP = /([<>=~^])\s+(?=[v\d])/g;
const HYPHEN_RANGE = /(\S+)\s+-\s+\S+/g;
const COMPARATOR = /^(>=|>|<=|<|=|\^|~)?\s*v?(.+)$/;
const WILDCARD_TAIL = /(^|\.)[xX*](\.[xX*])*$/;

/** No range that anybody writes is longer, and matching takes time that grows with its square. */
const LENGTH_MAX = 256;

/**
 * True when every version that the requirement allows is greater than the running one: the only
 * mismatch that the interface knows (`mismatchingDependencies`). Understands the npm range forms
 * (`^1.2`, `>=1 <3`, `1 - 2`, `1.x`, `a || b`) with the platform's own version forms in them. Upper
 * bounds are no mismatch, and a text that names no version (`""`, `*`, `latest`) asks for nothing.
 */
export function requiresMoreThan(requirement: string, running: string): boolean {
  if (requirement.length > LENGTH_MAX) return false;
  const alternatives = requirement.split('||').map((alternative) => lowerBounds(alternative));
  return alternatives.every((bounds) => bounds.some((bound) => isAbove(bound, running)));
}

interface LowerBound {
  readonly version: string;
  readonly isExclusive: boolean;
}

function isAbove({ version, isExclusive }: LowerBound, running: string): boolean {
  const difference = compareVersions(version, running);
  return isExclusive ? difference >= 0 : difference > 0;
}

function lowerBounds(alternative: string): readonly LowerBound[] {
  return alternative
    .replace(HYPHEN_RANGE, '>=$1')
    .replace(OPERATOR_GAP, '$1')
    .split(/[\s,]+/)
    .map((text) => toLowerBound(text))
    .filter((bound) => bound !== null);
}

function toLowerBound(comparator: string): LowerBound | null {
  const [, operator = '=', text = ''] = COMPARATOR.exec(comparator) ?? [];
  const version = text.replace(WILDCARD_TAIL, '');
  if (operator.startsWith('<') || !isOrderable(version)) return null;
  return { version, isExclusive: operator === '>' };
}
