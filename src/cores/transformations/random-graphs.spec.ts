import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { deeplyFrozen } from '../../../test/support/deeply-frozen.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { compileTransformation } from './compile-transformation.js';
import { methodNames } from './methods/methods.js';
import { runTransformation } from './run-transformation.js';

const LIMITS = { now: 0, random: () => 0.25, fuel: 20_000, bytes: 8 * 1024 * 1024 };
const FUNCTIONS = ['f', 'g', 'h'];

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom(
    '',
    'a,b',
    '[1,2]',
    '{"a":1}',
    '(a+)+b',
    '__proto__',
    'constructor',
    ...FUNCTIONS,
  ),
) as fc.Arbitrary<JsonValue>;
const nullOr = (given: fc.Arbitrary<JsonValue>) =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: given });
/** The last step of a graph is always the context of its cases. */
const CONTEXT = 4;
const id = fc.integer({ min: 1, max: CONTEXT - 1 });
const slot = fc.constantFrom('a', 'b', 'c');
const pointer = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.constantFrom('', '', '/0', '/a', '/value', '/length', '/a/b', '/~1'),
  },
  { weight: 1, arbitrary: fc.constantFrom('x', '/~', '/__proto__') },
);

/** A step of any kind, with a method that may take something else. */
function step(at: number): fc.Arbitrary<JsonObject> {
  const called = fc
    .record({
      name: fc.constantFrom(...methodNames(), 'Array.map', 'Array.reduce'),
      args: fc.array(nullOr(value), { maxLength: 4 }),
      callee: fc.constantFrom(...FUNCTIONS),
    })
    .map(({ name, args, callee }) => {
      const dot = name.indexOf('.');
      const isCallback = /\.(map|filter|reduce|find|some|every|sort|flatMap)$/.test(name);
      return {
        id: at,
        type: 'method',
        library: name.slice(0, dot),
        method: name.slice(dot + 1),
        args: isCallback ? [args[0] ?? null, callee, ...args.slice(1)] : args,
      };
    });
  const rest = fc.oneof(
    fc.record({
      id: fc.constant(at),
      type: fc.constant('function'),
      function: fc.constantFrom(...FUNCTIONS),
      args: fc.array(nullOr(value), { maxLength: 3 }),
    }),
    fc.record({
      id: fc.constant(at),
      type: fc.constant('template'),
      template: fc.constantFrom('${a}', '${a}${b}${a}', 'x'),
      args: fc.array(nullOr(value), { maxLength: 2 }),
    }),
  );
  return fc.oneof({ weight: 4, arbitrary: called }, { weight: 1, arbitrary: rest });
}

const caseChoice = fc.record({
  id: fc.constant(CONTEXT),
  type: fc.constant('context'),
  cases: fc.array(value, { maxLength: 2 }),
});

/** An edge that goes forward more often than not. */
const assign: fc.Arbitrary<JsonObject> = fc
  .record({
    from: fc.option(id),
    to: fc.option(id),
    slot,
    other: slot,
    pointer,
    arg: fc.nat(3),
    anywhere: fc.nat(20),
    context: fc.option(fc.nat(2), { freq: 4 }),
    place: pointer,
  })
  .map(({ from, to, slot: name, other, pointer: ptr, arg, anywhere, context, place }) => {
    const isForward = from !== null && to !== null && anywhere > 0;
    const low = isForward ? Math.min(from, to) : from;
    const high = isForward ? Math.max(from, to) + 1 : to;
    return {
      type: 'assign',
      from: origin(low, name, ptr),
      to:
        high === null
          ? { location: 'outgoing', name: other, ptr: place }
          : { location: 'method', name: high, ptr: `/args/${arg}/value` },
      // A case that decides over its own context would be a circle.
      ...(high === null && context !== null && { context: `#/${CONTEXT}[${context}]` }),
    };
  });

function origin(id: number | null, name: string, ptr: string): JsonObject {
  if (id === null) return { location: 'incoming', name, ptr };
  return { location: 'method', name: id, ptr: `/return${ptr}` };
}

const schemas = fc.constant(['a', 'b', 'c'].map(($id) => ({ $id, type: 'string' })));

function graph(depth: number): fc.Arbitrary<JsonObject> {
  return fc.record({
    incoming: schemas,
    outgoing: schemas,
    steps: fc
      .tuple(
        fc.tuple(step(1), step(2), step(3), caseChoice),
        fc.array(assign, { minLength: 2, maxLength: 8 }),
      )
      .map(([steps, assigns]) => [...steps, ...assigns]),
    functions:
      depth === 0
        ? fc.constant([])
        : fc
            .tuple(...FUNCTIONS.map((name) => graph(depth - 1).map((fn) => ({ ...fn, name }))))
            .map((functions) => [...functions]),
  });
}

const incoming = fc
  .record({ a: value, b: value, c: value })
  .map((given) => deeplyFrozen(JSON.parse(JSON.stringify(given)) as JsonObject));

describe('any graph', () => {
  it('ends, always the same, and leaves what came in as it was', () => {
    const ends = new Map<string, number>();
    const holds = fc.property(graph(1), incoming, (document, given) => {
      const frozen = deeplyFrozen(JSON.parse(JSON.stringify(document)) as JsonObject);
      const compiled = compileTransformation(frozen);
      if (compiled.kind === 'refused') {
        ends.set('refused', (ends.get('refused') ?? 0) + 1);
        return compiled.problems.length > 0;
      }
      const run = () => runTransformation(compiled.transformation, given, {}, LIMITS);
      const result = run();
      const end = result.kind === 'done' ? 'done' : result.code;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      const isJson =
        result.kind === 'failed' ||
        isDeepStrictEqual(JSON.parse(JSON.stringify(result.outgoing)), plain(result.outgoing));
      return isJson && isDeepStrictEqual(run(), result);
    });
    fc.assert(holds, { numRuns: 600 });
    expect(ends.get('done')).toBeGreaterThan(5);
    expect(ends.get('wrong-type')).toBeGreaterThan(5);
  });

  it('can be nothing at all: any JSON is compiled or refused', () => {
    const anything = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
    const document = fc.record(
      {
        incoming: anything,
        outgoing: anything,
        steps: fc.oneof(anything, fc.array(anything)),
        functions: fc.oneof(anything, fc.array(anything)),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(document, (given) => {
        const compiled = compileTransformation(JSON.parse(JSON.stringify(given)) as JsonObject);
        if (compiled.kind === 'refused') return compiled.problems.length > 0;
        const result = runTransformation(compiled.transformation, {}, {}, LIMITS);
        return result.kind === 'done' || result.detail !== '';
      }),
    );
  });

  it('takes the steps of a document in any order', () => {
    const document = {
      incoming: [{ $id: 'a' }],
      outgoing: [{ $id: 'x' }],
      functions: [],
    };
    const add = (at: number, from: JsonObject) => [
      { id: at, type: 'method', library: 'Math', method: 'add', args: [null, at] },
      { type: 'assign', from, to: { location: 'method', name: at, ptr: '/args/0/value' } },
    ];
    const step = (name: number) => ({ location: 'method', name, ptr: '/return' });
    const steps: JsonObject[] = [
      ...add(1, { location: 'incoming', name: 'a', ptr: '' }),
      ...[2, 3, 4, 5].flatMap((at) => add(at, step(at - 1))),
      { type: 'assign', from: step(5), to: { location: 'outgoing', name: 'x', ptr: '' } },
    ];
    const shuffled = fc.shuffledSubarray(steps, { minLength: steps.length });
    fc.assert(
      fc.property(shuffled, (order) => {
        const compiled = compileTransformation({ ...document, steps: order });
        if (compiled.kind === 'refused') return false;
        const result = runTransformation(compiled.transformation, { a: 100 }, {}, LIMITS);
        return result.kind === 'done' && isDeepStrictEqual(result.outgoing, { x: 115 });
      }),
    );
  });
});

/** Minus zero, which JSON does not know, is zero in text. */
function plain(value: JsonValue): JsonValue {
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
