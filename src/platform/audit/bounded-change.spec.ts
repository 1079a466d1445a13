import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type JsonObject } from '../../kernel/json.js';
import { boundedChange } from './bounded-change.js';

const object = { type: 'form' as const, id: 'f1', name: 'A form' };
const LIMIT = 3 * 16 * 1024;

const long = (mark: string): string => mark.repeat(20_000);

describe('boundedChange', () => {
  it('keeps small documents whole', () => {
    const change = boundedChange({ object, before: null, after: { a: 1, password: 'x' } });
    expect(change).toEqual({
      ...object,
      form: 'whole',
      before: null,
      after: { a: 1, password: '<SECRET>' },
      cut: '',
    });
  });

  it('keeps of large documents what differs, by its place', () => {
    const before = { kept: long('k'), settings: { a: 1, 'b/c': 2 }, gone: true };
    const after = { kept: long('k'), settings: { a: 1, 'b/c': 3 }, come: [1] };
    expect(boundedChange({ object, before, after })).toMatchObject({
      form: 'differences',
      before: { '#/settings/b~1c': 2, '#/gone': true },
      after: { '#/settings/b~1c': 3, '#/come': [1] },
      cut: 'Parts that are equal',
    });
  });

  it('says the length of a part that is too long', () => {
    const { after } = boundedChange({ object, before: null, after: { text: long('t') } });
    expect(after).toEqual({ '#/text': '<20002 characters>' });
  });

  it('says how many parts it left out', () => {
    const after = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`k${String(at)}`, 'v'.repeat(100)]),
    );
    const { cut } = boundedChange({ object, before: null, after });
    expect(cut).toMatch(/^Parts that are equal, and \d{3} that differ$/);
  });

  it('shows that a large document began and ended', () => {
    const large = { text: long('t') };
    expect(boundedChange({ object, before: null, after: large }).before).toBeNull();
    expect(boundedChange({ object, before: large, after: null }).after).toBeNull();
  });

  it('never grows beyond its bound, and never shows a secret', () => {
    const text = fc.oneof(fc.string({ maxLength: 50 }), fc.constant(long('x')));
    const document = fc.dictionary(
      fc.string({ maxLength: 300 }),
      fc.oneof(text, fc.dictionary(fc.string(), text), fc.constant({ token: 'c4n4ry' })),
      { maxKeys: 60 },
    ) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(document, document, (before, after) => {
        const stored = JSON.stringify(boundedChange({ object, before, after }));
        expect(stored.length).toBeLessThan(LIMIT);
        expect(stored).not.toContain('c4n4ry');
      }),
      { numRuns: 50 },
    );
  });

  it('bounds the name of the object', () => {
    const named = { ...object, name: long('n') };
    expect(boundedChange({ object: named, before: null, after: null }).name).toHaveLength(513);
  });
});
