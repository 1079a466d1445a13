import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { soundWorkflow } from '../../../test/support/arbitraries/sound-workflow.js';
import { aWorkflow } from '../../../test/support/factories/a-workflow.js';
import { canonicalJson } from '../../kernel/canonical-json.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { diffWorkflows } from './diff-workflows.js';
import { jsonChanges } from '../../kernel/json-changes.js';

const json = (): fc.Arbitrary<JsonValue> =>
  fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
const NOTHING = { tasks: [], transitions: [], fields: [] };

/** Does to a value what changes say; the opposite of finding them. */
function applied(value: JsonValue, changes: ReturnType<typeof jsonChanges>): JsonValue {
  const root: JsonObject = { root: structuredClone(value) };
  for (const { pointer, kind, after } of changes) {
    const path = ['root', ...pointer.slice(1).split('/').slice(1).map(decoded)];
    const last = path.pop() ?? '';
    const parent = path.reduce<JsonValue>(
      (at, key) => (at as JsonObject)[key] ?? null,
      root,
    ) as JsonObject;
    if (kind === 'removed') Reflect.deleteProperty(parent, last);
    else
      Object.defineProperty(parent, last, {
        value: after,
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
  return root['root'] ?? null;
}
const decoded = (key: string): string =>
  decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');

describe('jsonChanges', () => {
  it('finds nothing in what is the same, and something in everything else', () => {
    fc.assert(
      fc.property(json(), json(), (one, other) => {
        expect(jsonChanges(one, structuredClone(one))).toEqual([]);
        const same = canonicalJson(one) === canonicalJson(other);
        expect(jsonChanges(one, other).length === 0).toBe(same);
      }),
      { examples: [[[], {}]] },
    );
  });

  it('looks once at what lies deep, not once for each level above it', () => {
    let looks = 0;
    const deep = (value: number): JsonValue => {
      const leaf = Object.defineProperty({}, 'value', {
        enumerable: true,
        get: () => {
          looks += 1;
          return value;
        },
      });
      return Array.from({ length: 90 }).reduce<JsonValue>((within) => ({ within }), leaf);
    };
    expect(jsonChanges(deep(1), deep(2))).toMatchObject([{ before: 1, after: 2 }]);
    expect(looks).toBe(2);
  });

  it('finds all that it takes to make one out of the other', () => {
    const keys = fc.constantFrom('a', 'b', 'a/b', '~', 'constructor');
    const value = fc.letrec<{ any: JsonValue }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<JsonValue>(0, 1, 'x', null),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(keys, tie('any'), { noNullPrototype: true }),
      ),
    })).any;
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(applied(one, jsonChanges(one, other))).toEqual(other);
      }),
      { numRuns: 500 },
    );
  });
});

describe('diffWorkflows', () => {
  it('finds nothing between a workflow and its copy', () => {
    fc.assert(
      fc.property(soundWorkflow, (workflow) => {
        expect(diffWorkflows(workflow, structuredClone(workflow))).toEqual(NOTHING);
      }),
    );
  });

  it('tells of one edited task nothing but that', () => {
    fc.assert(
      fc.property(soundWorkflow, (workflow) => {
        const edited = structuredClone(workflow);
        const [id = ''] = Object.keys(edited.tasks);
        edited.tasks[id] = { ...edited.tasks[id], summary: 'edited' };
        const changes = [{ pointer: '#/summary', kind: 'added', after: 'edited' }];
        expect(diffWorkflows(workflow, edited)).toEqual({
          ...NOTHING,
          tasks: [{ id, kind: 'changed', changes }],
        });
      }),
    );
  });

  it('tells the two directions apart', () => {
    const before = aWorkflow('x');
    const { e5f6, ...tasks } = before['tasks'] as JsonObject;
    const { e5f6: edges, ...transitions } = before['transitions'] as JsonObject;
    const after = { ...before, tasks, transitions };
    const gone = diffWorkflows(before, after);
    expect(gone.tasks).toEqual([{ id: 'e5f6', kind: 'removed', task: e5f6, changes: [] }]);
    expect(gone.transitions.map(({ from, to, kind }) => [from, to, kind])).toEqual(
      Object.keys(edges as JsonObject).map((to) => ['e5f6', to, 'removed']),
    );
    expect(gone.fields).toEqual([]);
    const back = diffWorkflows(after, before);
    expect(back.tasks).toEqual([{ id: 'e5f6', kind: 'added', task: e5f6, changes: [] }]);
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ['tasks that are no map', { tasks: [] }, { tasks: {} }, '#/tasks'],
    ['entries of absent tasks', { transitions: { a: {} } }, { transitions: {} }, '#/transitions/a'],
    ['any other member', { groups: ['a'] }, { groups: [] }, '#/groups'],
  ])('compares %s as part of the rest', (_, before, after, pointer) => {
    expect(diffWorkflows(before, after).fields.map((change) => change.pointer)).toEqual([pointer]);
  });
});
