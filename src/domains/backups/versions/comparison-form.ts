import { createHash } from 'node:crypto';

/** A line, or a part of one, that changes without anybody changing the device. */
export interface VolatilePattern {
  readonly pattern: RegExp;
}

/**
 * A text without what is volatile in it: equal ones are the same version. A line of which nothing else
 * remains is left out.
 * @param visible a masked text without spellings of secrets.
 */
export function comparisonForm(visible: string, volatile: readonly VolatilePattern[]): string {
  const kept: string[] = [];
  for (const line of visible.split('\n')) {
    const form = withoutVolatile(line, volatile);
    if (form !== undefined) kept.push(form);
  }
  return kept.join('\n');
}

/** Undefined for a line that is volatile as a whole. */
function withoutVolatile(line: string, volatile: readonly VolatilePattern[]): string | undefined {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  let rest = text;
  for (const { pattern } of volatile) rest = rest.replace(pattern, '');
  if (rest === text) return line;
  return rest.trim() === '' ? undefined : rest;
}

/** A short form of the comparison forms of both texts of a version. */
export function fingerprint(
  raw: string,
  xml: string,
  volatile: readonly VolatilePattern[],
): string {
  const hash = createHash('sha256').update(comparisonForm(raw, volatile));
  return hash.update('\0').update(comparisonForm(xml, volatile)).digest('hex');
}
