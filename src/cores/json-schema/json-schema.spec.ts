import { describe, expect, it } from 'vitest';
import { type Fault } from '../../kernel/app-error.js';
import { type JsonValue } from '../../kernel/json.js';
import { compileSchema } from './json-schema.js';

async function validated(schema: JsonValue, value: unknown): Promise<readonly Fault[]> {
  const compiled = await compileSchema(schema);
  if (compiled.kind === 'refused') throw new Error(compiled.detail);
  return compiled.validate(value);
}

async function refusalOf(schema: JsonValue): Promise<string | null> {
  const compiled = await compileSchema(schema);
  return compiled.kind === 'refused' ? compiled.detail : null;
}

describe('compileSchema', () => {
  it('points to every fault', async () => {
    const schema = {
      type: 'object',
      required: ['a/b'],
      additionalProperties: false,
      properties: { 'a/b': {}, list: { items: { type: 'number' } } },
    };
    expect(await validated(schema, { list: [1, 'x'], '~': 1 })).toEqual(
      expect.arrayContaining([
        { pointer: '#/a~1b', detail: 'is required' },
        { pointer: '#/~0', detail: 'is not permitted' },
        { pointer: '#/list/1', detail: 'must be number' },
      ]),
    );
  });

  it('names the values that are allowed, and cuts long lists of them', async () => {
    expect(await validated({ enum: ['up', 'down', 1] }, 'left')).toEqual([
      { pointer: '#', detail: 'must be one of "up", "down", 1' },
    ]);
    expect(await validated({ const: 'up' }, 'down')).toEqual([
      { pointer: '#', detail: 'must be "up"' },
    ]);
    const many = Array.from({ length: 1000 }, (_, at) => at);
    expect((await validated({ enum: many }, 'x'))[0]?.detail).toMatch(/^must be one of 0, .*…$/);
    // One of these two is cut where a character of two units stands.
    for (const first of ['x', 'xx']) {
      const [fault] = await validated({ const: first + '😀'.repeat(1000) }, 'y');
      expect(fault?.detail).toMatch(/^must be \P{Surrogate}+…$/u);
    }
  });

  describe('of several branches', () => {
    const branch = (kind: string, more: object) => ({
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: kind }, ...more },
    });
    const port = branch('port', {
      number: { type: 'number' },
      mode: { enum: ['access', 'trunk'] },
    });
    const schema = {
      properties: {
        list: {
          items: { oneOf: [{ type: 'string' }, port, branch('loop', { id: { maximum: 9 } })] },
        },
      },
    } as JsonValue;

    it('tells of the one that was meant alone', async () => {
      const list = ['x', { kind: 'port', number: 'x', mode: 'z' }, { kind: 'loop', id: 10 }];
      expect(await validated(schema, { list })).toEqual([
        { pointer: '#/list/1/number', detail: 'must be number' },
        { pointer: '#/list/1/mode', detail: 'must be one of "access", "trunk"' },
        { pointer: '#/list/2/id', detail: 'must be <= 9' },
      ]);
    });

    it('tells of all where none was meant plainly', async () => {
      const faults = await validated(schema, { list: [{ kind: 'other' }] });
      expect(faults.map(({ detail }) => detail)).toEqual([
        'must be string',
        'must be "port"',
        'must be "loop"',
        'must match exactly one schema in oneOf',
      ]);
    });
  });

  it('gives names and dialects no meaning, and leaves data alone', async () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'not a URI at all',
      id: 'old',
      properties: { id: { const: { id: 'x', $id: 'y' } } },
    };
    expect(await validated(schema, { id: { id: 'x', $id: 'y' } })).toEqual([]);
    expect(await validated(schema, { id: {} })).toHaveLength(1);
  });

  it('ignores keywords and formats that it does not know', async () => {
    expect(await validated({ showAs: 'table', format: 'hostgroup' }, 'x')).toEqual([]);
  });

  it('refuses references to the outside', async () => {
    expect(await refusalOf({ $ref: 'http://example.com/schema.json' })).toContain('example.com');
  });

  it.each([null, 'text', 1, ['x']])('refuses %j, which is no schema', async (schema) => {
    expect(await refusalOf(schema as JsonValue)).toBe('is no schema');
  });

  it('refuses what is too large', async () => {
    expect(await refusalOf({ description: 'x'.repeat(300_000) })).toBe('is too large');
  });

  it('runs patterns in linear time where it can', async () => {
    const text = `${'x'.repeat(100_000)}!`;
    expect(await validated({ pattern: '^(x+x+)+y$' }, text)).toHaveLength(1);
  });

  it.each([
    ['^(?!eth)\\w+$', 'lo0', 'eth0'],
    ['^(a|b)\\1$', 'bb', 'ab'],
    ['^a\\sb$', 'a\u00a0b', 'a_b'],
    ['^a.b$', 'a\u0085b', 'a\u2028b'],
  ])('reads the pattern %s as JavaScript does', async (pattern, fits, other) => {
    expect([await validated({ pattern }, fits), new RegExp(pattern).test(fits)]).toEqual([
      [],
      true,
    ]);
    expect([(await validated({ pattern }, other)).length, new RegExp(pattern).test(other)]).toEqual(
      [1, false],
    );
  });

  it('ends a pattern that takes too many steps, and refuses what JavaScript does not know', async () => {
    const [fault] = await validated({ pattern: '^(?=(x+x+)+y)' }, 'x'.repeat(10_000));
    expect(fault?.detail).toContain('too');
    expect(await refusalOf({ pattern: '(?i)y' })).toContain('(?i)');
  });

  it.each([
    ['refers to nothing but itself', { $ref: '#' }, 1],
    [
      'visits every value twice as often as the one above',
      { properties: { a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } } },
      nested(60),
    ],
  ])('ends where a schema %s', async (_, schema, value) => {
    expect(await validated(schema, value)).toEqual([
      { pointer: '#', detail: 'takes too long to check against the schema' },
    ]);
  });

  const names = Array.from({ length: 500 }, (_, at) => `name${at}`);
  it.each<[string, JsonValue]>([
    ['names that are missing', { required: names }],
    ['values that it is none of', { enum: names }],
    ['branches that do not fit', { anyOf: names.map((name) => ({ const: name })) }],
    ['names that depend on one', { dependencies: { a: names } }],
  ])('ends where each of many values is held against many %s', async (_, items) => {
    const few = await validated({ items }, [{ a: 1 }]);
    expect(few[0]?.detail).not.toContain('takes too long');
    expect(await validated({ items }, Array<JsonValue>(20_000).fill({ a: 1 }))).toEqual([
      { pointer: '#', detail: 'takes too long to check against the schema' },
    ]);
  });

  it('judges as many values as a body may have', async () => {
    const properties = { a: { type: 'string', minLength: 1 }, b: { type: 'number' } };
    const items = { type: 'object', properties, required: ['a', 'b'] };
    const value = Array<JsonValue>(60_000).fill({ a: 'x', b: 1 });
    expect(await validated({ type: 'array', items }, value)).toEqual([]);
  });

  it('tells the patterns of a schema, and of several schemas, apart', async () => {
    const schema = { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } };
    expect(await validated(schema, { a: 'a', b: 'b' })).toEqual([]);
    expect(await validated(schema, { a: 'b', b: 'a' })).toHaveLength(2);
    expect(await validated({ pattern: '^c$' }, 'a')).toHaveLength(1);
  });

  it('searches a value for patterns as long as that takes a fraction of a second', async () => {
    const schema = { items: { pattern: '(?:a?){300}b$' } };
    const tooMuch = [{ pointer: '#', detail: 'takes too long to check against the schema' }];
    expect(await validated(schema, ['ab'.repeat(1000)])).toEqual([]);
    expect(await validated(schema, ['ab'.repeat(100_000)])).toEqual(tooMuch);
    expect(await validated(schema, Array<string>(100).fill('ab'.repeat(1000)))).toEqual(tooMuch);
    expect(await validated({ pattern: '^[A-Za-z0-9+/=]*$' }, 'a'.repeat(1_000_000))).toEqual([]);
  });

  it('refuses a schema whose patterns take too long to read', async () => {
    const patterns = Array.from({ length: 200 }, (_, at) => [`a${at}`, { pattern: `b{900}${at}` }]);
    const refusal = await refusalOf({ properties: Object.fromEntries(patterns) as JsonValue });
    expect(refusal).toContain('more patterns than can be read');
  });

  it('keeps schemas apart, those that are refused as well', async () => {
    const definitions = { port: { type: 'number' } };
    expect(await validated({ definitions, $ref: '#/definitions/port' }, 'x')).toHaveLength(1);
    expect(await refusalOf({ $ref: '#/definitions/port' })).toContain('#/definitions/port');
    const other = { definitions: { port: { type: 'string' } }, $ref: '#/definitions/port' };
    expect(await validated(other, 'x')).toEqual([]);
    expect(await refusalOf({ type: 'nothing' })).not.toBeNull();
    expect(await refusalOf({ type: 'nothing', title: 'again' })).not.toBeNull();
    expect(await validated({ definitions, $ref: '#/definitions/port' }, 1)).toEqual([]);
  });

  it('lets others have a turn between one schema and the next', async () => {
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      running = setImmediate(turn);
    };
    let running = setImmediate(turn);
    for (let at = 0; at < 20; at += 1) await refusalOf({ title: `turn ${String(at)}` });
    clearImmediate(running);
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  it('takes the names that every object inherits for keys like any other', async () => {
    const schema = { required: ['toString'], properties: { constructor: { type: 'string' } } };
    expect(await validated(schema, {})).toEqual([{ pointer: '#/toString', detail: 'is required' }]);
  });

  it.each<[boolean, JsonValue[]]>([
    [true, [1, '1', { a: 1, b: 2 }, [1]]],
    [false, [{ a: 1, b: 2 }, 0, { b: 2, a: 1 }]],
    [true, Array.from({ length: 100_000 }, (_, at) => ({ at }))],
  ])('says %j of whether items are unique', async (unique, items) => {
    expect((await validated({ uniqueItems: true }, items)).length === 0).toBe(unique);
    expect(await validated({ uniqueItems: false }, items)).toEqual([]);
  });
});

function nested(depth: number): JsonValue {
  let value: JsonValue = {};
  for (let at = 0; at < depth; at += 1) value = { a: value };
  return value;
}
