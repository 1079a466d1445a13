import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject } from '../../kernel/json.js';
import { TimeSlicer } from '../concurrency/time-slicer.js';
import { type AuditedChange } from '../request-context/audited-change.js';
import { boundedChange } from './bounded-change.js';

const object = { type: 'form' as const, id: 'f1', name: 'A form' };
const LIMIT = 3 * 16 * 1024;

const long = (mark: string): string => mark.repeat(20_000);

describe('boundedChange', () => {
  it('keeps small documents whole', async () => {
    const change = await boundedChange({ object, before: null, after: { a: 1, password: 'x' } });
    expect(change).toEqual({
      ...object,
      form: 'whole',
      before: null,
      after: { a: 1, password: '<SECRET>' },
      cut: '',
    });
  });

  it('keeps of large documents what differs, by its place', async () => {
    const before = { kept: long('k'), settings: { a: 1, 'b/c': 2 }, gone: true };
    const after = { kept: long('k'), settings: { a: 1, 'b/c': 3 }, come: [1] };
    expect(await boundedChange({ object, before, after })).toMatchObject({
      form: 'differences',
      before: { '#/settings/b~1c': 2, '#/gone': true },
      after: { '#/settings/b~1c': 3, '#/come': [1] },
      cut: 'Parts that are equal',
    });
  });

  it('says the length of a part that is too long', async () => {
    const { after } = await boundedChange({ object, before: null, after: { text: long('t') } });
    expect(after).toEqual({ '#/text': '<20002 characters>' });
  });

  it('says how many parts it left out', async () => {
    const after = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`k${String(at)}`, 'v'.repeat(100)]),
    );
    const { cut } = await boundedChange({ object, before: null, after });
    expect(cut).toMatch(/^Parts that are equal, and \d{3} that differ$/);
  });

  it('shows that a large document began and ended', async () => {
    const large = { text: long('t') };
    expect((await boundedChange({ object, before: null, after: large })).before).toBeNull();
    expect((await boundedChange({ object, before: large, after: null })).after).toBeNull();
  });

  it('never grows beyond its bound, and never shows a secret', async () => {
    const text = fc.oneof(fc.string({ maxLength: 50 }), fc.constant(long('x')));
    const document = fc.dictionary(
      fc.string({ maxLength: 300 }),
      fc.oneof(text, fc.dictionary(fc.string(), text), fc.constant({ token: 'c4n4ry' })),
      { maxKeys: 60 },
    ) as fc.Arbitrary<JsonObject>;
    await fc.assert(
      fc.asyncProperty(document, document, async (before, after) => {
        const stored = JSON.stringify(await boundedChange({ object, before, after }));
        expect(stored.length).toBeLessThan(LIMIT);
        expect(stored).not.toContain('c4n4ry');
      }),
      { numRuns: 50 },
    );
  });

  it('bounds the name of the object', async () => {
    const named = { ...object, name: long('n') };
    const { name } = await boundedChange({ object: named, before: null, after: null });
    expect(name).toHaveLength(513);
  });

  const copied = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

  it('tells of nothing exactly where nothing differs', async () => {
    const document = fc
      .dictionary(fc.constantFrom('a', 'b'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 })
      .map(copied);
    const pair = fc.oneof(
      fc.tuple(document, document),
      document.map((value) => [value, copied(value)] as const),
    );
    await fc.assert(
      fc.asyncProperty(pair, async ([one, other]) => {
        // Too large to be kept whole.
        const [before, after] = [one, other].map((value) => ({ ...value, text: long('t') }));
        const told = await boundedChange({ object, before, after } as AuditedChange);
        const places = [told.before, told.after].flatMap((side) => Object.keys(side ?? {}));
        expect(places.length === 0).toBe(isDeepStrictEqual(before, after));
      }),
    );
  });

  it('gives others their turn while it looks at what is large', async () => {
    // A clock by which every step takes long.
    let now = 0;
    const turns = new TimeSlicer(() => (now += 10));
    let others = 0;
    let isDone = false;
    const other = (): void => {
      others += 1;
      if (!isDone) setImmediate(other);
    };
    setImmediate(other);
    const rows = (last: number) => Array.from({ length: 50_000 }, (_, at) => ({ at, last }));
    const [before, after] = [
      { rows: rows(0) },
      { rows: [...rows(0).slice(1), { at: 0, last: 1 }] },
    ];
    await boundedChange({ object, before, after }, turns);
    await boundedChange({ object, before, after: { rows: rows(0) } }, turns);
    isDone = true;
    expect(others).toBeGreaterThan(20);
  });
});
