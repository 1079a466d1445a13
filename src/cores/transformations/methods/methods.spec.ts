import { describe, expect, it } from 'vitest';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { aTransformation, edge, method, schema } from '#test/support/factories/a-transformation.js';
import { answerOf, callMethod } from '#test/support/factories/call-method.js';
import { callbackOf } from '#test/support/factories/transformation-functions.js';
import { compileTransformation } from '../compile-transformation.js';
import { runTransformation } from '../run-transformation.js';
import { methodNames, methodOf } from './methods.js';

const NOW = Date.UTC(2026, 10, 21, 12, 30);

function call(name: string, args: readonly (JsonValue | undefined)[], more: JsonObject = {}) {
  return callMethod(name, args, { more, context: { now: NOW } });
}

function answer(name: string, args: readonly (JsonValue | undefined)[], more: JsonObject = {}) {
  return answerOf(name, args, { more, context: { now: NOW } });
}

/** A method, its arguments, and what JavaScript itself says. */
const PLAIN: readonly (readonly [string, readonly (JsonValue | undefined)[], JsonValue])[] = [
  ['Array.at', [[1, 2], -1], 2],
  ['Array.concat', [[1], [2, [3]], 4], [1, 2, [3], 4]],
  ['Array.entries', [['a']], [[0, 'a']]],
  ['Array.fill', [[1, 2, 3], 0, 1], [1, 0, 0]],
  ['Array.flat', [[1, [2, [3]]]], [1, 2, [3]]],
  ['Array.flat', [[1, [2, [3]]], 9], [1, 2, 3]],
  ['Array.from', ['añb'], ['a', 'ñ', 'b']],
  ['Array.getIndex', [[1, 2], 1], 2],
  ['Array.getIndex', [[1, 2], 'length'], 2],
  ['Array.getIndex', [[1, 2], 'constructor'], null],
  ['Array.getIndex', [[1, 2], 9], null],
  ['Array.includes', [[1, 'a'], 'a'], true],
  ['Array.indexOf', [['a', 'b', 'a'], 'a', 1], 2],
  ['Array.isArray', [[]], true],
  ['Array.isArray', [{ length: 0 }], false],
  ['Array.join', [[1, null, [2, 3]], '-'], '1--2,3'],
  ['Array.join', [[1, 2], ''], '12'],
  ['Array.join', [[1, 2]], '1,2'],
  ['Array.keys', [['a', 'b']], [0, 1]],
  ['Array.lastIndexOf', [['a', 'b', 'a'], 'a'], 2],
  ['Array.length', [[1, 2]], 2],
  ['Array.new Array', [1, 'a'], [1, 'a']],
  ['Array.of', [7], [7]],
  ['Array.pop', [[1, 2]], { value: 2, array: [1] }],
  ['Array.pop', [[]], { array: [] }],
  ['Array.push', [[1], 2], [1, 2]],
  ['Array.reverse', [[1, 2]], [2, 1]],
  ['Array.setIndex', [[1, 2], 2, 3], [1, 2, 3]],
  ['Array.shift', [[1, 2]], { value: 1, array: [2] }],
  ['Array.slice', [[1, 2, 3], 1], [2, 3]],
  ['Array.slice', [[1, 2, 3], '', -1], [1, 2]],
  ['Array.sort', [['b', 10, 9, 'a']], [10, 9, 'a', 'b']],
  ['Array.splice', [[1, 2, 3], 1, 1, 'x'], { spliced: [2], array: [1, 'x', 3], value: [2] }],
  ['Array.unshift', [[1], 2], [2, 1]],
  ['Array.copyWithin', [[1, 2, 3, 4], 0, 2], [3, 4, 3, 4]],
  ['Array.from', [{ length: 2 }], [null, null]],
  ['Array.getIndex', ['text', 0], 't'],
  ['Array.length', [5], null],
  ['Array.toReversed', [[1, 2]], [2, 1]],
  ['Array.toSorted', [['b', 10, 9, 'a']], [10, 9, 'a', 'b']],
  ['Array.toSpliced', [[1, 2, 3], 1, 1, 'x'], [1, 'x', 3]],
  ['Array.with', [[1, 2], -1, 3], [1, 3]],
  ['Array.with', [[1, 2], 2, 3], 'wrong-argument: 2 is no place in it'],
  ['Bitwise.AND', [6, 3], 2],
  ['Bitwise.NOT', [0], -1],
  ['Bitwise.and', [6, 3], 2],
  ['Boolean.new Boolean', ['0'], true],
  ['Conditional.if...else', [0, 'yes', 'no'], 'no'],
  ['Conditional.switch', ['b', 'a', 1, 'b', 2, 3], 2],
  ['Conditional.switch', ['c', 'a', 1, 'b', 2, 3], 3],
  ['Conditional.switch', ['c', 'a', 1], null],
  ['Conditional.ternary', ['', 1, 2], 2],
  ['Date.getFullYear', [undefined], 'wrong-type: argument 1 must be a date, it is nothing'],
  ['Date.now', [], NOW],
  ['Date.new Date', [], '2026-11-21T12:30:00.000Z'],
  ['Date.new Date', [2024, 1, 29], '2024-02-29T00:00:00.000Z'],
  ['Date.new Date', ['2024-02-30T99:00'], null],
  ['Date.parse', ['2024-02-29T10:00'], Date.UTC(2024, 1, 29, 10)],
  ['Date.parse', ['2024-02-29'], Date.UTC(2024, 1, 29)],
  ['Date.parse', ['29 Feb 2024 10:00'], Date.UTC(2024, 1, 29, 10)],
  ['Date.parse', ['2024-02-29T10:00+02:00'], Date.UTC(2024, 1, 29, 8)],
  ['Equality.deepEquals', [{ a: [1] }, { a: [1] }], true],
  ['Equality.deepEquals', [{ a: 1 }, { b: 1 }], false],
  ['Equality.equality', ['0', 0], true],
  ['Equality.equality', [null, undefined], true],
  ['Equality.equality', [null, 0], false],
  ['Equality.equality', [[1], '1'], true],
  ['Equality.equality', [{}, {}], false],
  ['Equality.equality', [true, '1'], true],
  ['Equality.inequality', ['a', 'b'], true],
  ['Equality.strictEquality', ['0', 0], false],
  ['Global.parseFloat', ['3.5 GiB'], 3.5],
  ['Global.decodeURIComponent', ['100%'], 'wrong-argument: the text is no part of a URI'],
  ['JSON.parse', ['{"a":[1]}'], { a: [1] }],
  ['JSON.type of', [[1]], 'object'],
  ['JSON.type of', ['1'], 'string'],
  ['JSON.type of', [undefined], 'undefined'],
  ['JSON.parse', ['{a}'], 'wrong-argument: the text is no JSON'],
  ['JSON.stringify', [{ a: [1], b: 2 }], '{"a":[1],"b":2}'],
  ['JSON.stringify', [{ a: 1, b: 2 }, ['b']], '{"b":2}'],
  ['JSON.stringify', [{ a: 1 }, undefined, 2], '{\n  "a": 1\n}'],
  ['Logical.and', [1, 'last'], 'last'],
  ['Logical.and', ['', 'last'], ''],
  ['Logical.not', [[]], false],
  ['Logical.nullish', [null, 0], 0],
  ['Logical.nullish', [false, 1], false],
  ['Logical.or', [0, 'b'], 'b'],
  ['Math.abs', [-1], 1],
  ['Math.add', [1, 2], 3],
  ['Math.add', ['1', 2], 3],
  ['Math.add', [1, undefined], null],
  ['Math.ceil', [1.2], 2],
  ['Math.divide', [1, 4], 0.25],
  ['Math.divide', [1, 0], null],
  ['Math.floor', [-1.2], -2],
  ['Math.max', [1, 3, 2], 3],
  ['Math.min', [2, 1], 1],
  ['Math.modulo', [7, 4], 3],
  ['Math.multiply', [3, 4], 12],
  ['Math.pow', [2, 10], 1024],
  ['Math.PI', [], Math.PI],
  ['Math.atan2', [1, 1], Math.PI / 4],
  ['Math.round', [2.5], 3],
  ['Number.toLocaleString', [1234567.891], '1,234,567.891'],
  ['Number.toLocaleString', [1234.5, 'de-DE'], '1.234,5'],
  [
    'Number.toLocaleString',
    [1, 'no language'],
    'wrong-argument: there is no such language, or no such option',
  ],
  ['Math.subtract', [1, 3], -2],
  ['Math.trunc', [-2.7], -2],
  ['Number.isInteger', [1], true],
  ['Number.new Number', ['12'], 12],
  ['Number.new Number', ['x'], null],
  ['Number.parseFloat', ['1.5x'], 1.5],
  ['Number.parseInt', ['ff', 16], 255],
  ['Number.toFixed', [1.005, 1], '1.0'],
  ['Number.toFixed', [1, 101], 'wrong-argument: argument 2 must be 0 to 100'],
  ['Number.toString', [255, 16], 'ff'],
  ['Object.assign', [{ a: 1 }, { b: 2 }], { a: 1, b: 2 }],
  ['Object.deleteProperty', [{ a: 1, b: 2 }, 'a'], { b: 2 }],
  ['Object.entries', [{ a: 1 }], [['a', 1]]],
  ['Object.fromEntries', [[['a', 1]]], { a: 1 }],
  ['Object.fromEntries', [[['__proto__', 1]]], "unsafe-key: '__proto__' is no key for data"],
  ['Object.getProperty', [{ a: 1 }, 'a'], 1],
  ['Object.getProperty', [{ a: 1 }, '__proto__'], null],
  ['Object.getProperty', [{ a: 1 }, 'constructor'], null],
  ['Object.getProperty', [{ constructor: 'Acme' }, 'constructor'], 'Acme'],
  ['Object.getProperty', ['text', 'length'], 4],
  ['Object.getProperty', [undefined, 'a'], 'wrong-type: argument 1 must be a value, it is nothing'],
  ['Object.hasOwnProperty', [{ a: 1 }, 'toString'], false],
  ['Object.keys', [{ b: 1, a: 2 }], ['b', 'a']],
  ['Object.hasOwnProperty', ['text', 'length'], true],
  ['Object.keys', ['ab'], ['0', '1']],
  ['Object.keys', [5], []],
  ['Object.setProperty', ['12', '0', 1], '12'],
  ['Object.new Object', ['{"a": {}}'], { a: {} }],
  ['Object.new Object', [], {}],
  ['Object.optional chaining', [{ a: { b: [5] } }, 'a', 'b', 0], 5],
  ['Object.optional chaining', [null, 'a', 'b'], null],
  ['Object.setProperty', [{ a: 1 }, 'b', 2], { a: 1, b: 2 }],
  ['Object.setProperty', [[1], 1, 2], [1, 2]],
  ['Object.setProperty', [{}, '__proto__', {}], "unsafe-key: '__proto__' is no key for data"],
  ['Object.setProperty', [{}, 'constructor', 1], "unsafe-key: 'constructor' is no key for data"],
  ['Object.typeof', [[]], 'object'],
  ['Object.values', [{ a: 1 }], [1]],
  ['RegExp.new RegExp', ['a.', 'gi'], '/a./gi'],
  ['Null.new Null', [], null],
  ['Relational.greaterThan', [2, '10'], false],
  ['WorkFlowEngine.query', [false, 'a[0].b', { a: [{ b: 1 }] }], 1],
  ['WorkFlowEngine.query', [true, 'a[0].b', {}], null],
  ['WorkFlowEngine.query', [false, 'a.b', { a: { b: null } }], null],
  ['WorkFlowEngine.query', [true, 'a', [null]], "wrong-argument: the query asks null for 'a'"],
  ['Relational.greaterThan', ['2', '10'], true],
  ['Relational.greaterThanOrEqual', [2, 2], true],
  ['Relational.in', [undefined, 'a'], false],
  ['Relational.lessThan', [[], 1], true],
  ['Relational.lessThan', [[2], '10'], false],
  ['Relational.lessThan', ['a', 'b'], true],
  ['Relational.lessThanOrEqual', [3, 2], false],
  ['String.at', ['abc', -1], 'c'],
  ['String.charAt', ['abc', 1], 'b'],
  ['String.charCodeAt', ['a'], 97],
  ['String.concat', ['a', 1, null], 'a1null'],
  ['String.endsWith', ['abc', 'bc'], true],
  ['String.includes', ['abc', 'd'], false],
  ['String.indexOf', ['abca', 'a', 1], 3],
  ['String.length', ['añ'], 2],
  ['String.match', ['a1b22', '\\d+'], ['1']],
  ['String.new String', [12], '12'],
  ['String.new String', [], ''],
  ['String.fromCodePoint', [128512, 97], '😀a'],
  ['String.fromCodePoint', [-1], 'wrong-argument: -1 is no character of Unicode'],
  [
    'String.matchAll',
    ['a1b2', '([a-z])\\d'],
    [
      ['a1', 'a'],
      ['b2', 'b'],
    ],
  ],
  ['String.templateLiteral', ['${a}-${b}-${a}', 1, 2], '1-2-1'],
  ['String.toWellFormed', ['a\ud800b'], 'a\ufffdb'],
  ['String.split', ['a,b', ',', -1], ['a', 'b']],
  ['String.split', ['ab', undefined, -1], ['ab']],
  ['String.normalize', ['e\u0301'], 'é'],
  ['String.padEnd', ['a', 3], 'a  '],
  ['String.padStart', ['7', 3, '0'], '007'],
  ['String.repeat', ['ab', 2], 'abab'],
  ['String.repeat', ['ab', -1], 'wrong-argument: cannot repeat -1 times'],
  ['String.replace', ['a.a.a', '.', '$&$&-$$'], 'a..-$a.a'],
  ['String.replaceAll', ['a.a.a', '.', ''], 'aaa'],
  ['String.search', ['abc', '[bc]'], 1],
  ['String.slice', ['abc', -2], 'bc'],
  ['String.split', ['a, b', ', '], ['a', 'b']],
  ['String.split', ['abc', '', 2], ['a', 'b']],
  ['String.split', ['abc'], ['abc']],
  ['String.startsWith', ['abc', 'ab'], true],
  ['String.substr', ['abcd', -3, 2], 'bc'],
  ['String.substring', ['abcd', 2, 0], 'ab'],
  ['String.toLowerCase', ['ÄB'], 'äb'],
  ['String.toUpperCase', ['äb'], 'ÄB'],
  ['String.trim', [' a '], 'a'],
  ['Unary.typeof', [undefined], 'undefined'],
  ['Unary.negation', [3], -3],
];

describe('methods', () => {
  it.each(PLAIN)('%s of %j is %j', (name, args, expected) => {
    expect(answer(name, args)).toEqual(expected);
  });

  it('make arrays of elements or of a length', () => {
    expect(answer('Array.new Array', [3], { polymorphIndex: 0 })).toEqual([3]);
    expect(answer('Array.new Array', [3], { polymorphIndex: 1 })).toEqual([null, null, null]);
    expect(answer('Array.new Array', [-1], { polymorphIndex: 1 })).toContain('wrong-argument');
  });

  it('refuse what they do not take, and name the argument', () => {
    expect(call('String.split', [1, ','])).toMatchObject({
      code: 'wrong-type',
      detail: 'argument 1 must be a text, it is the number 1',
      step: { id: '1', does: 'String.split', pointer: '#/steps/0' },
    });
    expect(answer('Object.keys', [null])).toBe(
      'wrong-type: argument 1 must be a value, it is null',
    );
  });

  it('take their random numbers from outside', () => {
    const context = { random: () => 0.25 };
    expect(answerOf('Math.random', [], { context })).toBe(0.25);
    const drawn = answerOf('Math.random', []) as number;
    expect(drawn >= 0 && drawn < 1).toBe(true);
  });

  it.each<[string, (JsonValue | undefined)[], JsonValue]>([
    ['toDateString', [], 'Thu Feb 29 2024'],
    ['toTimeString', [], '10:20:30 GMT+0000 (Coordinated Universal Time)'],
    ['toString', [], 'Thu Feb 29 2024 10:20:30 GMT+0000 (Coordinated Universal Time)'],
    ['toUTCString', [], 'Thu, 29 Feb 2024 10:20:30 GMT'],
    ['toLocaleDateString', [], '2/29/2024'],
    ['toLocaleDateString', ['de-DE'], '29.2.2024'],
    ['toLocaleTimeString', ['en-GB', { timeZone: 'Europe/Paris' }], '11:20:30'],
    ['getTimezoneOffset', [], 0],
    ['setHours', [0, 0, 0, 0], Date.UTC(2024, 1, 29)],
    ['setUTCMonth', [0], Date.UTC(2024, 0, 29, 10, 20, 30)],
  ])('Date.%s with %j is %j', (name, args, expected) => {
    const given = ['2024-02-29T10:20:30Z', ...args];
    expect(answerOf(`Date.${name}`, given, { through: 'Date.new Date' })).toEqual(expected);
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'do not exist as Math.%s',
    (name) => {
      expect(methodOf('Math', name, undefined)).toBeUndefined();
      expect(methodOf(name, 'abs', undefined)).toBeUndefined();
    },
  );

  it('are those in widest use, and more', () => {
    expect(methodNames().length).toBeGreaterThan(150);
    expect(new Set(methodNames()).size).toBe(methodNames().length);
  });
});

describe('methods that call a function', () => {
  const isBig = callbackOf(
    'isBig',
    ['item', 'index', 'array'],
    ['limit'],
    [
      method(1, 'Relational.greaterThan', [null, null]),
      edge('incoming item', 'method 1/args/0/value'),
      edge('incoming limit', 'method 1/args/1/value'),
      edge('method 1/return', 'outgoing result'),
    ],
  );
  const twice = callbackOf(
    'twice',
    ['item', 'index', 'array'],
    [],
    [
      method(1, 'Array.new Array', [null, null]),
      edge('incoming item', 'declaration 1/args/0/value'),
      edge('incoming index', 'declaration 1/args/1/value'),
      edge('declaration 1/return', 'outgoing result'),
    ],
  );
  const minus = callbackOf(
    'minus',
    ['a', 'b'],
    [],
    [
      method(1, 'Math.subtract', [null, null]),
      edge('incoming a', 'method 1/args/0/value'),
      edge('incoming b', 'method 1/args/1/value'),
      edge('method 1/return', 'outgoing result'),
    ],
  );

  function over(name: string, list: JsonValue, rest: JsonValue[]): unknown {
    const document = aTransformation({
      incoming: [schema('list')],
      outgoing: [schema('out')],
      functions: [isBig, twice, minus],
      steps: [
        method(1, name, [null, ...rest]),
        edge('incoming list', 'method 1/args/0/value'),
        edge('method 1/return', 'outgoing out'),
      ],
    });
    const compiled = compileTransformation(document);
    if (compiled.kind === 'refused') return compiled.problems.map(({ code }) => code);
    const result = runTransformation(
      compiled.transformation,
      { list },
      { extractOutput: true },
      { now: NOW },
    );
    return result.kind === 'done' ? result.outgoing : result.code;
  }

  it.each<[string, JsonValue, JsonValue[], unknown]>([
    ['Array.every', [3, 4], ['isBig', 2], true],
    ['Array.filter', [1, 3, 4], ['isBig', 2], [3, 4]],
    ['Array.find', [1, 3, 4], ['isBig', 2], 3],
    ['Array.findIndex', [1, 3], ['isBig', 2], 1],
    ['Array.findLast', [1, 3, 4], ['isBig', 2], 4],
    ['Array.findLastIndex', [1, 3, 1], ['isBig', 2], 1],
    ['Array.flatMap', ['a', 'b'], ['twice'], ['a', 0, 'b', 1]],
    ['Array.forEach', ['a'], ['twice'], null],
    [
      'Array.map',
      ['a', 'b'],
      ['twice'],
      [
        ['a', 0],
        ['b', 1],
      ],
    ],
    ['Array.reduce', [1, 2], ['minus', 10], 7],
    ['Array.reduce', [10, 2, 1], ['minus', null], 7],
    ['Array.reduce', [], ['minus', null], 'wrong-argument'],
    ['Array.reduceRight', [1, 2, 10], ['minus', null], 7],
    ['Array.some', [1, 3], ['isBig', 5], false],
    ['Array.sort', [10, 9, 1], ['minus'], [1, 9, 10]],
    ['Array.sort', [10, 9, 1], [], [1, 10, 9]],
    ['Array.map', [1], ['nobody'], ['unknown-function']],
    ['Array.map', [1], [null], ['unknown-function']],
    ['Array.map', 'text', ['twice'], 'wrong-type'],
  ])('%s of %j with %j is %j', (name, list, rest, expected) => {
    expect(over(name, list, rest)).toEqual(expected);
  });
});

describe('regular expressions', () => {
  function withPattern(name: string, pattern: JsonValue[], rest: JsonValue[]): unknown {
    const at = name.startsWith('RegExp') ? 0 : 1;
    const args = at === 0 ? [null, ...rest] : [rest[0] ?? null, null, ...rest.slice(1)];
    const document = aTransformation({
      incoming: [],
      outgoing: [schema('out')],
      steps: [
        method(1, 'RegExp.new RegExp', pattern),
        method(2, name, args),
        edge('declaration 1/return', `method 2/args/${at}/value`),
        edge('method 2/return', 'outgoing out'),
      ],
    });
    const compiled = compileTransformation(document);
    if (compiled.kind === 'refused') throw new Error('refused');
    const result = runTransformation(
      compiled.transformation,
      {},
      { extractOutput: true },
      { now: 0 },
    );
    return result.kind === 'done' ? result.outgoing : result.code;
  }

  it.each<[string, JsonValue[], JsonValue[], unknown]>([
    ['RegExp.exec', ['(a)(x)?b'], ['cab'], ['ab', 'a', null]],
    ['RegExp.exec', ['z'], ['cab'], null],
    ['RegExp.flags', ['a', 'mg'], [], 'gm'],
    ['RegExp.global', ['a', 'g'], [], true],
    ['RegExp.test', ['a', 'y'], ['a'], 'pattern-refused'],
    ['RegExp.test', ['a', 'gg'], ['a'], 'pattern-refused'],
    ['String.matchAll', ['a'], ['a'], 'wrong-argument'],
    ['RegExp.test', ['^A', 'i'], ['ab'], true],
    ['RegExp.source', ['a+'], [], 'a+'],
    ['String.match', ['\\d', 'g'], ['a1b2'], ['1', '2']],
    ['String.match', ['z', 'g'], ['a1b2'], null],
    ['String.split', ['\\s*,\\s*'], ['a , b,c'], ['a', 'b', 'c']],
    ['String.split', ['(-)'], ['a-b'], ['a', '-', 'b']],
    ['String.split', [''], ['abc'], ['a', 'b', 'c']],
    ['String.split', ['x*'], [''], []],
    ['String.split', ['x'], [''], ['']],
    ['String.replace', ['(\\w)(\\w)', 'g'], ['abcd', '$2$1'], 'badc'],
    ['String.replace', ['b', ''], ['abcb', "[$`|$']"], 'a[a|cb]cb'],
    ['String.search', ['[0-9]'], ['ab1'], 2],
    ['String.match', ['(?<=x)y'], ['xy'], ['y']],
    ['String.match', ['('], ['x'], 'pattern-refused'],
  ])('%s with %j of %j is %j', (name, pattern, rest, expected) => {
    expect(withPattern(name, pattern, rest)).toEqual(expected);
  });

  it('may be the text of one', () => {
    expect(answerOf('RegExp.test', ['^[0-9]+$', '12'])).toBe(true);
    expect(answerOf('RegExp.test', ['^[0-9]+$', { a: 1 }])).toBe(false);
    expect(answerOf('RegExp.exec', ['(b)', 'abc'])).toEqual(['b', 'b']);
  });
});
