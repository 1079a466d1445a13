import { describe, expect, it } from 'vitest';
import { nestedQuery } from './nested-query.js';

describe('options on the query string', () => {
  it('have lists by repeating the name, objects in brackets, and leave out what is absent', () => {
    const query = {
      status: ['error', 'paused'],
      limit: 2,
      none: undefined,
      nothing: null,
      queryOptions: { equals: { name: '@a/b & c' }, order: -1 },
    };
    expect(decodeURIComponent(nestedQuery(query))).toBe(
      'status=error&status=paused&limit=2&queryOptions[equals][name]=@a/b & c&queryOptions[order]=-1',
    );
    expect(nestedQuery({ 'a&b': 'c=d' })).toBe('a%26b=c%3Dd');
  });

  it('write times as ISO 8601', () => {
    expect(nestedQuery({ from: new Date(0) })).toBe('from=1970-01-01T00%3A00%3A00.000Z');
  });
});
