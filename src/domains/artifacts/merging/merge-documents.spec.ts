import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { isStamp } from './document-stamps.js';
import { mergeDocuments } from './merge-documents.js';
import { sameJson } from './same-json.js';

// Few names and values, so that versions meet in many places.
const KEYS = ['tasks', 'a', 'b/c', 'last_updated', 'toString'];
const leaf = fc.constantFrom<JsonValue>(null, 0, 1, 'x', 'y', true);
const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(leaf, { maxLength: 2 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const anyDocument: fc.Arbitrary<JsonObject> = fc.dictionary(fc.constantFrom(...KEYS), anyValue, {
  maxKeys: 5,
  noNullPrototype: true,
});

const WORKFLOW: JsonObject = {
  name: 'W',
  tasks: { a: { x: 1, y: 1 }, b: { app: 'one' } },
  tags: ['one'],
  last_updated: '2024-01-01',
  last_updated_by: 'author',
};

describe('a merge of three versions', () => {
  const merge = (mine: JsonObject, theirs: JsonObject) =>
    mergeDocuments({ base: WORKFLOW, mine, theirs });

  it('takes from each side what only that one changed', () => {
    const mine = { ...WORKFLOW, tasks: { a: { x: 5, y: 1 }, b: { app: 'one' }, own: {} } };
    const theirs = { ...WORKFLOW, tasks: { a: { x: 1, y: 7 }, brought: {} }, tags: ['two'] };
    expect(merge(mine, theirs)).toEqual({
      merged: { ...WORKFLOW, tasks: { a: { x: 5, y: 7 }, own: {}, brought: {} }, tags: ['two'] },
      conflicts: [],
    });
  });

  it('names every place that both changed, and keeps what stands there', () => {
    const mine = { ...WORKFLOW, tasks: { a: { x: 5, y: 1 } }, tags: ['mine'], more: { z: 1 } };
    const theirs = { ...WORKFLOW, tasks: { b: { app: 'two' } }, tags: ['theirs'], more: 1 };
    expect(merge(mine, theirs)).toEqual({
      merged: mine,
      conflicts: ['#/more', '#/tags', '#/tasks/a', '#/tasks/b'],
    });
    expect(mergeDocuments({ base: WORKFLOW, mine, theirs }, 'theirs').merged).toEqual(theirs);
  });

  it('never conflicts about who saved a document and when', () => {
    const mine = { ...WORKFLOW, last_updated_by: 'user', last_updated: '2025', tags: ['mine'] };
    const theirs = { ...WORKFLOW, last_updated_by: 'they', last_updated: '2026', name: 'V' };
    expect(merge(mine, theirs)).toEqual({ merged: { ...mine, name: 'V' }, conflicts: [] });
    // The same names further down mean what the document wants them to mean.
    const deep = (by: string) => ({ ...WORKFLOW, tasks: { a: { last_updated_by: by } } });
    expect(
      mergeDocuments({ base: deep('x'), mine: deep('y'), theirs: deep('z') }).conflicts,
    ).toEqual(['#/tasks/a/last_updated_by']);
  });

  it('takes the new version whole where a user only saved without changing', () => {
    const theirs = { ...WORKFLOW, name: 'V', last_updated: '2026' };
    expect(merge({ ...WORKFLOW, last_updated: '2025' }, theirs).merged).toEqual(theirs);
  });

  it('calls every difference a conflict where nobody knows what was there before', () => {
    const theirs = { name: 'W', tags: ['two'], brought: 1 };
    const mine = { name: 'W', tags: ['one'], own: 1 };
    expect(mergeDocuments({ base: undefined, mine, theirs })).toEqual({
      merged: { ...mine, brought: 1 },
      conflicts: ['#/tags'],
    });
  });

  it('is the new version where nobody changed anything, and what stands where it brings nothing', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, (base, other) => {
        expect(mergeDocuments({ base, mine: base, theirs: other })).toEqual({
          merged: other,
          conflicts: [],
        });
        expect(mergeDocuments({ base, mine: other, theirs: base })).toEqual({
          merged: other,
          conflicts: [],
        });
      }),
    );
  });

  it('conflicts in the same places whichever side is whose', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, anyDocument, (base, mine, theirs) => {
        const one = mergeDocuments({ base, mine, theirs });
        const other = mergeDocuments({ base, mine: theirs, theirs: mine });
        expect(other.conflicts).toEqual(one.conflicts);
      }),
      {
        examples: [[{}, { tasks: null, last_updated: { a: [] } }, { last_updated: { a: [null] } }]],
      },
    );
  });

  it('changes nothing any more when it is done again', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, anyDocument, (base, mine, theirs) => {
        const { merged, conflicts } = mergeDocuments({ base, mine, theirs });
        const again = mergeDocuments({ base, mine: merged, theirs });
        expect(again).toEqual({ merged, conflicts });
      }),
    );
  });

  it('holds nothing that neither side has, and loses nothing without naming it', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, anyDocument, (base, mine, theirs) => {
        const { merged, conflicts } = mergeDocuments({ base, mine, theirs });
        const touched = new Set(conflicts.map((pointer) => pointer.split('/')[1]));
        const settled = KEYS.filter((key) => !isStamp(key) && !touched.has(encoded(key)));
        const [ours, brought] = [mine, theirs].map((side) =>
          settled.filter((key) => !sameJson(side[key], base[key])),
        );
        const only = (keys: string[] = [], others: string[] = []) =>
          keys.filter((key) => !others.includes(key));
        const part = (document: JsonObject, keys: readonly string[]) =>
          keys.map((key) => [key, document[key]]);
        expect(part(merged, only(ours, brought))).toEqual(part(mine, only(ours, brought)));
        expect(part(merged, only(brought, ours))).toEqual(part(theirs, only(brought, ours)));
      }),
    );
  });
});

function encoded(key: string): string {
  return key.replaceAll('/', '~1');
}
