import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { walkLength } from '../../../test/support/walk-length.js';
import { JsonPieces, type JsonRules } from './json-pieces.js';

const rules: JsonRules = {
  depthMax: 20,
  valuesMax: 10_000,
  tooMany: () => new Error('too many'),
  look: () => undefined,
  tooDeep: () => new Error('too deep'),
  notJson: () => new Error('not JSON'),
};

/** What becomes of a text that is read in pieces of so many bytes: its value, or why there is none. */
function read(text: string, pieceBytes: number, more: Partial<JsonRules> = {}): unknown {
  const reading = new JsonPieces(Buffer.from(text), { ...rules, ...more }, pieceBytes).read();
  try {
    for (;;) {
      const step = reading.next();
      if (step.done) return { value: step.value };
    }
  } catch (error) {
    return (error as Error).message;
  }
}

function parsed(text: string): unknown {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'not JSON';
  }
}

const PIECES = fc.integer({ min: 1, max: 60 });
// Keys are compared by their order too.
const spelled = (outcome: unknown): string => JSON.stringify(outcome);

describe('JsonPieces', () => {
  it('reads what JSON.parse reads, however long the pieces are', () => {
    const json = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value));
    const plain = json.filter((text) => !text.includes('__proto__'));
    fc.assert(
      fc.property(plain, fc.constantFrom(0, 1, 3), PIECES, (text, indent, pieceBytes) => {
        const indented = JSON.stringify(JSON.parse(text), null, indent);
        expect(spelled(read(indented, pieceBytes))).toBe(spelled(parsed(indented)));
      }),
      { numRuns: 1000 },
    );
  });

  it('takes and refuses any text as JSON.parse does', () => {
    const tokens = ['[', ']', '{', '}', ',', ':', ' ', '1', '-', '"a"', '"', 'null', 'nul', '\\'];
    const text = fc.array(fc.constantFrom(...tokens), { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, PIECES, (given, pieceBytes) => {
        expect(spelled(read(given, pieceBytes))).toBe(spelled(parsed(given)));
      }),
      { numRuns: walkLength(4000, 20_000) },
    );
  });

  it('takes and refuses long texts in it as JSON.parse does', () => {
    const whole = ['a', '\\\\', '\\n', '\\"', '\\u00e9', '\\ud83d', '\\ude00', 'é', '😀'];
    const part = fc.oneof(
      { weight: 500, arbitrary: fc.constantFrom(...whole) },
      { weight: 50, arbitrary: fc.constant('\\\\'.repeat(50)) },
      { weight: 1, arbitrary: fc.constantFrom('\\', '\\u12', '\t') },
    );
    const long = fc
      .array(part, { minLength: 20, maxLength: 300 })
      .map((all) => `"${all.join('')}"`);
    const around = fc.constantFrom(
      '[0,!,!]',
      '{"a": ! , "b":[!]}',
      '{!:!}',
      '[!!]',
      '{"a" !}',
      '!',
    );
    fc.assert(
      fc.property(
        around,
        fc.array(long, { minLength: 3, maxLength: 3 }),
        PIECES,
        (form, texts, pieceBytes) => {
          const left = [...texts];
          const text = form.replaceAll('!', () => left.pop() ?? '');
          expect(spelled(read(text, pieceBytes))).toBe(spelled(parsed(text)));
        },
      ),
      { numRuns: walkLength(1000, 5000) },
    );
  });

  it('takes and refuses a text with a change anywhere as JSON.parse does', () => {
    const base = '{"a":[1,[2,{"b":[]},"x,]"],{}],"c":{"d":[[[0]],"\\""],"e":null}, "f" : [ ] }';
    const change = fc.record({
      at: fc.nat(base.length),
      gone: fc.nat(3),
      put: fc.constantFrom('', ',', '[', ']', '{', '}', ':', '"', '1', ' ', '"k":'),
    });
    fc.assert(
      fc.property(change, PIECES, ({ at, gone, put }, pieceBytes) => {
        const text = base.slice(0, at) + put + base.slice(at + gone);
        expect(spelled(read(text, pieceBytes))).toBe(spelled(parsed(text)));
      }),
      { numRuns: walkLength(1000, 5000) },
    );
  });

  it('never has more parsed at a time than a piece, but for texts that are longer', () => {
    const looked: number[] = [];
    const look: JsonRules['look'] = (text) => looked.push(text.length);
    const text = JSON.stringify({ a: { b: Array.from({ length: 1000 }, (_, at) => ({ at })) } });
    expect(read(text, 100, { look })).toEqual(parsed(text));
    expect(Math.max(...looked)).toBeLessThan(120);
    expect(looked.length).toBeGreaterThan(text.length / 200);
  });

  it('tells where the parts lie that it shows', () => {
    const places = new Set<string>();
    const look: JsonRules['look'] = (text, _members, place, firstIndex) => {
      if (text.includes('"!"')) places.add([...place, firstIndex].join('/'));
    };
    read('{"a":[[],{"b":[0,1,2,3,"!",5,6,7]},0,0,0]}', 4, { look });
    expect([...places]).toEqual([expect.stringMatching(/^a\/1\/b\/[34]$/)]);
  });

  it('refuses what is nested deeper than it may be before it is parsed', () => {
    expect(read(`${'['.repeat(20)}${']'.repeat(20)}`, 7)).toEqual({ value: expect.any(Array) });
    expect(read('['.repeat(21), 1000)).toBe('too deep');
  });

  it('refuses more values than there may be, before the rest is parsed', () => {
    let looked = 0;
    const look: JsonRules['look'] = () => (looked += 1);
    const text = (length: number): string => JSON.stringify(Array.from({ length }, () => ({})));
    expect(read(text(50), 10, { valuesMax: 100 })).toEqual(parsed(text(50)));
    expect(read(text(1000), 10, { valuesMax: 100, look })).toBe('too many');
    expect(looked).toBeLessThan(100);
  });

  it('ignores a byte order mark', () => {
    expect(read('\ufeff[1,2]', 2)).toEqual({ value: [1, 2] });
  });
});
