import { describe, expect, it } from 'vitest';
import { deeplyFrozen } from '../../../test/support/deeply-frozen.js';
import {
  aTransformation,
  edge,
  method,
  schema,
} from '../../../test/support/factories/a-transformation.js';
import { callbackOf } from '../../../test/support/factories/transformation-functions.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { compileTransformation } from './compile-transformation.js';
import { compileInputValidator } from './input-validator.js';
import { type RunOptions, type RunResult, runTransformation } from './run-transformation.js';

function compiled(document: JsonObject) {
  const result = compileTransformation(document);
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.problems));
  return result.transformation;
}

function run(document: JsonObject, incoming: JsonObject = {}, options: RunOptions = {}): RunResult {
  return runTransformation(compiled(document), deeplyFrozen(incoming), options, { now: 0 });
}

function outgoing(...given: Parameters<typeof run>): JsonValue {
  const result = run(...given);
  if (result.kind === 'failed') throw new Error(`${result.code}: ${result.detail}`);
  return result.outgoing;
}

/** A transformation of steps alone; everything comes in and goes out under one letter. */
const of = (steps: JsonObject[], more: JsonObject = {}): JsonObject =>
  aTransformation({
    incoming: ['a', 'b', 'c'].map((id) => schema(id)),
    outgoing: ['x', 'y'].map((id) => schema(id)),
    steps,
    ...more,
  });

describe('a transformation', () => {
  it('puts together what goes out of parts, whatever their order', () => {
    const document = of([
      edge('incoming a', 'outgoing x/list/0/deep'),
      edge('incoming b', 'outgoing x/name~1of~0it'),
      edge('incoming c', 'outgoing x'),
      edge('incoming a/inner/1', 'outgoing y'),
    ]);
    const incoming = { a: { inner: [1, 2] }, b: 'B', c: { name: 'C', list: [{ kept: true }] } };
    expect(outgoing(document, incoming)).toEqual({
      x: { name: 'C', list: [{ kept: true, deep: { inner: [1, 2] } }], 'name/of~it': 'B' },
      y: 2,
    });
  });

  it('takes values that stand in the document, at all times or where a case is taken', () => {
    const literal = (value: JsonValue, to: string, more: JsonObject = {}): JsonObject => ({
      ...edge('incoming a', to, more),
      from: { location: 'static', value },
    });
    const document = of([
      { id: 'switch', type: 'context' },
      method(2, 'Math.add', [null, 1]),
      edge('incoming a', 'context switch/context'),
      literal(2, 'method 2/args/0/value'),
      edge('method 2/return', 'outgoing x/sum'),
      literal({ said: ['yes'] }, 'outgoing x/answer', { context: '#/switch[0]' }),
      literal('whole', 'outgoing y'),
    ]);
    expect(outgoing(document, { a: true })).toEqual({
      x: { sum: 3, answer: { said: ['yes'] } },
      y: 'whole',
    });
    expect(outgoing(document, { a: false })).toEqual({ x: { sum: 3 }, y: 'whole' });
  });

  it('leaves out what nothing comes in for', () => {
    const document = of([
      edge('incoming a', 'outgoing x/there'),
      edge('incoming b/far/away', 'outgoing x/not'),
      edge('incoming c', 'outgoing y'),
    ]);
    expect(outgoing(document, { a: null, b: 1 })).toEqual({ x: { there: null } });
  });

  it('says where something lies in the way of what is written', () => {
    const document = of([edge('incoming a', 'outgoing x'), edge('incoming b', 'outgoing x/in')]);
    expect(run(document, { a: 'text', b: 1 })).toMatchObject({ code: 'wrong-type', step: null });
    expect(run(document, { a: [1], b: 1 })).toMatchObject({ code: 'wrong-argument' });
  });

  it('never hands out a part of what came in', () => {
    const incoming = { a: { list: [1] } };
    const result = outgoing(of([edge('incoming a', 'outgoing x')]), incoming) as { x: JsonObject };
    expect(result.x).toEqual(incoming.a);
    expect(result.x).not.toBe(incoming.a);
    expect(result.x['list']).not.toBe(incoming.a.list);
  });

  it('takes an argument from an edge, else from the step', () => {
    const document = of([
      method(1, 'String.concat', ['own ', 'other']),
      method(2, 'String.concat', ['own ', null]),
      edge('incoming a', 'method 1/args/1/value'),
      edge('method 1/return', 'outgoing x'),
      edge('method 2/return', 'outgoing y'),
    ]);
    expect(outgoing(document, { a: 'given' })).toEqual({ x: 'own given', y: 'own ' });
  });

  it('takes an argument that two edges lead to from the later one', () => {
    const document = of([
      method(1, 'String.concat', [null, null]),
      ...['a', 'b'].map((name) => edge(`incoming ${name}`, 'method 1/args/0/value')),
      edge('method 1/return', 'outgoing x'),
    ]);
    expect(outgoing(document, { a: 'one', b: 'other' })).toEqual({ x: 'other' });
  });

  it('takes an argument from an edge only where its case is chosen', () => {
    const document = of([
      { id: 'switch', type: 'context' },
      edge('incoming a', 'context switch/context'),
      method(1, 'String.concat', ['own', '']),
      edge('incoming b', 'method 1/args/0/value', { context: '#/switch[0]' }),
      edge('method 1/return', 'outgoing x'),
    ]);
    expect(outgoing(document, { a: true, b: 'given' })).toEqual({ x: 'given' });
    expect(outgoing(document, { a: false, b: 'given' })).toEqual({ x: 'own' });
  });

  it('fills templates in the order in which names first occur', () => {
    const template = {
      id: 1,
      type: 'template',
      template: '${one}-${two}-${one} $ {two} ${a b}',
      args: [null, 2, { k: 1 }],
    };
    const document = of([
      template,
      edge('incoming a', 'template 1/args/0/value'),
      edge('template 1/return', 'outgoing x'),
    ]);
    expect(outgoing(document, { a: [1, [null, 2]] })).toEqual({
      x: '1,,2-2-1,,2 $ {two} [object Object]',
    });
  });

  it('calls functions of functions, inner ones first, by the id that they had first', () => {
    const greets = (word: string): JsonObject => ({
      name: 'renamed',
      id: 'greet',
      incoming: [schema('who')],
      outgoing: [schema('text'), schema('length')],
      steps: [
        method(1, 'String.concat', [word, null]),
        method(2, 'String.length', [null]),
        edge('incoming who', 'method 1/args/1/value'),
        edge('method 1/return', 'method 2/args/0/value'),
        edge('method 1/return', 'outgoing text'),
        edge('method 2/return', 'outgoing length'),
      ],
      functions: [],
    });
    const outer = {
      name: 'outer',
      incoming: [schema('who')],
      outgoing: [schema('text')],
      steps: [
        { id: 1, type: 'function', function: 'greet', args: [null] },
        edge('incoming who', 'function 1/args/0/value'),
        edge('function 1/return/text', 'outgoing text'),
      ],
      functions: [greets('inner ')],
    };
    const document = of(
      [
        { id: 1, type: 'function', function: 'outer', args: [''] },
        { id: 2, type: 'function', function: 'greet', args: [''] },
        edge('incoming a', 'function 1/args/0/value'),
        edge('incoming a', 'function 2/args/0/value'),
        edge('function 1/return/text', 'outgoing x'),
        edge('function 2/return', 'outgoing y'),
      ],
      { functions: [greets('outer '), outer] },
    );
    expect(outgoing(document, { a: 'A' })).toEqual({
      x: 'inner A',
      y: { text: 'outer A', length: 7 },
    });
  });

  it('gives functions their constants one by one, by number in an object, or as an object', () => {
    const steps = (from: string): JsonObject[] => [edge(`incoming ${from}`, 'outgoing result')];
    const taking = (name: string, last: JsonObject[], from: string): JsonObject => ({
      name,
      incoming: [schema('item'), ...last],
      outgoing: [schema('result')],
      steps: steps(from),
      functions: [],
    });
    const context = { isContext: true };
    const numbered = { ...context, isIndexed: true, properties: { '1_b of': {} } };
    const document = of(
      [
        method(1, 'Array.map', [['i'], 'second', 'one', 'two']),
        method(2, 'Array.map', [['i'], 'numbered', 'one', 'two']),
        method(3, 'Array.map', [['i'], 'whole', { k: 'one' }]),
        edge('method 1/return/0', 'outgoing x/second'),
        edge('method 2/return/0', 'outgoing x/numbered'),
        edge('method 3/return/0', 'outgoing x/whole'),
      ],
      {
        functions: [
          callbackOf(
            'second',
            ['item', 'index', 'array'],
            ['p', 'q'],
            [edge('incoming q', 'outgoing result')],
          ),
          taking('numbered', [schema('thisArg', 'object', numbered)], 'thisArg/1_b of'),
          taking('whole', [schema('thisArg', 'object', context)], 'thisArg/k'),
        ],
      },
    );
    expect(outgoing(document)).toEqual({ x: { second: 'two', numbered: 'two', whole: 'one' } });
  });

  it('runs the steps of a case only when that case is chosen', () => {
    const document = of([
      { id: 24, type: 'context', cases: ['up', { value: 'down' }] },
      edge('incoming a', 'context 24/context'),
      method(1, 'String.toUpperCase', [null], { context: '#/24[0]' }),
      method(2, 'String.repeat', [null, -1], { context: '#/24[1]' }),
      edge('incoming b', 'method 1/args/0/value'),
      edge('incoming b', 'method 2/args/0/value'),
      edge('incoming c', 'outgoing x'),
      edge('method 1/return', 'outgoing x'),
      edge('method 2/return', 'outgoing x'),
      edge('incoming b', 'outgoing y', { context: '#/24[2]' }),
    ]);
    expect(outgoing(document, { a: 'up', b: 'b', c: 'c' })).toEqual({ x: 'B' });
    expect(outgoing(document, { a: 'else', b: 'b', c: 'c' })).toEqual({ x: 'c', y: 'b' });
    expect(run(document, { a: 'down', b: 'b' })).toMatchObject({ code: 'wrong-argument' });
  });

  it.each([
    ['a method', { type: 'method' }, 'method'],
    ['a context', { type: 'context' }, 'context'],
  ])('runs the steps of the case that a switch takes, drawn as %s', (_, kind, location) => {
    const step = { id: 3, library: 'Conditional', method: 'switch', ...kind };
    const document = of([
      method(2, 'JSON.type of', [null]),
      { ...step, args: [null, 'string', 'number'] },
      edge('incoming a', 'method 2/args/0/value'),
      edge('method 2/return', `${location} 3/args/0/value`),
      edge('incoming b', 'outgoing x', { context: '#/3[0]' }),
      edge('incoming c', 'outgoing x', { context: '#/3[1]' }),
      edge('incoming a', 'outgoing x', { context: '#/3[2]' }),
    ]);
    const chosen = (a: JsonValue) => outgoing(document, { a, b: 'text', c: 'number' });
    expect([chosen('t'), chosen(1), chosen(true)]).toEqual([
      { x: 'text' },
      { x: 'number' },
      { x: true },
    ]);
  });

  it('goes by the value of a case also where a switch has one alone', () => {
    const document = of([
      { id: 3, type: 'method', library: 'Conditional', method: 'switch', args: [null, 'up'] },
      edge('incoming a', 'method 3/args/0/value'),
      edge('incoming b', 'outgoing x', { context: '#/3[0]' }),
      edge('incoming c', 'outgoing x', { context: '#/3[1]' }),
    ]);
    const chosen = (a: JsonValue) => outgoing(document, { a, b: 'is up', c: 'is not' });
    expect(['up', 'down'].map(chosen)).toEqual([{ x: 'is up' }, { x: 'is not' }]);
  });

  it('runs the first case of an if...else for whatever is true', () => {
    const document = of([
      { id: 3, type: 'method', library: 'Conditional', method: 'if...else', args: [null] },
      edge('incoming a', 'method 3/args/0/value'),
      edge('incoming b', 'outgoing x', { context: '#/3[0]' }),
      edge('incoming c', 'outgoing x', { context: '#/3[1]' }),
    ]);
    const chosen = (a: JsonValue) => outgoing(document, { a, b: 'if', c: 'else' });
    expect([5, 'text', 0, null].map(chosen)).toEqual(
      ['if', 'if', 'else', 'else'].map((x) => ({ x })),
    );
  });

  it('chooses a case without values by number, or by truth', () => {
    const document = of([
      { id: 'switch', type: 'context' },
      edge('incoming a', 'context switch/context'),
      edge('incoming b', 'outgoing x', { context: '#/switch[0]' }),
      edge('incoming c', 'outgoing x', { context: '#/switch[1]' }),
    ]);
    const chosen = (a: JsonValue) => outgoing(document, { a, b: 'first', c: 'second' });
    expect([true, 0].map(chosen)).toEqual([{ x: 'first' }, { x: 'first' }]);
    expect([false, 1].map(chosen)).toEqual([{ x: 'second' }, { x: 'second' }]);
    expect(chosen(2)).toEqual({});
  });

  it('says which step failed, in functions too', () => {
    const failing = callbackOf(
      'failing',
      ['item'],
      [],
      [edge('incoming item', 'method 9/args/0/value'), method(9, 'String.trim', [null])],
    );
    const document = of(
      [method(1, 'Array.map', [null, 'failing']), edge('incoming a', 'method 1/args/0/value')],
      { functions: [failing] },
    );
    expect(run(document, { a: ['fine', 7] })).toEqual({
      kind: 'failed',
      code: 'wrong-type',
      detail: 'argument 1 must be a text, it is the number 7',
      step: { id: '9', does: 'String.trim', pointer: '#/functions/0/steps/1' },
      faults: [],
    });
  });

  it('says nothing but JSON: dates as text, no number as null', () => {
    const document = of([
      method(1, 'Date.new Date', [null]),
      method(2, 'Math.divide', [0, 0]),
      method(3, 'Array.new Array', [null, null]),
      edge('incoming a', 'declaration 1/args/0/value'),
      edge('declaration 1/return', 'declaration 3/args/0/value'),
      edge('method 2/return', 'outgoing y'),
      edge('declaration 3/return', 'outgoing x'),
    ]);
    expect(outgoing(document, { a: 86_400_000 })).toEqual({
      x: ['1970-01-02T00:00:00.000Z', null],
      y: null,
    });
  });
});

describe('options of a run', () => {
  const document = aTransformation({
    incoming: [
      schema('a', 'string', { default: 'from the schema' }),
      schema('b', 'number', { optional: true, minimum: 3 }),
    ],
    outgoing: [schema('x', 'string', { default: 'nothing' })],
    steps: [edge('incoming a', 'outgoing x')],
  });

  it('answer one thing bare, several never', () => {
    expect(outgoing(document, { a: 'A' }, { extractOutput: true })).toBe('A');
    expect(outgoing(document, {}, { extractOutput: true })).toBeNull();
    expect(
      outgoing(of([edge('incoming a', 'outgoing x')]), { a: 1 }, { extractOutput: true }),
    ).toEqual({ x: 1 });
  });

  it('take defaults for what is missing on either side', () => {
    const options = { revertToDefaultValue: true };
    expect(outgoing(document, {}, options)).toEqual({ x: 'from the schema' });
    expect(outgoing(document, {})).toEqual({});
    const silent = aTransformation({ ...document, steps: [] });
    expect(outgoing(silent, {}, options)).toEqual({ x: 'nothing' });
  });

  it('hold what comes in to its schemas', async () => {
    const validateIncoming = await compileInputValidator(document);
    const validated = (incoming: JsonObject) => run(document, incoming, { validateIncoming });
    expect(validated({ a: 'A', b: 3 }).kind).toBe('done');
    expect(validated({ a: 'A' }).kind).toBe('done');
    expect(validated({ a: 1, b: 2 })).toMatchObject({
      code: 'incoming-refused',
      faults: [
        { pointer: '#/a', detail: 'must be string' },
        { pointer: '#/b', detail: 'must be >= 3' },
      ],
    });
    expect(validated({})).toMatchObject({ faults: [{ pointer: '#/a', detail: 'is required' }] });
    const withDefaults = { validateIncoming, revertToDefaultValue: true };
    expect(run(document, {}, withDefaults).kind).toBe('done');
  });

  it('refuse every value where a schema cannot be used', async () => {
    const broken = aTransformation({ incoming: [schema('who', 'nonsense')] });
    const faults = (await compileInputValidator(broken))({ who: 'x' });
    expect(faults.map(({ pointer }) => pointer)).toEqual(['#/who']);
  });
});

describe('a compiled transformation', () => {
  it('runs many times, each for itself, and tells the time that it is told', () => {
    const document = of([
      method(1, 'Date.now', []),
      method(2, 'Array.push', [null, null]),
      edge('incoming a', 'method 2/args/0/value'),
      edge('method 1/return', 'method 2/args/1/value'),
      edge('method 2/return', 'outgoing x'),
    ]);
    const transformation = compiled(document);
    const incoming = deeplyFrozen({ a: [] });
    const results = [1, 2, 1].map((now) =>
      runTransformation(transformation, incoming, {}, { now }),
    );
    expect(results.map((result) => result.kind === 'done' && result.outgoing)).toEqual([
      { x: [1] },
      { x: [2] },
      { x: [1] },
    ]);
  });
});
