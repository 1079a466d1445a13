import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { sameJson } from './json-reading.js';
import { migrateAnswers } from './migrate-answers.js';

const node = (nodeId: string, title: string, more: JsonObject = {}): JsonObject => ({
  nodeId,
  type: 'string',
  title,
  ...more,
});
const form = (...items: JsonObject[]): JsonObject => ({ struct: { type: 'array', items } });
const nothing = { moved: [], converted: [], dropped: [], unmigrated: [] };

/** Forms as an editor makes them, with few ids, keys and values, so that they meet. */
const keys = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor');
const scalars = fc.constantFrom<JsonValue[]>('x', '7', '', 7, 7.5, true, 'true', null);
const nodes: fc.Arbitrary<JsonObject[]> = fc.letrec<{ nodes: JsonObject[]; node: JsonObject }>(
  (tie) => ({
    nodes: fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'form' }),
    node: fc.record({
      nodeId: fc.constantFrom('1', '2', '3', '4', '5', '6'),
      customKey: keys,
      required: fc.boolean(),
      type: fc.constantFrom('string', 'number', 'boolean', 'object', 'array', 'integer'),
      uniqueItems: fc.boolean(),
      enum: fc.array(fc.record({ id: fc.constantFrom('i', 'j'), value: scalars }), {
        maxLength: 2,
      }),
      items: fc.oneof({ depthIdentifier: 'form', maxDepth: 2 }, fc.constant([]), tie('nodes')),
    }) as unknown as fc.Arbitrary<JsonObject>,
  }),
).nodes;
const forms = nodes.map((items) => form(...items));
const values = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalars,
    tie('object'),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
  object: fc.dictionary(keys, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));

/** Every plain value in a document, wherever it lies. */
function leaves(value: JsonValue): JsonValue[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(leaves);
}

describe('migrateAnswers', () => {
  it('keeps the answer to a field whose key was changed', () => {
    const before = form(node('1', 'Host', { customKey: 'host' }));
    const after = form(node('1', 'Host', { customKey: 'hostName' }));
    expect(migrateAnswers(before, after, { host: 'a' })).toEqual({
      ...nothing,
      answers: { hostName: 'a' },
      moved: [{ from: '#/host', to: '#/hostName' }],
    });
  });

  it('follows a field into another group, and out of it', () => {
    const flat = form(node('1', 'Host'), node('2', 'Port', { type: 'number' }));
    const grouped = form(
      node('9', 'Target', { type: 'object', items: [node('1', 'Host')] }),
      node('2', 'Port', { type: 'number' }),
    );
    const { answers } = migrateAnswers(flat, grouped, { host: 'a', port: 1 });
    expect(answers).toEqual({ target: { host: 'a' }, port: 1 });
    expect(migrateAnswers(grouped, flat, answers).answers).toEqual({ host: 'a', port: 1 });
  });

  it('swaps keys without mixing up answers', () => {
    const before = form(node('1', 'A'), node('2', 'B'));
    const after = form(node('2', 'A'), node('1', 'B'));
    expect(migrateAnswers(before, after, { a: 1, b: 2 }).answers).toEqual({ a: 2, b: 1 });
  });

  it('recognises a field without an id by its place', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const after = { schema: { type: 'object', properties: { a: { type: 'number' } } } };
    expect(migrateAnswers({ schema }, after, { a: '5' })).toEqual({
      ...nothing,
      answers: { a: 5 },
      converted: [{ pointer: '#/a', before: '5', after: 5 }],
    });
  });

  it.each<[string, JsonValue, JsonObject, JsonValue]>([
    ['a number as text', 5, { type: 'string' }, '5'],
    ['text as a number', '-1.5', { type: 'number' }, -1.5],
    ['text as a whole number', '7', { type: 'integer' }, 7],
    ['text as a flag', 'true', { type: 'boolean' }, true],
    ['one choice as a list', 'x', { uniqueItems: true }, ['x']],
  ])('writes %s', (_, value, after, expected) => {
    const type = typeof value === 'number' ? 'number' : 'string';
    const { answers } = migrateAnswers(
      form(node('1', 'A', { type })),
      form(node('1', 'A', after)),
      { a: value },
    );
    expect(answers).toEqual({ a: expected });
  });

  it.each<[JsonValue, JsonObject]>([
    ['007', { type: 'number' }],
    ['1e3', { type: 'number' }],
    ['', { type: 'number' }],
    ['1.5', { type: 'integer' }],
    ['yes', { type: 'boolean' }],
    ['NaN', { type: 'number' }],
    ['x', { type: 'object', items: [node('2', 'B')] }],
  ])('sets %j aside where the field is now %j', (value, after) => {
    const migrated = migrateAnswers(form(node('1', 'A')), form(node('1', 'A', after)), {
      a: value,
    });
    expect(migrated.answers).toEqual({});
    expect(migrated.dropped).toMatchObject([{ pointer: '#/a', value }]);
  });

  it('names a removed field with its value, and keeps what no field ever asked for', () => {
    const before = form(node('1', 'Old'), node('2', 'Kept'));
    const after = form(node('2', 'Kept'));
    expect(migrateAnswers(before, after, { old: 'o', kept: 'k', other: { x: 1 } })).toEqual({
      ...nothing,
      answers: { kept: 'k', other: { x: 1 } },
      dropped: [{ pointer: '#/old', value: 'o', detail: 'The form has no such field any more' }],
    });
  });

  it('names a new field that somebody must answer, unless it has a default or was asked for', () => {
    const after = form(
      node('1', 'A', { required: true }),
      node('2', 'B', { required: true, default: 'b' }),
      node('3', 'C', { required: true }),
      node('4', 'D'),
    );
    const { unmigrated } = migrateAnswers(form(node('3', 'C', { required: true })), after, {});
    expect(unmigrated).toEqual([{ pointer: '#/a', detail: 'is required now and has no default' }]);
  });

  it('follows a choice whose value was changed, and names one that is gone', () => {
    const choices = (...values: [string, string][]): JsonObject => ({
      enum: values.map(([id, value]) => ({ id, value, label: value })),
    });
    const before = form(node('1', 'A', choices(['i', 'old'], ['j', 'gone'])));
    const after = form(node('1', 'A', choices(['i', 'new'])));
    expect(migrateAnswers(before, after, { a: 'old' }).answers).toEqual({ a: 'new' });
    expect(migrateAnswers(before, after, { a: 'gone' })).toEqual({
      ...nothing,
      answers: { a: 'gone' },
      unmigrated: [{ pointer: '#/a', detail: 'is not among the choices of the field any more' }],
    });
  });

  it('migrates every item of a list', () => {
    const list = (...items: JsonObject[]): JsonObject =>
      form(node('9', 'Rules', { type: 'array', items }));
    const migrated = migrateAnswers(
      list(node('1', 'Port', { type: 'number' }), node('2', 'Old')),
      list(node('1', 'Service port', { type: 'string' })),
      { rules: [{ port: 1, old: 'x' }, 'no object', { port: 2 }] },
    );
    expect(migrated.answers).toEqual({
      rules: [{ servicePort: '1' }, 'no object', { servicePort: '2' }],
    });
    expect(migrated.moved[0]).toEqual({ from: '#/rules/0/port', to: '#/rules/0/servicePort' });
    expect(migrated.dropped).toMatchObject([{ pointer: '#/rules/0/old', value: 'x' }]);
  });

  it('is the identity between equal forms', () => {
    fc.assert(
      fc.property(forms, values.object, (one, answers) => {
        expect(migrateAnswers(one, one, answers)).toEqual({ ...nothing, answers });
      }),
    );
  });

  it('loses no value: each is in the answers, converted or set aside', () => {
    fc.assert(
      fc.property(forms, forms, values.object, (before, after, answers) => {
        const { answers: kept, converted, dropped } = migrateAnswers(before, after, answers);
        const found = [
          ...leaves(kept),
          ...converted.flatMap((one) => leaves(one.before)),
          ...dropped.flatMap(({ value }) => leaves(value)),
        ];
        for (const leaf of leaves(answers)) {
          const at = found.findIndex((one) => sameJson(one, leaf));
          expect(at).toBeGreaterThanOrEqual(0);
          found.splice(at, 1);
        }
      }),
    );
  });

  it('takes forms and answers of any shape', () => {
    const any = fc.oneof(forms, fc.record({ schema: fc.jsonValue(), struct: fc.jsonValue() }));
    fc.assert(
      fc.property(any, any, fc.dictionary(fc.string(), fc.jsonValue()), (one, other, answers) => {
        // What JSON can carry.
        const [before, after, given] = JSON.parse(JSON.stringify([one, other, answers])) as [
          JsonObject,
          JsonObject,
          JsonObject,
        ];
        expect(migrateAnswers(before, after, given).answers).toBeDefined();
      }),
    );
  });
});
