import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { outputOf } from '../../../test/support/factories/run-task.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { PURE_TASK_NAMES, pureTaskOf, TASK_TABLES } from './pure-tasks.js';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const short = fc.constantFrom('', 'a', 'ab', 'b', ',', 'é', '1');
const number = fc.integer({ min: -15, max: 15 });
/** As it comes out of JSON, and without the key that is never written. */
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map(
    (value) =>
      JSON.parse(JSON.stringify(value).replaceAll('"__proto__":', '"proto":')) as JsonValue,
  );
const list = fc.array(fc.oneof(fc.constantFrom<JsonValue>('a', 'b', 1, 2, null), json), {
  maxLength: 8,
});

/** A task, what it is given, and what JavaScript makes of that; NaN and undefined are null and failure. */
type Native = readonly [
  name: string,
  args: readonly (readonly [name: string, value: fc.Arbitrary<JsonValue>])[],
  native: (...args: never[]) => unknown,
];

const STRINGS: readonly Native[] = [
  [
    'charAt',
    [
      ['str', text],
      ['index', number],
    ],
    (s: string, n: number) => s.charAt(n),
  ],
  [
    'charCodeAt',
    [
      ['str', text],
      ['index', number],
    ],
    (s: string, n: number) => s.charCodeAt(n),
  ],
  [
    'codePointAt',
    [
      ['str', text],
      ['pos', number],
    ],
    (s: string, n: number) => s.codePointAt(n),
  ],
  [
    'endsWith',
    [
      ['str', text],
      ['searchString', short],
      ['length', number],
    ],
    (s: string, a: string, n: number) => s.endsWith(a, n),
  ],
  [
    'includes',
    [
      ['str', text],
      ['searchString', short],
      ['position', number],
    ],
    (s: string, a: string, n: number) => s.includes(a, n),
  ],
  [
    'indexOf',
    [
      ['str', text],
      ['searchValue', short],
      ['fromIndex', number],
    ],
    (s: string, a: string, n: number) => s.indexOf(a, n),
  ],
  [
    'lastIndexOf',
    [
      ['str', text],
      ['searchValue', short],
      ['fromIndex', number],
    ],
    (s: string, a: string, n: number) => s.lastIndexOf(a, n),
  ],
  [
    'padEnd',
    [
      ['str', text],
      ['targetLength', number],
      ['padString', short],
    ],
    (s: string, n: number, a: string) => s.padEnd(n, a === '' ? undefined : a),
  ],
  [
    'padStart',
    [
      ['str', text],
      ['targetLength', number],
      ['padString', short],
    ],
    (s: string, n: number, a: string) => s.padStart(n, a === '' ? undefined : a),
  ],
  [
    'repeat',
    [
      ['str', text],
      ['count', fc.nat(5)],
    ],
    (s: string, n: number) => s.repeat(n),
  ],
  [
    'replace',
    [
      ['str', text],
      ['substr', short],
      ['newSubstr', fc.constantFrom('', 'x', '$&$&', '$$')],
    ],
    (s: string, a: string, b: string) => s.replace(a, b),
  ],
  [
    'replaceAll',
    [
      ['str', text],
      ['substr', fc.constantFrom('a', 'ab', 'b')],
      ['newSubstr', fc.constantFrom('', 'x', '$&')],
    ],
    (s: string, a: string, b: string) => s.replaceAll(a, b),
  ],
  [
    'slice',
    [
      ['str', text],
      ['beginIndex', number],
      ['endIndex', number],
    ],
    (s: string, a: number, b: number) => s.slice(a, b),
  ],
  [
    'split',
    [
      ['str', text],
      ['separator', short],
      ['limit', fc.nat(4)],
    ],
    (s: string, a: string, n: number) => s.split(a === '' ? (undefined as never) : a, n),
  ],
  [
    'startsWith',
    [
      ['str', text],
      ['searchString', short],
      ['position', number],
    ],
    (s: string, a: string, n: number) => s.startsWith(a, n),
  ],
  [
    'stringConcat',
    [
      ['str', text],
      ['stringN', fc.array(short, { maxLength: 3 })],
    ],
    (s: string, more: string[]) => s.concat(...more),
  ],
  ['stringLength', [['str', text]], (s: string) => s.length],
  [
    'substring',
    [
      ['str', text],
      ['indexStart', number],
      ['indexEnd', number],
    ],
    (s: string, a: number, b: number) => s.substring(a, b),
  ],
  ['toLowerCase', [['str', text]], (s: string) => s.toLowerCase()],
  ['toUpperCase', [['str', text]], (s: string) => s.toUpperCase()],
  ['trim', [['str', text]], (s: string) => s.trim()],
  [
    'numberToString',
    [
      ['num', fc.integer()],
      ['radix', fc.integer({ min: 2, max: 36 })],
    ],
    (n: number, r: number) => n.toString(r),
  ],
  [
    'toFixed',
    [
      ['num', fc.double({ noNaN: true, noDefaultInfinity: true })],
      ['digits', fc.nat(5)],
    ],
    (n: number, d: number) => n.toFixed(d),
  ],
  [
    'parseInt',
    [
      ['str', fc.oneof(text, fc.constantFrom('12px', '0x1f', '777'))],
      ['radix', fc.constantFrom(8, 10, 16)],
    ],
    (s: string, r: number) => parseInt(s, r),
  ],
];

const LISTS: readonly Native[] = [
  [
    'arrayConcat',
    [
      ['arr', list],
      ['arrayN', fc.oneof(list, json)],
    ],
    (a: unknown[], b: unknown) => a.concat(b),
  ],
  [
    'arrayIncludes',
    [
      ['arr', list],
      ['searchElement', fc.constantFrom('a', 1, null)],
      ['fromIndex', number],
    ],
    (a: unknown[], x: unknown, n: number) => a.includes(x, n),
  ],
  [
    'arrayIndexOf',
    [
      ['arr', list],
      ['searchElement', fc.constantFrom('a', 1)],
      ['fromIndex', number],
    ],
    (a: unknown[], x: unknown, n: number) => a.indexOf(x, n),
  ],
  [
    'arrayLastIndexOf',
    [
      ['arr', list],
      ['searchElement', fc.constantFrom('a', 1)],
      ['fromIndex', number],
    ],
    (a: unknown[], x: unknown, n: number) => a.lastIndexOf(x, n),
  ],
  ['arrayLength', [['arr', list]], (a: unknown[]) => a.length],
  ['arrayPop', [['arr', list]], (a: unknown[]) => (a.pop(), a)],
  [
    'arrayPush',
    [
      ['arr', list],
      ['elementN', json],
    ],
    (a: unknown[], x: unknown) => (a.push(x), a),
  ],
  ['arrayShift', [['arr', list]], (a: unknown[]) => (a.shift(), a)],
  [
    'arraySlice',
    [
      ['arr', list],
      ['begin', number],
      ['end', number],
    ],
    (a: unknown[], b: number, e: number) => a.slice(b, e),
  ],
  [
    'copyWithin',
    [
      ['arr', list],
      ['target', number],
      ['start', number],
      ['end', number],
    ],
    (a: unknown[], t: number, b: number, e: number) => a.copyWithin(t, b, e),
  ],
  [
    'fill',
    [
      ['arr', list],
      ['value', json],
      ['start', number],
      ['end', number],
    ],
    (a: unknown[], x: unknown, b: number, e: number) => a.fill(x, b, e),
  ],
  [
    'flat',
    [
      ['arr', list],
      ['depth', fc.nat(3)],
    ],
    (a: unknown[], n: number) => a.flat(n),
  ],
  ['isArray', [['arr', fc.oneof(list, json)]], (a: unknown) => Array.isArray(a)],
  [
    'join',
    [
      // JavaScript throws where it finds no text: `[[{"toString":null}]].join()`.
      ['arr', list.filter((arr) => !JSON.stringify(arr).includes('"toString"'))],
      ['separator', short],
    ],
    (a: unknown[], s: string) => a.join(s === '' ? undefined : s),
  ],
  ['reverse', [['arr', list]], (a: unknown[]) => a.reverse()],
  ['sort', [['arr', fc.array(fc.oneof(text, number, fc.boolean()))]], (a: unknown[]) => a.sort()],
  [
    'splice',
    [
      ['arr', list],
      ['start', number],
      ['deleteCount', fc.nat(4)],
      ['itemN', list],
    ],
    (a: unknown[], b: number, n: number, x: unknown[]) => (a.splice(b, n, ...x), a),
  ],
  [
    'unshift',
    [
      ['arr', list],
      ['elementN', json],
    ],
    (a: unknown[], x: unknown) => (a.unshift(x), a),
  ],
];

const OBJECT = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), json, {
  noNullPrototype: true,
});
const OBJECTS: readonly Native[] = [
  [
    'assign',
    [
      ['target', OBJECT],
      ['sourceN', fc.array(OBJECT, { maxLength: 3 })],
    ],
    (a: object, more: object[]) => Object.assign(a, ...more) as unknown,
  ],
  ['keys', [['obj', OBJECT]], (a: object) => Object.keys(a)],
  ['values', [['obj', OBJECT]], (a: object) => Object.values(a) as unknown],
  ['entries', [['obj', OBJECT]], (a: object) => Object.entries(a)],
  [
    'objectHasOwnProperty',
    [
      ['obj', OBJECT],
      ['prop', fc.constantFrom('a', 'toString', 'valueOf')],
    ],
    (a: object, k: string) => Object.hasOwn(a, k),
  ],
  [
    'parse',
    [['text', json.map((value) => JSON.stringify(value))]],
    (a: string) => JSON.parse(a) as unknown,
  ],
  [
    'stringify',
    [
      ['value', json],
      ['replacer', fc.constantFrom<JsonValue>('', [], ['a', 'b'])],
      ['space', fc.constantFrom<JsonValue>('', 2, '--')],
    ],
    (a: unknown, r: string[] | '', s: number | '') => JSON.stringify(a, r === '' ? null : r, s),
  ],
];

describe.each([...STRINGS, ...LISTS, ...OBJECTS])('%s', (name, args, native) => {
  it('does what JavaScript does, and leaves alone what it is given', () => {
    fc.assert(
      fc.property(fc.tuple(...args.map(([, value]) => value)), (values) => {
        const input: JsonObject = Object.fromEntries(
          args.map(([key], at) => [key, values[at] ?? null]),
        );
        const before = structuredClone(input);
        const wanted = native(...(structuredClone(values) as never[]));
        const expected =
          wanted === undefined ? 'failure' : (JSON.parse(JSON.stringify(wanted)) as unknown);
        expect({ input, output: outputOf(name, input) }).toEqual({ input, output: expected });
        expect(input).toEqual(before);
      }),
    );
  });
});

describe('arguments', () => {
  it('are not given where they may be left out and are empty', () => {
    expect(outputOf('substring', { str: 'abcd', indexStart: 1, indexEnd: '' })).toBe('bcd');
    expect(outputOf('numberToString', { num: 10, radix: '' })).toBe('10');
    expect(outputOf('arraySlice', { arr: [1, 2], begin: '', end: '' })).toEqual([1, 2]);
    expect(outputOf('stringConcat', { str: 'a', stringN: '' })).toBe('a');
  });

  it.each<[string, JsonObject]>([
    ['toLowerCase', { str: 7 }],
    ['toLowerCase', {}],
    ['arrayPush', { arr: '', elementN: 1 }],
    ['arrayLength', { arr: null }],
    ['keys', { obj: 'text' }],
    ['parse', { text: '{' }],
    ['numberToString', { num: 1, radix: 99 }],
    ['repeat', { str: 'a', count: -1 }],
    ['match', { str: 'aa', regexp: '(a' }],
  ])('of another kind are an error: %s of %j', (name, input) => {
    expect(outputOf(name, input)).toBe('error');
  });

  it('say which of them it is', () => {
    const task = pureTaskOf('WorkFlowEngine', 'stringConcat');
    const context = { now: 0, given: [], spend: () => undefined };
    expect(() => task?.run({ str: [1] }, context)).toThrow("'str' must be a text, it is an array");
  });

  it('tell which task a name of several means', () => {
    expect(outputOf('concat', { arr: [1], arrayN: [2] })).toEqual([1, 2]);
    expect(outputOf('concat', { str: 'a', stringN: 'b' })).toBe('ab');
    expect(outputOf('length', { str: 'abc' })).toBe(3);
    expect(outputOf('toString', { num: 255, radix: 16 })).toBe('ff');
    expect(outputOf('toString', { value: { a: 1 } })).toBe('{"a":1}');
    expect(outputOf('push', { arr: [1], elementN: 2 })).toEqual([1, 2]);
    expect(outputOf('includes', { arr: ['a'], searchElement: 'a' })).toBe(true);
  });
});

describe('patterns', () => {
  it('are written bare or between slashes', () => {
    expect(outputOf('match', { str: 'a1b22', regexp: '/\\d+/g' })).toEqual(['1', '22']);
    expect(outputOf('match', { str: 'a1b22', regexp: '([a-z])(\\d)' })).toEqual(['a1', 'a', '1']);
    expect(outputOf('match', { str: 'a', regexp: 'b' })).toBeNull();
    expect(outputOf('search', { str: 'xAb', regexp: '/ab/i' })).toBe(1);
    expect(
      outputOf('replace', { str: 'a1b2', substr: '', newSubstr: '<$&>', regexp: '/\\d/g' }),
    ).toBe('a<1>b<2>');
    expect(outputOf('replace', { str: 'a.b.c', substr: '.', newSubstr: '-' })).toBe('a-b.c');
  });
});

describe('objects', () => {
  it.each<[JsonObject, JsonValue, unknown]>([
    [{ a: 1 }, ['b', 'c'], { a: 1, b: { c: 'v' } }],
    [{ a: { b: 1, c: 2 } }, ['a', 'b'], { a: { b: 'v', c: 2 } }],
    [{ a: [1, { b: 2 }] }, ['a', 1, 'b'], { a: [1, { b: 'v' }] }],
    [{ a: [1] }, ['a', '1'], { a: [1, 'v'] }],
    [{ a: null }, ['a', 'b'], { a: { b: 'v' } }],
    [{}, 'a', { a: 'v' }],
    [{ a: 1 }, ['a', 'b'], 'error'],
    [{ a: [1] }, ['a', '3'], { a: [1, null, null, 'v'] }],
    [{ a: [1] }, ['a', '1000000000'], 'error'],
    [{}, ['__proto__', 'x'], 'error'],
    [{}, ['a', 'constructor'], 'error'],
    [{}, [null], 'error'],
  ])('setObjectKey in %j at %j makes %j', (obj, path, expected) => {
    const before = structuredClone(obj);
    expect(outputOf('setObjectKey', { obj, path, value: 'v' })).toEqual(expected);
    expect(obj).toEqual(before);
  });

  it.each<[JsonValue, string, unknown]>([
    [{ a: 1 }, '', 'v'],
    [{ a: { b: 1 } }, 'a.b', { a: { b: 'v' } }],
    [{ list: [{ id: 1 }, { id: 2 }] }, 'list[id=2]', { list: [{ id: 1 }, 'v'] }],
    [{ list: [{ id: 1 }, { id: 2 }] }, 'list[*id>0].id', { list: [{ id: 'v' }, { id: 'v' }] }],
    [{ list: [{ id: 1 }, { id: 2 }] }, 'list.id', { list: [{ id: 'v' }, { id: 'v' }] }],
    [{ list: [1, 2] }, 'list[*]', { list: ['v', 'v'] }],
    [{ list: [1, 2] }, 'list[id=3]', { list: [1, 2] }],
    [{ a: 1 }, 'a.b', 'error'],
    [{ a: 1 }, 'a|b', 'error'],
    [{}, '__proto__', 'error'],
  ])('modify of %j at %j makes %j', (object_to_update, query, expected) => {
    expect(outputOf('modify', { object_to_update, query, new_value: 'v' })).toEqual(expected);
  });

  it('are paired from two lists, and lose lists of one', () => {
    expect(outputOf('map', { arr: ['a', 'b'], map: [1] })).toEqual({ a: 1, b: null });
    expect(outputOf('map', { arr: ['__proto__'], map: [1] })).toBe('error');
    expect(outputOf('FlattenJSONFormInput', { input: { a: ['x'], b: [1, 2], c: 3 } })).toEqual({
      a: 'x',
      b: [1, 2],
      c: 3,
    });
  });
});

describe('bounds', () => {
  it('end what makes too much', () => {
    expect(outputOf('repeat', { str: 'x'.repeat(1000), count: 1_000_000 })).toBe('error');
    expect(outputOf('padStart', { str: 'x', targetLength: 2_000_000_000 })).toBe('error');
    const large = 'x'.repeat(40 * 1024 * 1024);
    expect(outputOf('stringConcat', { str: large, stringN: large })).toBe('error');
  });

  it('are those of the step as well', () => {
    let left = 10;
    const spend = (units: number): void => {
      left -= units;
      if (left < 0) throw new Error('the step has no fuel left');
    };
    const arr = Array.from({ length: 10_000 }, (_, at) => at);
    expect(outputOf('reverse', { arr }, { spend })).toBe('error');
  });

  it('hold for whatever a task is given', () => {
    const names = PURE_TASK_NAMES.get('WorkFlowEngine') ?? [];
    const parameters = Object.values(TASK_TABLES).flatMap((table) =>
      Object.values(table).flatMap(({ args }) =>
        args.flatMap((arg) => arg.replace(/^\.{3}|\?$/g, '').split('|')),
      ),
    );
    const value = fc.oneof(
      json,
      fc.constantFrom<JsonValue>('__proto__', '/(/', -1, 1e9, '$var.job.x'),
    );
    const input = fc.dictionary(fc.constantFrom(...new Set(parameters)), value, {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...names), input, (name, given) => {
        expect(outputOf(name, given)).toBeDefined();
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });
});
