import { type JsonValue } from '../../src/kernel/json.js';
import { type Random } from './random.js';

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\ufeff',
  '\u202etxt.exe',
  '\u2066a\u2069',
  'e\u0301',
  '𝔘',
  '\ufdfa'.repeat(50),
  '%00',
  '%',
  '../../etc/passwd',
  '..\\..\\x',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '$where',
  '$ne',
  '{"$gt":""}',
  '(a+)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*)*'.repeat(20),
  '[',
  '(?=',
  '\\',
  '{{7*7}}',
  '{% for x in range(99999999) %}x{% endfor %}',
  '$var.job.x',
  '$var.a1.b',
  '@66d02d8221161b4df2717495: x',
  '0'.repeat(24),
  '66d02d8221161b4df2717495',
  'ffffffffffffffffffffffff',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  'a\r\nset-cookie: a=b',
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '2026-13-45T99:99:99Z',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '* * * * *',
  '*/0 * * * *',
  'P1D',
  'Infinity',
  '-0',
  '1e400',
  'true',
  'null',
  '[object Object]',
] as const;

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  1.5,
  0.1,
  255,
  256,
  1000,
  1001,
  65_535,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  8_640_000_000_000_001,
  1e21,
  1e308,
  -1e308,
  5e-324,
] as const;

const OTHERS: readonly JsonValue[] = [
  null,
  true,
  false,
  {},
  [],
  [null],
  [[]],
  [{}],
  ['x', 'x'],
  { $ne: null },
  { $gt: '' },
  { $where: 'sleep(1000)' },
  { $regex: '(a+)+$' },
  { $ref: '#' },
  { toString: 1 },
  { length: 1e9 },
  { constructor: { prototype: { polluted: 1 } } },
  { toJSON: null },
  { then: 1 },
  { '': 1 },
  { 'a.b': { $c: 1 } },
];

/** Keys that nothing declares, and that objects have or databases know. */
export const HOSTILE_KEYS = [
  'nonsense',
  '',
  'toString',
  'constructor',
  'prototype',
  'hasOwnProperty',
  '__proto__',
  '__defineGetter__',
  '$set',
  '$where',
  'a.b',
  '_id',
  '__v',
  'id',
  'length',
  'then',
  '\u0000',
  '\ud800',
  'x'.repeat(2000),
] as const;

const LENGTHS = [100, 513, 1025, 10_000, 70_000, 300_000];

export function hostileText(random: Random): string {
  if (random.chance(0.08))
    return random.pick(['x', 'ß', '𝔘', '(', 'a.']).repeat(random.pick(LENGTHS));
  return random.pick(TEXTS);
}

export function hostileNumber(random: Random): number {
  return random.pick(NUMBERS);
}

/** A value of any kind, of any size. */
export function hostileValue(random: Random): JsonValue {
  switch (random.weighted({ text: 8, number: 5, other: 7, deep: 1, wide: 1 })) {
    case 'text':
      return hostileText(random);
    case 'number':
      return hostileNumber(random);
    case 'other':
      return structuredClone(random.pick(OTHERS));
    case 'deep':
      return nested(random.pick([20, 60, 95, 120, 200]), random.chance(0.5));
    case 'wide':
      return Array.from({ length: random.pick([101, 1001, 10_001]) }, () => random.pick(OTHERS));
  }
}

function nested(levels: number, inLists: boolean): JsonValue {
  let value: JsonValue = 1;
  for (let level = 0; level < levels; level += 1) value = inLists ? [value] : { a: value };
  return value;
}
