import { type Comparator, readRange } from './range-text.js';
import { compareVersions } from './version.js';

/**
 * True when every version that the requirement allows is greater than the running one: the only
 * mismatch that the interface knows (`mismatchingDependencies`). Upper bounds are no mismatch, and a
 * text that names no version (`""`, `*`, `latest`) asks for nothing.
 */
export function requiresMoreThan(requirement: string, running: string): boolean {
  return readRange(requirement).every((comparators) =>
    comparators.some((comparator) => isAbove(comparator, running)),
  );
}

function isAbove({ operator, version }: Comparator, running: string): boolean {
  if (operator.startsWith('<')) return false;
  const difference = compareVersions(version, running);
  return operator === '>' ? difference >= 0 : difference > 0;
}
