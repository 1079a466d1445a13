import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { deeplyFrozen } from '../../../test/support/deeply-frozen.js';
import { edge, method, schema } from '../../../test/support/factories/a-transformation.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { compileTransformation } from './compile-transformation.js';
import { runTransformation } from './run-transformation.js';

const RETURN = '/return';

/** A function that takes an accumulator and does the steps that are given. */
function reducer(steps: readonly JsonObject[]): JsonObject {
  return {
    name: 'gather',
    incoming: [
      ...['acc', 'item', 'index', 'list'].map((id) => schema(id, 'array')),
      schema('given', 'array', { isConstValue: true }),
    ],
    outgoing: [schema('acc', 'array'), schema('other', 'array')],
    steps: [...steps],
    functions: [],
  };
}

/** Reduces a list, and shows beside the result what it was made of and what it is twice. */
function reducing(fn: JsonObject, reduce = 'Array.reduce'): JsonObject {
  return {
    name: 'Gathered',
    incoming: [schema('list', 'array'), schema('start', 'array')],
    outgoing: ['once', 'twice', 'list', 'start'].map((id) => schema(id, 'array')),
    steps: [
      method(1, reduce, [null, 'gather', null, null]),
      method(2, reduce, [null, 'gather', null, null]),
      ...[1, 2].map((id) => edge('incoming list', `method ${id}/args/0/value`)),
      ...[1, 2].map((id) => edge('incoming start', `method ${id}/args/3/value`)),
      edge('incoming start', 'method 1/args/2/value'),
      edge(`method 1${RETURN}`, 'method 2/args/2/value'),
      edge(`method 1${RETURN}`, 'outgoing once'),
      edge(`method 2${RETURN}`, 'outgoing twice'),
      edge('incoming list', 'outgoing list'),
      edge('incoming start', 'outgoing start'),
    ],
    functions: [fn],
  };
}

/** The same function; that it also looks at its accumulator keeps it from extending it in place. */
function looking(fn: JsonObject): JsonObject {
  const steps = fn['steps'] as JsonValue[];
  const look = [
    method(99, 'Object.typeof', [null]),
    edge('incoming acc', 'method 99/args/0/value'),
  ];
  return { ...fn, steps: [...steps, ...look] };
}

function resultOf(document: JsonObject, incoming: JsonObject, limits = {}) {
  const compiled = compileTransformation(document);
  if (compiled.kind === 'refused') throw new Error(JSON.stringify(compiled.problems));
  return runTransformation(compiled.transformation, incoming, {}, { now: 0, ...limits });
}

function accumulatingOf(fn: JsonObject): readonly number[] {
  const compiled = compileTransformation(reducing(fn));
  const step = compiled.kind === 'compiled' ? compiled.transformation.graph.steps[0] : undefined;
  return step?.kind === 'callback' ? [...(step.callee.graph?.accumulating ?? [])] : [];
}

const PUSH = [
  method(1, 'Array.push', [null, null]),
  edge('incoming acc', 'method 1/args/0/value'),
  edge('incoming item', 'method 1/args/1/value'),
];
const OUT = edge(`method 1${RETURN}`, 'outgoing acc');

const place = fc.constantFrom('item', 'index', 'list', 'given');
/** One of the ways to extend, after the step before it. */
const extension = fc.record({
  name: fc.constantFrom('Array.push', 'Array.concat', 'Object.setProperty'),
  second: place,
  third: place,
});
/** Looks at the accumulator on its way, which most functions do not. */
const disturbance = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<(last: string) => JsonObject[]>(
      (last) => [edge(last, 'outgoing other')],
      (last) => [edge(last, 'outgoing acc'), edge('incoming acc', 'outgoing other')],
      () => [edge('incoming acc', 'method 1/args/1/value')],
      () => [edge('incoming acc/0', 'method 1/args/1/value')],
      () => [edge('incoming acc', 'outgoing acc/0')],
      () => [edge('incoming list', 'outgoing acc')],
      (last) => [method(9, 'Array.length', [null]), edge(last, 'method 9/args/0/value')],
    ),
  },
);
const gathering = fc
  .record({ extensions: fc.array(extension, { maxLength: 3 }), disturbed: disturbance })
  .map(({ extensions, disturbed }) => {
    let last = 'incoming acc';
    const steps = extensions.flatMap(({ name, second, third }, at) => {
      const to = `method ${at + 1}`;
      const from = last;
      last = `${to}${RETURN}`;
      return [
        method(at + 1, name, [null, null, null]),
        edge(from, `${to}/args/0/value`),
        edge(`incoming ${second}`, `${to}/args/1/value`),
        edge(`incoming ${third}`, `${to}/args/2/value`),
      ];
    });
    const more = extensions.length > 0 ? (disturbed?.(last) ?? []) : [];
    return reducer([...steps, edge(last, 'outgoing acc'), ...more]);
  });
const item = fc.oneof(
  fc.constantFrom<JsonValue>('a', 'b', 0, 1, null),
  fc.array(fc.constantFrom<JsonValue>('c', 2, [3]), { maxLength: 2 }),
);
const incoming = fc.record({
  list: fc.array(item, { maxLength: 6 }),
  start: fc.oneof(
    fc.constantFrom<JsonValue>({}, { a: 1 }, [], 'text', null),
    fc.array(item, { maxLength: 3 }),
  ),
});

describe('an accumulator that nothing else looks at', () => {
  it('grows by one in each round, however many rounds there are', () => {
    const list = Array.from({ length: 100_000 }, (_, at) => at);
    const result = resultOf(reducing(reducer([...PUSH, OUT])), { list, start: [] });
    expect(result.kind).toBe('done');
    const { once, twice } = (result.kind === 'done' ? result.outgoing : {}) as {
      once: number[];
      twice: number[];
    };
    expect([once.length, twice.length]).toEqual([100_000, 200_000]);
  });

  it('gains members in the same way', () => {
    const list = Array.from({ length: 20_000 }, (_, at) => `key ${at}`);
    const fn = reducer([
      method(1, 'Object.setProperty', [null, null, 1]),
      edge('incoming acc', 'method 1/args/0/value'),
      edge('incoming item', 'method 1/args/1/value'),
      OUT,
    ]);
    const result = resultOf(reducing(fn), { list, start: {} });
    const once = result.kind === 'done' ? (result.outgoing as JsonObject)['once'] : undefined;
    expect(isJsonObject(once) ? Object.keys(once).length : result).toBe(20_000);
  });

  it('is still held to the bytes that a run may make', () => {
    const list = Array.from({ length: 10_000 }, (_, at) => at);
    const document = reducing(reducer([...PUSH, OUT]));
    expect(resultOf(document, { list, start: [] }, { bytes: 100_000 })).toMatchObject({
      kind: 'failed',
      code: 'out-of-memory',
    });
  });

  it.each([
    ['is pushed into', [...PUSH, OUT], 1],
    ['goes out twice', [...PUSH, OUT, edge(`method 1${RETURN}`, 'outgoing other')], 0],
    ['is looked at before', [...PUSH, OUT, edge('incoming acc/0', 'outgoing other')], 0],
    ['goes out in a place of it', [...PUSH, edge(`method 1${RETURN}`, 'outgoing acc/a')], 0],
    ['goes out as a part', [...PUSH, edge(`method 1${RETURN}/0`, 'outgoing acc')], 0],
    ['goes out as it came in', [edge('incoming acc', 'outgoing acc')], 0],
    ['is one of two that may go out', [...PUSH, edge('incoming list', 'outgoing acc'), OUT], 0],
    ['is pushed into itself', [...PUSH, edge('incoming acc', 'method 1/args/1/value'), OUT], 0],
    [
      'is one of two to push into',
      [edge('incoming list', 'method 1/args/0/value'), ...PUSH, OUT],
      0,
    ],
  ] as const)('when it %s', (_, steps, count) => {
    expect(accumulatingOf(reducer(steps))).toHaveLength(count);
  });

  it.each(['Array.reduce', 'Array.reduceRight'])(
    'changes nothing that can be told: %s with and without it',
    (reduce) => {
      let inPlace = 0;
      const same = fc.property(gathering, incoming, (fn, values) => {
        const given = deeplyFrozen(structuredClone(values) as JsonObject);
        const fast = resultOf(reducing(fn, reduce), given);
        const slow = resultOf(reducing(looking(fn), reduce), given);
        inPlace += accumulatingOf(fn).length > 0 && fast.kind === 'done' ? 1 : 0;
        // One has a step more, which is at work last where what goes out cannot be put together.
        const told = { fuelUsed: 0, step: null };
        expect({ ...fast, ...told }).toEqual({ ...slow, ...told });
        expect(accumulatingOf(looking(fn))).toEqual([]);
      });
      fc.assert(same, { numRuns: 500 });
      expect(inPlace).toBeGreaterThan(50);
    },
  );

  it('is copied where its function is called by anything but a reduce', () => {
    const document = {
      ...reducing(reducer([...PUSH, OUT]), 'Array.map'),
      incoming: [schema('list', 'array'), schema('start', 'array')],
    };
    const list = deeplyFrozen([[1], [2]] as never);
    expect(resultOf(document, { list, start: [] })).toMatchObject({
      outgoing: {
        once: [
          [1, 0],
          [2, 1],
        ],
        list: [[1], [2]],
      },
    });
  });
});
