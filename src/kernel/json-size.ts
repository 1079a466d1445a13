import { type JsonValue } from './json.js';

/**
 * Whether a value holds more values than so many, itself among them; looks at no more of them than that.
 * @param sizeOf what a text counts as
 */
export function hasMoreValues(
  value: JsonValue,
  valuesMax: number,
  sizeOf: (text: string) => number = () => 1,
): boolean {
  const open = [value];
  let count = 0;
  for (let one = open.pop(); one !== undefined && count <= valuesMax; one = open.pop()) {
    count += typeof one === 'string' ? sizeOf(one) : 1;
    if (typeof one !== 'object' || one === null) continue;
    for (const member of Object.values(one)) open.push(member);
  }
  return count > valuesMax;
}
