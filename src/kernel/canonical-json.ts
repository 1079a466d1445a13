/** What a record is made of: JSON, and points in time. */
export type Canonical =
  | string
  | number
  | boolean
  | null
  | Date
  | readonly Canonical[]
  | { readonly [key: string]: Canonical };

/**
 * The one spelling of a value: keys in the order of their UTF-16 units, no blanks, points in time as
 * ISO 8601 text. Two records have the same hash only if they say the same.
 */
export function canonicalJson(value: Canonical): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${(value as readonly Canonical[]).map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value as Readonly<Record<string, Canonical>>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join()}}`;
}
