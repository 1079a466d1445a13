import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Free, FreeObject, ListOf, MapOf, Nested } from '../fields/structures.js';
import { Decimal, Flag, ListLimit, OneOf, Release, Text, Whole } from '../fields/values.js';
import { OpenShape } from '../shapes/open-shape.decorator.js';
import { validateShape } from '../validation/validate-shape.js';
import { ignoredFlatKeys, ignoredParameters } from './ignored-parameters.js';
import { decodeQueryObject, type DecodedQuery, type QueryForm } from './query-object.js';
import { parseQueryText } from './query-text.js';

class Equals {
  @Text({ optional: true }) readonly name?: string;
  @Text({ optional: true }) readonly version?: string;
}

class Options {
  @ListLimit({ min: 0, optional: true }) readonly limit?: number;
  @Whole({ optional: true }) readonly skip?: number;
  @OneOf([1, -1], { optional: true }) readonly order?: 1 | -1;
  @Decimal({ optional: true }) readonly ratio?: number;
  @Flag({ optional: true }) readonly expand?: boolean;
  @Release({ optional: true }) readonly platform_version?: string;
  @Text({ optional: true }) readonly search?: string;
  @Nested(() => Equals, { optional: true }) readonly equals?: Equals;
  @ListOf('text', { optional: true, nullable: true }) readonly name?: readonly string[] | null;
  @ListOf('whole', { optional: true }) readonly sizes?: readonly number[];
  @ListOf(() => Equals, { optional: true }) readonly any?: readonly Equals[];
  @MapOf('whole', { optional: true }) readonly counts?: Readonly<Record<string, number>>;
  @FreeObject({ optional: true }) readonly filter?: object;
  @Free({ optional: true }) readonly free?: unknown;
}

@OpenShape()
class AnyOptions {
  @Whole({ optional: true }) readonly limit?: number;
}

const WRAPPED: QueryForm = { wrapper: 'queryOptions', unknownKeys: 'refused' };
const IGNORING: QueryForm = { wrapper: 'queryParameters', unknownKeys: 'ignored' };
const FLAT: QueryForm = { wrapper: undefined, unknownKeys: 'ignored' };

const decode = (text: string, form: QueryForm = WRAPPED, body?: unknown): DecodedQuery =>
  decodeQueryObject(Options, form, { query: parseQueryText(text), body });
const valueOf = (text: string, form?: QueryForm, body?: unknown): unknown => {
  const decoded = decode(text, form, body);
  return decoded.kind === 'decoded' ? decoded.value : decoded.faults;
};
const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

describe('the options of a GET operation', () => {
  const forms: [string, string, unknown][] = [
    ['a JSON body', '', { queryOptions: { limit: 5, equals: { name: 'x' } } }],
    ['JSON text', `queryOptions=${json({ limit: 5, equals: { name: 'x' } })}`, undefined],
    ['brackets', 'queryOptions[limit]=5&queryOptions[equals][name]=x', undefined],
    [
      'encoded brackets',
      'queryOptions%5Blimit%5D=5&queryOptions%5Bequals%5D%5Bname%5D=x',
      undefined,
    ],
    ['flat keys', 'limit=5&equals[name]=x', undefined],
    [
      'JSON text in a leaf',
      `queryOptions[limit]=5&queryOptions[equals]=${json({ name: 'x' })}`,
      undefined,
    ],
    ['JSON text in a flat leaf', `limit=5&equals=${json({ name: 'x' })}`, undefined],
    [
      'text of digits in JSON',
      `queryOptions=${json({ limit: '5', equals: { name: 'x' } })}`,
      undefined,
    ],
  ];

  it.each(forms)('are read from %s', (_, text, body) => {
    expect(valueOf(text, WRAPPED, body)).toEqual({ limit: 5, equals: { name: 'x' } });
  });

  it('are an empty object when absent, and when the body is empty', () => {
    for (const body of [undefined, null, '', {}, { queryOptions: {} }])
      expect(valueOf('', WRAPPED, body)).toEqual({});
  });

  it('are put together, flat keys above brackets above JSON text above the body', () => {
    const body = { queryOptions: { limit: 1, skip: 1, order: 1, search: 'body' } };
    const text = `queryOptions=${json({ limit: 2, skip: 2, order: -1 })}`;
    expect(
      valueOf(`limit=4&${text}&queryOptions[limit]=3&queryOptions[skip]=3`, WRAPPED, body),
    ).toEqual({
      limit: 4,
      skip: 3,
      order: -1,
      search: 'body',
    });
  });

  it('are put together key by key in objects', () => {
    const body = { queryOptions: { equals: { name: 'body', version: '1' } } };
    expect(valueOf('queryOptions[equals][name]=x', WRAPPED, body)).toEqual({
      equals: { name: 'x', version: '1' },
    });
    expect(valueOf(`equals=${json({ name: 'y' })}&equals[version]=2`, WRAPPED, body)).toEqual({
      equals: { name: 'y', version: '2' },
    });
  });

  it.each([
    ['limit=5', { limit: 5 }],
    ['skip=-5', { skip: -5 }],
    ['order=-1', { order: -1 }],
    ['limit=007', { limit: 7 }],
    ['limit=-0', { limit: 0 }],
    ['ratio=-1.5', { ratio: -1.5 }],
    ['platform_version=2023.10', { platform_version: '2023.10' }],
    ['search=5', { search: '5' }],
    ['search=', { search: '' }],
    ['free=5', { free: '5' }],
    ['name=a', { name: ['a'] }],
    ['name[]=a', { name: ['a'] }],
    ['name=a&name=b', { name: ['a', 'b'] }],
    ['name[]=a&name=b', { name: ['a', 'b'] }],
    [`name=${json(['a', 'b'])}`, { name: ['a', 'b'] }],
    ['name=[a', { name: ['[a'] }],
    ['name=', { name: [''] }],
    ['sizes=1&sizes=2', { sizes: [1, 2] }],
    [`any=${json([{ name: 'x' }])}`, { any: [{ name: 'x' }] }],
    ['counts[a]=1&counts[b]=2', { counts: { a: 1, b: 2 } }],
    [`filter=${json({ a: { b: 1 } })}`, { filter: { a: { b: 1 } } }],
    ['filter[a][b]=1', { filter: { a: { b: '1' } } }],
  ])('read %s by their fields', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  it.each([
    ...['true', 'True', '1'].map((text) => [text, true] as const),
    ...['false', 'False', '0'].map((text) => [text, false] as const),
  ])('read the flag %s', (text, value) => {
    expect(valueOf(`expand=${text}`)).toEqual({ expand: value });
  });

  it.each([
    ...['limit=', 'limit=1e3', 'limit=0x10', 'limit=true', 'limit=1.0', 'limit=%205', 'limit=%2B5'],
    ...['limit=99999999999999999', 'limit=5&limit=6', 'limit[]=5', 'limit[a]=5', 'limit=-1'],
    ...['expand=yes', 'expand=TRUE', 'expand=', 'ratio=.5', 'ratio=1e5', 'ratio=NaN', 'ratio='],
    ...['order=0', 'order=%2B1', 'search=a&search=b', 'search[a]=b', 'search=a&search[b]=c'],
    ...['equals=x', 'equals=[]', 'equals[]=x', 'equals=null', 'equals=x&equals[name]=y'],
    ...['filter=x', 'counts[a]=x', 'sizes=1&sizes=x', 'name[a]=b', 'any=x'],
    ...['platform_version=latest', 'platform_version=2023.1.2.3.4'],
  ])('are refused for %s', (text) => {
    const decoded = decode(text);
    const value = decoded.kind === 'decoded' ? decoded.value : undefined;
    expect(validateShape(Options, value).kind).toBe('invalid');
  });

  it('keep null of JSON for validation to judge', () => {
    expect(valueOf(`queryOptions=${json({ name: null, equals: null })}`)).toEqual({
      name: null,
      equals: null,
    });
  });

  it.each([
    ['queryOptions=x', 'must be a JSON object of few levels'],
    ['queryOptions=', 'must be a JSON object of few levels'],
    ['queryOptions=[]', 'must be a JSON object of few levels'],
    ['queryOptions=null', 'must be a JSON object of few levels'],
    ['queryOptions[]={}', 'must be a JSON object of few levels'],
    ['queryOptions={}&queryOptions={}', 'must be given once'],
    ['queryOptions={"__proto__":{"polluted":1}}', 'must be a JSON object of few levels'],
    ['queryOptions={"a":{"constructor":1}}', 'must be a JSON object of few levels'],
    [`queryOptions=${'{"a":'.repeat(6)}1${'}'.repeat(6)}`, 'must be a JSON object of few levels'],
    [
      `queryOptions=${json(Object.fromEntries(Array.from({ length: 101 }, (_, key) => [key, 1])))}`,
      'must be a JSON object of few levels',
    ],
  ])('are refused when the object itself is given as %s', (text, detail) => {
    expect(decode(text.replaceAll('"', '%22'))).toEqual({
      kind: 'refused',
      faults: [{ pointer: '#/queryOptions', detail }],
    });
  });

  it.each([
    [[], '#'],
    ['text', '#'],
    [{ queryOptions: [] }, '#/queryOptions'],
    [{ queryOptions: '{}' }, '#/queryOptions'],
    [{ queryOptions: null }, '#/queryOptions'],
    [{ limit: 5 }, '#/limit'],
  ])('are refused for the body %j', (body, pointer) => {
    expect(decode('', WRAPPED, body)).toMatchObject({ kind: 'refused', faults: [{ pointer }] });
  });

  it('are refused with the fault of a malformed query string', () => {
    expect(decode('a=%zz')).toMatchObject({ kind: 'refused', faults: [{ pointer: '#' }] });
  });

  it('leave unknown keys in place where they are refused', () => {
    expect(valueOf('zap=1&queryOptions[zip]=2&queryParameters[a]=3')).toEqual({
      zap: '1',
      zip: '2',
      queryParameters: { a: '3' },
    });
  });

  it('drop and name unknown keys where they are ignored', () => {
    const body = { queryParameters: { include: 'x', limit: 1 }, stray: 1 };
    expect(decode('zap[a]=1&zap[b]=2&limit=2', IGNORING, body)).toEqual({
      kind: 'decoded',
      value: { limit: 2 },
      ignored: ['stray', 'include', 'zap'],
    });
  });

  it('keep unknown keys of an open shape', () => {
    const query = parseQueryText('limit=1&zap=2');
    expect(decodeQueryObject(AnyOptions, FLAT, { query, body: undefined })).toEqual({
      kind: 'decoded',
      value: { limit: 1, zap: '2' },
      ignored: [],
    });
  });

  it('take flat keys, and a body of them, where there is no wrapper', () => {
    expect(valueOf('limit=2&queryOptions[limit]=3', FLAT, { limit: 1, skip: 1 })).toEqual({
      limit: 2,
      skip: 1,
    });
  });

  it('never hold the credential', () => {
    expect(valueOf('token=a&token=b&token[]=c&limit=1')).toEqual({ limit: 1 });
    expect(decode('token=a', IGNORING)).toMatchObject({ value: {}, ignored: [] });
  });

  it('take a key that every object inherits as any other, and pollute nothing', () => {
    const body = JSON.parse(
      '{"queryOptions":{"__proto__":{"polluted":1},"toString":1}}',
    ) as unknown;
    const value = valueOf('valueOf=1&counts[toString]=2', WRAPPED, body);
    expect(Object.keys(value as object).sort()).toEqual([
      '__proto__',
      'counts',
      'toString',
      'valueOf',
    ]);
    expect(value).toHaveProperty('counts.toString', 2);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(validateShape(Options, value).kind).toBe('invalid');
  });

  const text = fc.string({ unit: 'grapheme', maxLength: 8 });
  const options = fc.record(
    {
      limit: fc.nat(),
      skip: fc.integer(),
      order: fc.constantFrom(1, -1),
      expand: fc.boolean(),
      search: text,
      equals: fc.record({ name: text, version: text }, { requiredKeys: [] }),
      name: fc.array(text, { minLength: 1, maxLength: 4 }),
      sizes: fc.array(fc.integer(), { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: [] },
  );
  const withoutEmpty = (value: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(value).filter(([, one]) => JSON.stringify(one) !== '{}'));

  it('come back from the canonical form, and from every other one, as they were', () => {
    fc.assert(
      fc.property(options, (given) => {
        const wanted = withoutEmpty(given);
        expect(valueOf(canonical('queryOptions', wanted))).toEqual(wanted);
        expect(valueOf(canonical(undefined, wanted), FLAT)).toEqual(wanted);
        expect(valueOf(`queryOptions=${json(wanted)}`)).toEqual(wanted);
        expect(valueOf('', WRAPPED, { queryOptions: wanted })).toEqual(wanted);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of two forms are those of the lower one under those of the higher one', () => {
    fc.assert(
      fc.property(options, options, (lower, higher) => {
        const expected = { ...lower, ...higher, equals: { ...lower.equals, ...higher.equals } };
        const query = canonical('queryOptions', withoutEmpty(higher));
        const body = { queryOptions: withoutEmpty(lower) };
        expect(valueOf(query, WRAPPED, body)).toEqual(withoutEmpty(expected));
      }),
      { numRuns: 1_000 },
    );
  });

  it('are decoded without a throw, whatever was sent', () => {
    const sent = fc.tuple(
      fc.array(
        fc.constantFrom('queryOptions', '[equals]', '[]', '=', '&', '{', '"a":1}', 'limit', '1'),
      ),
      fc.jsonValue(),
      fc.constantFrom(WRAPPED, IGNORING, FLAT),
    );
    fc.assert(
      fc.property(sent, ([parts, body, form]) => {
        expect(['decoded', 'refused']).toContain(decode(parts.join(''), form, body).kind);
      }),
      { numRuns: 2_000 },
    );
  });
});

function canonical(wrapper: string | undefined, value: Record<string, unknown>): string {
  const write = (key: string, one: unknown): string[] => {
    if (Array.isArray(one))
      return one.map((item) => `${key}[]=${encodeURIComponent(String(item))}`);
    if (typeof one !== 'object') return [`${key}=${encodeURIComponent(one as string)}`];
    return Object.entries(one ?? {}).flatMap(([name, child]) => write(`${key}[${name}]`, child));
  };
  return Object.entries(value)
    .flatMap(([key, one]) => write(wrapper === undefined ? key : `${wrapper}[${key}]`, one))
    .join('&');
}

describe('the header that names what is ignored', () => {
  it('names every flat key once, but not the credential', () => {
    expect(ignoredFlatKeys(parseQueryText('a=1&b[c]=2&a=3&token=x'))).toBe('a, b');
  });

  it('is absent when nothing is ignored', () => {
    for (const query of [parseQueryText('token=x'), parseQueryText('%'), undefined, {}])
      expect(ignoredFlatKeys(query)).toBeUndefined();
  });

  it('escapes what a header or its list could not carry', () => {
    expect(ignoredParameters(['a, b', 'ü\r\nSet-Cookie: x', '\ud800'])).toBe(
      'a%2C%20b, %C3%BC%0D%0ASet-Cookie%3A%20x, %EF%BF%BD',
    );
  });

  it('is of bounded length', () => {
    const names = Array.from({ length: 100 }, (_, index) => `${index}${'\u{1f600}'.repeat(500)}`);
    expect(ignoredParameters(names).length).toBeLessThan(520);
    expect(ignoredParameters(names)).toMatch(/, \.\.\.$/);
  });
});
