import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { model, mongo, Schema } from 'mongoose';
import { AppError, type Fault } from '../../kernel/app-error.js';
import { type JsonValue } from '../../kernel/json.js';
import { turnsOfOthers } from '../../../test/support/turns-of-others.js';
import { DOCUMENT_DEPTH_MAX } from './document-walk.js';
import {
  assertStorable,
  DOCUMENT_LIMIT_BYTES,
  fromStored,
  storedInTurns,
  toStored,
} from './storable.js';

/** Text of a document whose containers are nested `levels` deep, the document included. */
function nested(levels: number, open = '{"a":', close = '}'): unknown {
  return JSON.parse(open.repeat(levels - 1) + '{}' + close.repeat(levels - 1));
}

function refusal(document: unknown, limitBytes?: number): AppError | undefined {
  try {
    assertStorable(document, limitBytes === undefined ? {} : { limitBytes });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const faultsOf = (document: unknown): readonly Fault[] => refusal(document)?.errors ?? [];
const wellFormed = fc.string({ unit: 'grapheme' });
const storableKey = wellFormed.filter((key) => !key.includes('\0') && key !== '__proto__');
const storableDocument = fc.letrec<{ value: JsonValue; object: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    wellFormed,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    tie('object'),
  ),
  object: fc.dictionary(storableKey, tie('value')),
})).object;

describe('assertStorable', () => {
  describe('for documents as they come', () => {
    it('takes every JSON document without a forbidden key', () => {
      fc.assert(fc.property(storableDocument, (document) => refusal(document) === undefined));
    });

    it('takes keys that mean something to the database or to JavaScript', () => {
      const document = { $ref: 'a', 'a.b': 1, $set: {}, toString: 1, constructor: {}, '': null };
      expect(faultsOf(document)).toEqual([]);
    });

    it('takes NUL inside a text, which BSON can hold', () => {
      expect(faultsOf({ a: 'x\0y' })).toEqual([]);
    });

    it.each([[null], ['text'], [7], [true], [undefined]])('refuses %j as a document', (value) => {
      expect(refusal(value)?.kind).toBe('invalid-input');
    });
  });

  describe('for hostile documents', () => {
    it.each([
      ['a __proto__ key', JSON.parse('{"a":[{"__proto__":{"x":1}}]}'), '#/a/0/__proto__'],
      ['NUL in a key', { a: { 'b\0c': 1 } }, '#/a/b%00c'],
      ['a lone surrogate in a key', { a: { '\udfff': 1 } }, '#/a/%EF%BF%BD'],
      ['a lone surrogate in a text', { a: ['ok', 'x\ud83d'] }, '#/a/1'],
      ['a number beyond the range', JSON.parse('{"a":{"b":1e400}}'), '#/a/b'],
      ['a value that JSON does not know', { a: { b: undefined } }, '#/a/b'],
    ])('refuses %s and names the place', (_, document, pointer) => {
      expect(refusal(document)?.kind).toBe('invalid-input');
      expect(faultsOf(document).map((fault) => fault.pointer)).toEqual([pointer]);
    });

    it('names several faults at once, and not more than ten', () => {
      const document = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}\0`, i]));
      expect(faultsOf(document)).toHaveLength(10);
      expect(faultsOf({ ok: 1, 'a\0': 1, b: '\ud800' })).toHaveLength(2);
    });

    it('does not let a __proto__ key change what it reads', () => {
      const document: unknown = JSON.parse('{"__proto__":{"deep":{"a":1}},"b":2}');
      expect(faultsOf(document).map((fault) => fault.pointer)).toEqual(['#/__proto__']);
    });
  });

  describe('for nested documents', () => {
    it.each([
      ['objects', '{"a":', '}'],
      ['arrays', '[', ']'],
    ])('takes %s of the greatest depth and refuses one level more', (_, open, close) => {
      expect(faultsOf(nested(DOCUMENT_DEPTH_MAX, open, close))).toEqual([]);
      expect(faultsOf(nested(DOCUMENT_DEPTH_MAX + 1, open, close))[0]?.detail).toBe(
        `is nested deeper than ${DOCUMENT_DEPTH_MAX} levels`,
      );
    });

    it('refuses 5,000 levels without running out of stack', () => {
      expect(refusal(nested(5000))?.kind).toBe('invalid-input');
    });
  });

  describe('for large documents', () => {
    it('measures what the driver would write, to the byte', () => {
      fc.assert(
        fc.property(storableDocument, (document) => {
          const bytes = mongo.BSON.calculateObjectSize(document as mongo.BSON.Document);
          expect(refusal(document, bytes)).toBeUndefined();
          expect(refusal(document, bytes - 1)?.kind).toBe('document-too-large');
        }),
      );
    });

    it('refuses one byte beyond 12 MiB', () => {
      const fits = { a: 'x'.repeat(DOCUMENT_LIMIT_BYTES - 13) };
      expect(mongo.BSON.calculateObjectSize(fits)).toBe(DOCUMENT_LIMIT_BYTES);
      expect(refusal(fits)).toBeUndefined();
      expect(refusal({ a: `${fits.a}x` })?.kind).toBe('document-too-large');
    });

    it('stops at the limit instead of walking a list of millions', () => {
      let readings = 0;
      const list = new Proxy(
        Array.from({ length: 3_000_000 }, () => 1),
        {
          get: (target, key, receiver): unknown => {
            if (key !== 'length') readings += 1;
            return Reflect.get(target, key, receiver);
          },
        },
      );
      expect(refusal({ list }, 1000)?.kind).toBe('document-too-large');
      expect(readings).toBeLessThan(300);
    });
  });
});

describe('toStored', () => {
  const options = { minimize: false, autoCreate: false, autoIndex: false };
  const Kept = model('Kept', new Schema({ document: Schema.Types.Mixed }, options));
  /** As `Model.create` writes it, and a query reads it. */
  const throughMongoose = (document: unknown): unknown => {
    const kept = new Kept({ document: toStored(document) }).toObject({ minimize: false });
    return mongo.BSON.deserialize(mongo.BSON.serialize(kept))['document'];
  };
  const trap = fc.constantFrom(
    ...['$ref', '$id', '$db', '_bsontype', 'toBSON', 'a', 'constructor', 'prototype', '$__'],
    ...['$isMongooseMap', 'isMongooseBuffer', 'isMongooseArray', '_doc', 'toObject', 'name'],
    ...['toString', 'valueOf', 'hasOwnProperty', '$toObject', '$isSingleNested', '$__parent'],
  );
  const trapped = fc.dictionary(
    trap,
    fc.oneof(fc.constantFrom('a.b', 'ObjectId', 'Date', null), fc.dictionary(trap, wellFormed)),
  );

  it('keeps an ordinary document as it is', () => {
    const document = { a: { $ref: '#/definitions/x' }, b: { $id: 'y' } };
    expect(toStored(document)).toBe(document);
  });

  it('keeps a document as text where the driver would make a DBRef of a part', () => {
    expect(typeof toStored({ a: [{ $ref: 'b.c', $id: 1 }] })).toBe('string');
  });

  it('brings every document back through mongoose and its driver unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(storableDocument, trapped), (document) => {
        const read = throughMongoose(document) as ReturnType<typeof toStored>;
        // Keys are compared without their prototype, which fast-check varies.
        expect(JSON.stringify(fromStored(read))).toBe(JSON.stringify(document));
      }),
    );
  });

  it('refuses what assertStorable refuses, and a list', () => {
    expect(() => toStored({ 'a\0': 1 })).toThrow(AppError);
    expect(() => toStored([])).toThrow('must be an object');
  });

  it('refuses a text beyond the limit, although the same document would fit as BSON', () => {
    const document = { $ref: 'a', $id: '\u0001'.repeat(100) };
    expect(() => toStored(document, { limitBytes: 200 })).toThrow('larger than 200 bytes');
  });
});

describe('storedInTurns', () => {
  const manyValues = { list: Array.from({ length: 20_000 }, (_, at) => ({ at })) };

  it('stores small documents as toStored does', async () => {
    for (const document of [{ a: [1] }, { a: { $ref: 'b', $id: 1 } }])
      expect(await storedInTurns(document)).toEqual(toStored(document));
  });

  it('stores a document of many values as text, while others have their turn', async () => {
    const document = { lists: Array.from({ length: 20 }, () => manyValues) };
    const { value, turns } = await turnsOfOthers(() => storedInTurns(document));
    expect([typeof value, turns > 1]).toEqual(['string', true]);
    expect(fromStored(value)).toEqual(document);
  });

  it('stores it as it is where the text alone is too long', async () => {
    // Twenty characters each, and fifteen bytes.
    const numbers = { list: Array.from({ length: 20_000 }, () => 0.1234567890123456) };
    expect((await storedInTurns(numbers, { limitBytes: 330_000 })) === numbers).toBe(true);
  });

  it('refuses what toStored refuses', async () => {
    await expect(storedInTurns(manyValues, { limitBytes: 1000 })).rejects.toMatchObject({
      kind: 'document-too-large',
    });
    await expect(storedInTurns({ a: '\ud800' })).rejects.toMatchObject({ kind: 'invalid-input' });
  });
});
