/**
 * Options as the platform reads them: lists repeat their name, objects have theirs in brackets
 * (`queryOptions[equals][name]=x`). Absent values are left out.
 */
export function nestedQuery(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .flatMap(([name, value]) => pairs(name, value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function pairs(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (value === undefined || value === null) return [];
  if (value instanceof Date) return [[name, value.toISOString()]];
  if (Array.isArray(value)) return value.flatMap((one) => pairs(name, one));
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object') return [[name, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, one]) => pairs(`${name}[${key}]`, one));
}
