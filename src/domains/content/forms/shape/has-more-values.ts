import { type JsonValue } from '../../../../kernel/json.js';

/** Whether a value holds more values than that, itself among them; it looks at no more than it must. */
export function hasMoreValues(value: JsonValue, most: number): boolean {
  const waiting: JsonValue[] = [value];
  for (let seen = 1; seen <= most; seen += 1) {
    const next = waiting.pop();
    if (next === undefined) return false;
    if (typeof next !== 'object' || next === null) continue;
    const members = Object.values(next);
    if (seen + waiting.length + members.length > most) return true;
    for (const member of members) waiting.push(member);
  }
  return waiting.length > 0;
}
