import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { walkLength } from '../../../test/support/walk-length.js';
import { MalformedQuery, parseQueryText, queryEntries, type QueryEntry } from './query-text.js';

const entriesOf = (text: string): [string, string][] =>
  queryEntries(parseQueryText(text)).map(({ path, text: value, listed }) => [
    path.join('.') + (listed ? '[]' : ''),
    value,
  ]);
const faultOf = (text: string): unknown => {
  const query = parseQueryText(text);
  return query instanceof MalformedQuery ? query.fault : undefined;
};

describe('the query parser', () => {
  it('reads nothing out of nothing', () => {
    expect(entriesOf('')).toEqual([]);
    expect(entriesOf('&&')).toEqual([]);
  });

  it('reads flat and bracketed keys in their order', () => {
    expect(entriesOf('limit=5&queryOptions[equals][name]=x&name[]=a&name[]=b')).toEqual([
      ['limit', '5'],
      ['queryOptions.equals.name', 'x'],
      ['name[]', 'a'],
      ['name[]', 'b'],
    ]);
  });

  it('reads percent-encoded brackets as brackets', () => {
    expect(entriesOf('queryOptions%5Bequals%5D%5Bname%5d=a%20b+c%26%3D%C3%BC')).toEqual([
      ['queryOptions.equals.name', 'a b c&=ü'],
    ]);
  });

  it('reads a key without a value as empty text, and an = in a value as it is', () => {
    expect(entriesOf('flag&a=b=c&=x')).toEqual([
      ['flag', ''],
      ['a', 'b=c'],
      ['', 'x'],
    ]);
  });

  it.each(['a[b', 'a]b', '[a]', 'a[b]c', 'a[][b]', 'a[[b]]', 'a[b][', '[]'])(
    'takes the key %j, whose brackets do not match, as a flat one',
    (key) => {
      expect(entriesOf(`${key}=1`)).toEqual([[key, '1']]);
    },
  );

  it('hands single texts to readers of flat keys', () => {
    const query = parseQueryText('token=abc&a=1&a=2&b[c]=3');
    expect(Object.entries(query)).toEqual([
      ['token', 'abc'],
      ['a', ['1', '2']],
    ]);
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect('b' in query).toBe(false);
  });

  it('takes a key that every object inherits as any other', () => {
    expect(entriesOf('toString=1&a[valueOf]=2')).toEqual([
      ['toString', '1'],
      ['a.valueOf', '2'],
    ]);
  });

  it.each([
    ['%', '#'],
    ['a=%zz', '#'],
    ['%E0%A4%A=1', '#'],
    ['a=%FF', '#'],
    ['a=%C0%AF', '#'],
    ['a=ü', '#'],
    ['a=\u0000', '#'],
    ['a[b][c][d][e][f]=1', '#/a/b/c/d/e/f'],
    ['__proto__=1', '#/__proto__'],
    ['a[__proto__][polluted]=1', '#/a/__proto__/polluted'],
    ['a[constructor][prototype]=1', '#/a/constructor/prototype'],
    ['a%5B__proto__%5D=1', '#/a/__proto__'],
  ])('marks %j as malformed', (text, pointer) => {
    expect(faultOf(text)).toMatchObject({ pointer });
  });

  it('admits 100 keys and five levels, not more', () => {
    const keys = (count: number): string => Array.from({ length: count }, () => 'a=1').join('&&');
    expect(entriesOf(keys(100))).toHaveLength(100);
    expect(faultOf(keys(101))).toEqual({
      pointer: '#',
      detail: 'The query string has more than 100 keys',
    });
    expect(entriesOf('a[b][c][d][e]=1')).toEqual([['a.b.c.d.e', '1']]);
  });

  it('stays fast on text made to be slow', () => {
    const text = `${'a['.repeat(50_000)}=1&${'['.repeat(50_000)}&${'a[]'.repeat(50_000)}`;
    expect(entriesOf(text)).toHaveLength(3);
  });

  it('never throws, whatever the text', () => {
    const part = fc.constantFrom(
      '%',
      '%5B',
      '[',
      ']',
      '=',
      '&',
      '+',
      '__proto__',
      'a',
      '%ff',
      '\ud800',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        expect(typeof parseQueryText(given)).toBe('object');
      }),
      { numRuns: walkLength(1000, 5000) },
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('reads every canonical form back', () => {
    const step = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
      .filter((name) => !/[[\]]|^(__proto__|constructor|prototype)$/.test(name));
    const entry = fc.record({
      path: fc.array(step, { minLength: 1, maxLength: 5 }),
      text: fc.string({ unit: 'grapheme' }),
      listed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        expect(queryEntries(parseQueryText(entries.map(write).join('&')))).toEqual(entries);
      }),
      { numRuns: 1_000 },
    );
  });
});

function write({ path: [first = '', ...steps], text, listed }: QueryEntry): string {
  const key = first + steps.map((step) => `[${step}]`).join('') + (listed ? '[]' : '');
  return `${encodeURIComponent(key)}=${encodeURIComponent(text)}`;
}
