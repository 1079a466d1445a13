import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { mongo } from 'mongoose';
import { fromLine, toLine } from './document-line.js';

const { BSON } = mongo;

/** Writes the document of a line as the driver would. */
function back(line: string): Buffer {
  return Buffer.from(BSON.serialize(fromLine(line)));
}

/** A document of one element, byte by byte: the driver cannot write all that may be stored. */
function rawOf(type: number, value: Buffer): Buffer {
  const body = Buffer.concat([Buffer.of(type), Buffer.from('v\0'), value, Buffer.of(0)]);
  const length = Buffer.alloc(4);
  length.writeInt32LE(body.length + 4);
  return Buffer.concat([length, body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function doubleOf(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

const text = (value: string): Buffer =>
  Buffer.concat([int32(Buffer.byteLength(value) + 1), Buffer.from(`${value}\0`)]);
const serialized = (document: object): Buffer => Buffer.from(BSON.serialize(document));

describe('toLine and fromLine', () => {
  it.each<[string, Buffer]>([
    ['a double', rawOf(0x01, doubleOf(1.5))],
    ['a double that is a whole number', rawOf(0x01, doubleOf(7))],
    ['NaN', rawOf(0x01, doubleOf(Number.NaN))],
    ['infinity', rawOf(0x01, doubleOf(-Infinity))],
    ['minus zero', rawOf(0x01, doubleOf(-0))],
    ['text', rawOf(0x02, text('é\0\u2028"'))],
    ['a document', serialized({ v: { a: { b: 1 } } })],
    ['a list', serialized({ v: [1, 'a', null, []] })],
    ['bytes', rawOf(0x05, Buffer.concat([int32(3), Buffer.of(0, 1, 2, 3)]))],
    ['a UUID', serialized({ v: new BSON.UUID('1b671a64-40d5-491e-99b0-da01ff1f3341') })],
    ['bytes of a kind of their own', rawOf(0x05, Buffer.concat([int32(1), Buffer.of(0x80, 9)]))],
    ['an id', serialized({ v: new BSON.ObjectId('0123456789abcdef01234567') })],
    ['true', rawOf(0x08, Buffer.of(1))],
    ['a time', serialized({ v: new Date(-1) })],
    ['a time that no clock shows', serialized({ v: BSON.Long.fromString('99') })],
    ['null', rawOf(0x0a, Buffer.alloc(0))],
    ['a pattern', rawOf(0x0b, Buffer.from('^a/b\0imx\0'))],
    ['code', serialized({ v: new BSON.Code('f()') })],
    ['a symbol', rawOf(0x0e, text('old'))],
    ['code with variables', serialized({ v: new BSON.Code('f()', { a: 1 }) })],
    ['32 bits', rawOf(0x10, int32(-5))],
    ['a timestamp', serialized({ v: new BSON.Timestamp({ t: 7, i: 9 }) })],
    ['64 bits', serialized({ v: BSON.Long.fromString('9223372036854775807') })],
    ['a decimal', serialized({ v: BSON.Decimal128.fromString('1.10E+40') })],
    ['the least key', serialized({ v: new BSON.MinKey() })],
    ['the greatest key', serialized({ v: new BSON.MaxKey() })],
  ])('keep %s byte for byte, in readable form', (_, raw) => {
    const line = toLine(raw);
    expect(back(line).equals(raw)).toBe(true);
    expect(line).not.toContain('$bson');
    expect(line).not.toContain('\n');
  });

  const longDate = Buffer.alloc(8);
  longDate.writeBigInt64LE(2n ** 62n);

  it.each<[string, Buffer]>([
    ['a reference', serialized(new Map(Object.entries({ $ref: 'a.b', $id: 'c', more: 1 })))],
    ['keys with a dollar sign', serialized({ v: new Map([['$oid', 'x']]) })],
    ['what looks like Extended JSON', serialized({ v: new Map([['$numberInt', '5']]) })],
    ['what looks like our own mark', serialized(new Map([['$bson', 'AAAA']]))],
    [
      'numbers as keys, out of order',
      serialized(
        new Map([
          ['b', 1],
          ['2', 2],
          ['1', 3],
        ]),
      ),
    ],
    ['a __proto__ key', serialized(new Map([['__proto__', 1]]))],
  ])('keep %s byte for byte', (_, raw) => {
    expect(back(toLine(raw)).equals(raw)).toBe(true);
  });

  it('keep any document that JSON can carry', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('$id', '$ref', '$db', '$date', '0', '10'));
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'grapheme' }),
        fc.double(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc
          .uniqueArray(fc.tuple(key, tie('tree')), { selector: ([name]) => name, maxLength: 5 })
          .map((entries) => new Map(entries.filter(([name]) => !name.includes('\0')))),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const raw = serialized(new Map([['v', value]]));
        return back(toLine(raw)).equals(raw);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, Buffer]>([
    ['a type that MongoDB has given up', rawOf(0x06, Buffer.alloc(0))],
    ['another one', rawOf(0x0c, Buffer.concat([text('a.b'), Buffer.alloc(12, 1)]))],
    ['a time beyond the clock of JavaScript', rawOf(0x09, longDate)],
    ['text that is not UTF-8', rawOf(0x02, Buffer.concat([int32(3), Buffer.of(0xff, 0xfe, 0)]))],
  ])('refuse %s, which could not be written again', (_, raw) => {
    expect(() => toLine(raw)).toThrow('it holds something that cannot be written again');
  });

  it('refuse what is no line of an export', () => {
    expect(() => fromLine('{"a":')).toThrow('it is not a line of an export');
    expect(() => fromLine('{"$bson":"AAAA"}')).toThrow('it is not a line of an export');
  });
});
