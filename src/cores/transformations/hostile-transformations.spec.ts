import { describe, expect, it } from 'vitest';
import {
  aTransformation,
  edge,
  method,
  schema,
} from '../../../test/support/factories/a-transformation.js';
import { callbackOf } from '../../../test/support/factories/transformation-functions.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { compileTransformation } from './compile-transformation.js';
import { CALL_DEPTH_MAX, type Limits } from './meter.js';
import { runTransformation } from './run-transformation.js';

/** Codes of what keeps a document from running. */
function problems(document: JsonObject): readonly string[] {
  const compiled = compileTransformation(document);
  return compiled.kind === 'refused'
    ? compiled.problems.map(({ code, pointer }) => `${code} ${pointer}`)
    : [];
}

/** How a run ends. */
function end(
  document: JsonObject,
  incoming: JsonObject = {},
  limits: Partial<Limits> = {},
): string {
  const compiled = compileTransformation(document);
  if (compiled.kind === 'refused') return compiled.problems[0]?.code ?? '';
  const result = runTransformation(compiled.transformation, incoming, {}, { now: 0, ...limits });
  return result.kind === 'done' ? 'done' : result.code;
}

const of = (steps: JsonValue[], more: JsonObject = {}): JsonObject =>
  aTransformation({ incoming: [schema('a')], outgoing: [schema('x')], steps, ...more });

/** Steps that each take the result of the one before, twice. */
function doubling(name: string, times: number): JsonObject[] {
  return Array.from({ length: times }, (_, at) => at + 1).flatMap((id) => [
    method(id, name, [null, null]),
    ...[0, 1].map((arg) => {
      const to = name.includes('.new ') ? 'declaration' : 'method';
      const from = id === 1 ? 'incoming a' : `${to} ${id - 1}/return`;
      return edge(from, `${to} ${id}/args/${arg}/value`);
    }),
  ]);
}

describe('documents that cannot run', () => {
  it.each<[string, JsonValue[], string]>([
    ['steps that are no objects', ['text', null, 1, []], 'invalid-step #/steps/0'],
    ['steps without an id', [{ type: 'method' }], 'invalid-step #/steps/0/id'],
    ['steps of no kind', [{ id: 1, type: 'miracle' }], 'invalid-step #/steps/0/type'],
    [
      'an id twice',
      [method(1, 'Array.of', []), method(1, 'Array.of', [])],
      'duplicate-step #/steps/1/id',
    ],
    ['unknown methods', [method(1, 'Array.constructor', [])], 'unknown-method #/steps/0'],
    ['assigns without ends', [{ type: 'assign' }], 'unknown-source #/steps/0/from'],
    [
      'a source that is not there',
      [edge('incoming z', 'outgoing x')],
      'unknown-source #/steps/0/from',
    ],
    [
      'a target that is not there',
      [edge('incoming a', 'outgoing z')],
      'unknown-target #/steps/0/to',
    ],
    [
      'a step that is not there',
      [edge('incoming a', 'method 7/args/0/value')],
      'unknown-target #/steps/0/to',
    ],
    [
      'a bad pointer',
      [edge('incoming a/b~2', 'outgoing x')],
      'unresolvable-pointer #/steps/0/from/ptr',
    ],
    [
      'a key that is no data',
      [edge('incoming a', 'outgoing x/__proto__/y')],
      'unresolvable-pointer #/steps/0/to/ptr',
    ],
    [
      'no case',
      [edge('incoming a', 'outgoing x', { context: '#/1[0]' })],
      'unresolvable-pointer #/steps/0/context',
    ],
    [
      'a function that is not there',
      [{ id: 1, type: 'function', function: 'f' }],
      'unknown-function #/steps/0/function',
    ],
  ])('%s', (_, steps, expected) => {
    expect(problems(of(steps))).toContain(expected);
  });

  it('step ids may be texts, and odd pointers are no exception', () => {
    const document = of([
      { id: 'one', type: 'method', library: 'Array', method: 'of', args: [1] },
      edge('method one/return/0', 'outgoing x'),
      edge('incoming a/~0~1/', 'outgoing x/~1'),
    ]);
    expect(problems(document)).toEqual([]);
    expect(end(document)).toBe('wrong-type');
  });

  it('a circle names its steps', () => {
    const steps = [1, 2, 3].flatMap((id) => [
      method(id, 'Array.of', [null]),
      edge(`method ${id === 1 ? 3 : id - 1}/return`, `method ${id}/args/0/value`),
    ]);
    const compiled = compileTransformation(of([...steps, method(4, 'Array.of', [])]));
    expect(compiled).toMatchObject({
      kind: 'refused',
      problems: [
        { code: 'cycle', detail: expect.stringMatching(/^waits for itself: [123], [123], [123]$/) },
      ],
    });
  });

  it('what is wrong in functions that nobody calls is only a warning', () => {
    const functions = [callbackOf('idle', ['a'], [], [method(1, 'Array.nothing', [])])];
    const compiled = compileTransformation(of([], { functions }));
    expect(compiled.kind).toBe('compiled');
    expect(compiled.warnings.map(({ code }) => code)).toContain('unknown-method');
  });

  it('patterns that cannot be read are a warning, and an error at the time', () => {
    const document = of([method(1, 'RegExp.new RegExp', ['(?<=x', ''])]);
    const compiled = compileTransformation(document);
    expect(compiled.warnings.map(({ code }) => code)).toContain('pattern-refused');
    expect(end(document)).toBe('pattern-refused');
  });

  it.each<JsonObject>([
    {},
    { name: 'x', steps: null, incoming: 'x', outgoing: 7, functions: [null, 1, 'x', []] },
    { incoming: [null, 1, {}], outgoing: [null], steps: [null], functions: [{ name: 1, id: {} }] },
  ])('documents that are hardly any end too: %j', (document) => {
    expect(['compiled', 'refused']).toContain(compileTransformation(document).kind);
    expect(typeof end(document)).toBe('string');
  });

  it('10,000 steps run, too many do not', () => {
    const chain = (length: number): JsonObject =>
      of([
        ...Array.from({ length }, (_, at) => at + 1).flatMap((id) => [
          method(id, 'Math.add', [null, 1]),
          edge(id === 1 ? 'incoming a' : `method ${id - 1}/return`, `method ${id}/args/0/value`),
        ]),
        edge(`method ${length}/return`, 'outgoing x'),
      ]);
    expect(end(chain(10_000), { a: 1 })).toBe('done');
    expect(end(chain(10_000), { a: 1 }, { fuel: 9_999 })).toBe('out-of-fuel');
    expect(problems(chain(25_000))).toEqual(['too-large #']);
  });

  it('functions in functions may lie so deep, and no deeper', () => {
    let nested: JsonObject = callbackOf('inner', ['a'], [], []);
    for (let depth = 0; depth < 1000; depth += 1) {
      nested = { ...callbackOf('f', ['a'], [], []), functions: [nested] };
    }
    expect(problems(of([], { functions: [nested] }))[0]).toMatch(/^too-large #(\/functions\/0)+$/);
  });
});

describe('runs that would not end', () => {
  const nothing = callbackOf('nothing', ['a'], [], []);

  it('end when they have used their fuel: maps in maps in maps', () => {
    const level = (name: string, inner: string): JsonObject =>
      callbackOf(
        name,
        ['item', 'index', 'array'],
        ['list'],
        [
          method(1, 'Array.map', [null, inner, null]),
          edge('incoming list', 'method 1/args/0/value'),
          edge('incoming list', 'method 1/args/2/value'),
          edge('method 1/return', 'outgoing result'),
        ],
      );
    const document = of(
      [
        method(1, 'Array.map', [null, 'f1', null]),
        edge('incoming a', 'method 1/args/0/value'),
        edge('incoming a', 'method 1/args/2/value'),
      ],
      {
        functions: [
          level('f1', 'f2'),
          level('f2', 'f3'),
          level('f3', 'f4'),
          level('f4', 'nothing'),
          nothing,
        ],
      },
    );
    const a = Array.from({ length: 100 }, (_, at) => at);
    expect(end(document, { a })).toBe('out-of-fuel');
    expect(end(document, { a: a.slice(0, 5) })).toBe('done');
    expect(end(document, { a: a.slice(0, 5) }, { fuel: 100 })).toBe('out-of-fuel');
  });

  const calling = (name: string, callee: string): JsonObject =>
    callbackOf(
      name,
      ['item'],
      [],
      [
        { id: 1, type: 'function', function: callee, args: [null] },
        edge('incoming item', 'function 1/args/0/value'),
        edge('function 1/return/result', 'outgoing result'),
      ],
    );

  it('end when functions call themselves', () => {
    const functions = [calling('itself', 'itself')];
    expect(end(of([method(1, 'Array.map', [[1], 'itself'])], { functions }))).toBe('too-deep');
  });

  it.each([
    [CALL_DEPTH_MAX, 'done'],
    [CALL_DEPTH_MAX + 1, 'too-deep'],
  ])('of %i graphs that call one another end: %s', (graphs, ended) => {
    const functions = Array.from({ length: graphs - 2 }, (_, at) =>
      calling(`f${at}`, `f${at + 1}`),
    );
    functions.push(callbackOf(`f${graphs - 2}`, ['a'], [], []));
    expect(end(of([method(1, 'Array.map', [[1], 'f0'])], { functions }))).toBe(ended);
  });

  it.each([
    ['String.concat', 60],
    ['Array.concat', 60],
  ])('end when %s doubles what it is given', (name, times) => {
    const a = name.startsWith('String') ? 'x'.repeat(64) : [1, 2, 3];
    expect(['out-of-memory', 'out-of-fuel']).toContain(end(of(doubling(name, times)), { a }));
  });

  it.each([
    ['String.repeat', ['x', 2 ** 31]],
    ['String.padStart', ['x', 2 ** 40, 'ab']],
    ['String.padEnd', ['x', 1e300]],
    ['Array.fill', [[], 0, 0, 1e9]],
    ['Array.splice', [[1], -1e9, 1e9]],
    ['Array.flat', [[[1]], 1e9]],
  ] as [string, JsonValue[]][])('end in %s of %j', (name, args) => {
    expect(['out-of-memory', 'done']).toContain(end(of([method(1, name, args)])));
  });

  it('end when a list is declared as long as nothing can be', () => {
    const declared = (length: number) =>
      end(of([method(1, 'Array.new Array', [length], { polymorphIndex: 1 })]));
    expect([2 ** 32, 2 ** 53, -1, 0.5].map(declared)).toEqual([
      'out-of-memory',
      'wrong-argument',
      'wrong-argument',
      'wrong-argument',
    ]);
  });

  it('end when a small value would be written out without end', () => {
    const nested = doubling('Array.new Array', 40);
    const document = of([...nested, edge('declaration 40/return', 'outgoing x')]);
    expect(['out-of-memory', 'out-of-fuel']).toContain(end(document, { a: 1 }));
    for (const name of ['JSON.stringify', 'Array.join', 'Equality.deepEquals']) {
      const last = [
        method(41, name, [null, null]),
        edge('declaration 40/return', 'method 41/args/0/value'),
        edge('declaration 39/return', 'method 41/args/1/value'),
      ];
      expect(['out-of-memory', 'out-of-fuel', 'done']).toContain(
        end(of([...nested, ...last]), { a: 1 }),
      );
    }
  });

  it('end when values lie deeper in each other than anybody reads', () => {
    const deep = callbackOf(
      'deeper',
      ['acc', 'item'],
      [],
      [
        method(1, 'Array.new Array', [null]),
        edge('incoming acc', 'declaration 1/args/0/value'),
        edge('declaration 1/return', 'outgoing result'),
      ],
    );
    const document = of(
      [
        method(1, 'Array.reduce', [null, 'deeper', []]),
        edge('incoming a', 'method 1/args/0/value'),
        edge('method 1/return', 'outgoing x'),
      ],
      { functions: [deep] },
    );
    expect(end(document, { a: Array.from({ length: 5000 }, () => 0) })).toBe('too-deep');
    expect(end(document, { a: [1, 2, 3] })).toBe('done');
  });

  it.each([
    ['(x+x+)+y', 'x'.repeat(1_000_000)],
    ['a.*b|a', 'a'.repeat(200_000)],
    ['(a|b|c){50}z', 'abc'.repeat(100_000)],
  ])('end with the pattern %s', (pattern, a) => {
    const document = of([
      method(1, 'RegExp.new RegExp', [pattern, 'g']),
      method(2, 'String.match', [null, null]),
      edge('incoming a', 'method 2/args/0/value'),
      edge('declaration 1/return', 'method 2/args/1/value'),
    ]);
    expect(['out-of-fuel', 'done']).toContain(end(document, { a }));
  });

  it('give everyday lists of a thousand entries their time', () => {
    const document = of([
      method(1, 'RegExp.new RegExp', ['\\s*,\\s*', 'g']),
      method(2, 'String.split', [null, null]),
      edge('incoming a', 'method 2/args/0/value'),
      edge('declaration 1/return', 'method 2/args/1/value'),
      edge('method 2/return', 'outgoing x'),
    ]);
    const a = Array.from({ length: 5000 }, (_, at) => `device-${at}.example`).join(' , ');
    expect(end(document, { a })).toBe('done');
  });
});

describe('values that want to be something else', () => {
  it('are data and nothing more', () => {
    const a = JSON.parse(
      '{"__proto__": {"polluted": true}, "toString": 1, "valueOf": null}',
    ) as JsonObject;
    for (const [name, kind] of [
      ['String.new String', 'declaration'],
      ['Object.keys', 'method'],
      ['JSON.stringify', 'method'],
      ['Math.abs', 'method'],
      ['Array.from', 'method'],
    ] as const) {
      const document = of([
        method(1, name, [null]),
        edge('incoming a', `${kind} 1/args/0/value`),
        edge(`${kind} 1/return`, 'outgoing x'),
        edge('incoming a', 'outgoing x'),
      ]);
      expect(['done', 'wrong-type']).toContain(end(document, { a }));
    }
    expect(({} as JsonObject)['polluted']).toBeUndefined();
  });
});
