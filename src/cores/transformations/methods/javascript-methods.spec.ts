import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { jsonData } from '#test/support/arbitraries/json-data.js';
import { answerOf } from '#test/support/factories/call-method.js';
import { type JsonValue } from '../../../kernel/json.js';
import { methodsByLibrary } from './methods.js';
import { LEFT_OUT } from './methods-document.js';

const BUILT_INS = { Array, Date, JSON, Map, Math, Number, Object, RegExp, Set, String };
/** Members of functions and of every prototype, which are no methods. */
const OF_ALL = ['arguments', 'caller', 'constructor', 'length', 'name', 'prototype'];

/** What JavaScript has under the name of a library, here and in whatever version it runs. */
function builtIn(library: keyof typeof BUILT_INS): readonly string[] {
  const own = BUILT_INS[library] as { readonly prototype?: object };
  const names = [own, own.prototype ?? {}].flatMap((one) => Object.getOwnPropertyNames(one));
  // What `RegExp` remembers of the last match goes by signs and old names.
  return names.filter((name) => !OF_ALL.includes(name) && /^\w+$/.test(name));
}

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const part = fc.constantFrom('', 'a', 'ab', ',', 'é', '1');
const whole = fc.integer({ min: -15, max: 15 });
// JSON has no `-0`.
const number = fc
  .oneof(whole, fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((value) => value + 0);
const json = jsonData(2);
const list = fc.array(fc.oneof(fc.constantFrom<JsonValue>('a', 1, 2, null), json), {
  maxLength: 6,
});
const plain = fc.array(fc.constantFrom<JsonValue>('a', 'b', 1, 2, null, ''), { maxLength: 6 });
const moment = fc.date({ noInvalidDate: true }).map((date) => date.getTime());
const scalar = fc.oneof(number, text, fc.boolean(), fc.constant(null));

type Given = fc.Arbitrary<JsonValue>;
type Native = (...args: never[]) => unknown;

/** Calls the method of a prototype on the first argument. */
function of(prototype: object, name: string): Native {
  const own = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
  return (self: unknown, ...args: unknown[]) => own.apply(self, args);
}

const named = (
  library: string,
  names: readonly string[],
  given: readonly Given[],
  native: (name: string) => Native,
): readonly (readonly [string, readonly Given[], Native])[] =>
  names.map((name) => [`${library}.${name}`, given, native(name)]);

const strings = (names: readonly string[], ...given: readonly Given[]) =>
  named('String', names, [text, ...given], (name) => of(String.prototype, name));
const arrays = (names: readonly string[], ...given: readonly Given[]) =>
  named(
    'Array',
    names,
    [list, ...given],
    (name) =>
      (self: unknown[], ...args: unknown[]) =>
        (of(Array.prototype, name) as (...all: unknown[]) => unknown)(
          structuredClone(self),
          ...args,
        ),
  );

const ROWS: readonly (readonly [string, readonly Given[], Native])[] = [
  ...strings(['at', 'charAt', 'charCodeAt', 'codePointAt', 'slice', 'substr', 'substring'], whole),
  ...strings(['slice', 'substr', 'substring'], whole, whole),
  ...strings(['endsWith', 'includes', 'indexOf', 'lastIndexOf', 'startsWith'], part, whole),
  ...strings(['isWellFormed', 'toLowerCase', 'toUpperCase', 'toString', 'toWellFormed']),
  ...strings(['trim', 'trimEnd', 'trimLeft', 'trimRight', 'trimStart', 'valueOf']),
  ...strings(['toLocaleLowerCase', 'toLocaleUpperCase']),
  ...strings(['concat'], part, part),
  ...strings(['padEnd', 'padStart'], whole, part),
  ...strings(['split'], part, whole),
  ...arrays(['at', 'flat', 'slice'], whole),
  ...arrays(['concat', 'includes', 'indexOf', 'lastIndexOf'], json),
  ...arrays(['copyWithin', 'slice'], whole, whole),
  ...arrays(['copyWithin', 'fill'], whole, whole, whole),
  ...arrays(['reverse', 'toReversed', 'toSorted', 'sort', 'toString']),
  ...arrays(['toSpliced'], whole, whole, json),
  ...named(
    'Math',
    ['abs', 'acos', 'asinh', 'cbrt', 'clz32', 'cosh', 'exp', 'fround', 'log1p', 'sign', 'tanh'],
    [number],
    (name) => Reflect.get(Math, name) as Native,
  ),
  ...named(
    'Math',
    ['atan2', 'hypot', 'imul', 'max', 'min', 'pow'],
    [number, number],
    (name) => Reflect.get(Math, name) as Native,
  ),
  ...named(
    'Number',
    ['isFinite', 'isInteger', 'isNaN', 'isSafeInteger'],
    [json],
    (name) => Reflect.get(Number, name) as Native,
  ),
  ['Number.new Number', [json], (value: unknown) => Number(value)],
  ...named(
    'Object',
    ['keys', 'values', 'entries', 'getOwnPropertyNames'],
    [json.filter((value) => value !== null)],
    (name) => Reflect.get(Object, name) as Native,
  ),
  ...named(
    'Global',
    ['encodeURI', 'encodeURIComponent'],
    [text],
    (name) => Reflect.get(globalThis, name) as Native,
  ),
  ...named(
    'Global',
    ['decodeURI', 'decodeURIComponent'],
    [text.map((value) => encodeURIComponent(value))],
    (name) => Reflect.get(globalThis, name) as Native,
  ),
  ['Relational.lessThan', [json, json], (a: number, b: number) => a < b],
  ['Relational.lessThanOrEqual', [json, json], (a: number, b: number) => a <= b],
  ['Relational.greaterThan', [json, json], (a: number, b: number) => a > b],
  ['Relational.greaterThanOrEqual', [json, json], (a: number, b: number) => a >= b],
  ['Math.subtract', [scalar, scalar], (a: number, b: number) => a - b],
  ['Bitwise.XOR', [scalar, scalar], (a: number, b: number) => a ^ b],
  ['JSON.type of', [json], (value: unknown) => typeof value],
];

/** As JSON has it: `NaN` and nothing are null, and `-0` is 0. */
function shown(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

describe('methods that JavaScript has under the same name', () => {
  it.each(Object.keys(BUILT_INS) as (keyof typeof BUILT_INS)[])(
    'are all there, or left out for a reason: %s',
    (library) => {
      const here = methodsByLibrary().get(library) ?? [];
      const left = new Set(LEFT_OUT.flatMap((row) => (row.library === library ? row.names : [])));
      const missing = builtIn(library).filter((name) => !here.includes(name));
      expect(missing.filter((name) => !left.has(name))).toEqual([]);
      expect(here.filter((name) => left.has(name))).toEqual([]);
    },
  );

  it.each(ROWS)('%s does the same', (name, given, native) => {
    const same = fc.property(fc.tuple(...given), (args) => {
      expect(shown(answerOf(name, args))).toEqual(shown(native(...(args as never[]))));
    });
    fc.assert(same, { numRuns: 50 });
  });

  it.each([
    'Date',
    'Day',
    'FullYear',
    'Hours',
    'Milliseconds',
    'Minutes',
    'Month',
    'Seconds',
  ] as const)('Date.get%s reads UTC', (name) => {
    const same = fc.property(moment, (at) => {
      const native = new Date(at)[`getUTC${name}`]();
      const through = { through: 'Date.new Date' };
      expect(answerOf(`Date.get${name}`, [at], through)).toBe(native);
      expect(answerOf(`Date.getUTC${name}`, [at], through)).toBe(native);
    });
    fc.assert(same, { numRuns: 30 });
  });

  it.each(['Date', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds'] as const)(
    'Date.set%s sets UTC and answers the time',
    (name) => {
      const same = fc.property(moment, whole, (at, value) => {
        const native = shown(new Date(at)[`setUTC${name}`](value));
        expect(answerOf(`Date.set${name}`, [at, value], { through: 'Date.new Date' })).toBe(native);
      });
      fc.assert(same, { numRuns: 30 });
    },
  );
});

describe('sets', () => {
  const through = { throughEach: 'Set.new Set' };
  const unique = (values: readonly JsonValue[]) => [...new Set(values)];

  it.each<[string, (a: JsonValue[], b: JsonValue[]) => unknown]>([
    ['union', (a, b) => unique([...a, ...b])],
    ['intersection', (a, b) => unique(a).filter((value) => b.includes(value))],
    ['difference', (a, b) => unique(a).filter((value) => !b.includes(value))],
    ['isSubsetOf', (a, b) => a.every((value) => b.includes(value))],
    ['isSupersetOf', (a, b) => b.every((value) => a.includes(value))],
    ['isDisjointFrom', (a, b) => !a.some((value) => b.includes(value))],
  ])('%s of two', (name, native) => {
    const same = fc.property(plain, plain, (a, b) => {
      expect(answerOf(`Set.${name}`, [a, b], through)).toEqual(native(a, b));
    });
    fc.assert(same, { numRuns: 50 });
  });

  it('hold each element once, and are lists where they go out', () => {
    const same = fc.property(plain, (values) => {
      expect(answerOf('Set.new Set', [values])).toEqual(unique(values));
      expect(answerOf('Array.from', [values], { through: 'Set.new Set' })).toEqual(unique(values));
      expect(answerOf('Set.size', [values], through)).toBe(unique(values).length);
    });
    fc.assert(same, { numRuns: 50 });
  });

  it('are changed into others', () => {
    const one = { through: 'Set.new Set' };
    expect(answerOf('Set.add', [[1], 2], one)).toEqual([1, 2]);
    expect(answerOf('Set.has', [[1], 2], one)).toBe(false);
    expect(answerOf('Set.delete', [[1, 2], 2], one)).toEqual({ value: true, set: [1] });
    expect(answerOf('Set.clear', [[1]], one)).toEqual([]);
    expect(answerOf('Set.entries', [[1]], one)).toEqual([[1, 1]]);
    expect(answerOf('Set.has', [[1], 1])).toBe(
      'wrong-type: argument 1 must be a set, it is an array',
    );
  });
});

describe('maps', () => {
  it('hold the last value of a key', () => {
    const pairs = fc.array(
      fc.tuple(part, whole).map((pair) => [...pair]),
      { maxLength: 6 },
    );
    const through = { through: 'Map.new Map' };
    const same = fc.property(pairs, part, whole, (given, key, value) => {
      const native = new Map(given as [string, number][]);
      expect(answerOf('Map.get', [given, key], through)).toBe(native.get(key) ?? null);
      expect(answerOf('Map.size', [given], through)).toBe(native.size);
      const set = new Map(native).set(key, value);
      expect(answerOf('Map.set', [given, key, value], through)).toEqual([...set]);
    });
    fc.assert(same, { numRuns: 50 });
  });
});
