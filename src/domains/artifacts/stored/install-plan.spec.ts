import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject } from '../../../kernel/json.js';
import {
  type BundleToInstall,
  type InstallPlan,
  planInstall,
  type PlanBasis,
} from './install-plan.js';
import { buildPackageDocument } from '../packages/package-document.js';

function plan(
  bundles: readonly BundleToInstall[],
  overrides: Partial<PlanBasis> = {},
): InstallPlan {
  let next = 0;
  return planInstall({
    packageName: '@acme/x',
    bundles,
    present: [],
    isTaken: () => false,
    nextId: () => `new-${String((next += 1))}`,
    ...overrides,
  });
}

const bundle = (type: string, data: JsonObject, manifestName = ''): BundleToInstall => ({
  type,
  data,
  manifestName,
});

/** The package as an export would give it, with every document as the plan has stored it. */
const exported = ({ documents }: InstallPlan): unknown =>
  buildPackageDocument(
    {},
    documents.map(({ document, ...place }) => ({ ...place, rest: {}, data: document })),
  )['bundles'];

describe('planInstall', () => {
  describe('for the _id of a document', () => {
    it('keeps a free one, and makes one where there is none', () => {
      const { documents } = plan([
        bundle('transformation', { _id: 't1', name: 'T' }),
        bundle('workflow', { name: 'W' }),
      ]);
      expect(documents.map(({ documentId, originalId }) => [documentId, originalId])).toEqual([
        ['t1', undefined],
        ['new-1', undefined],
      ]);
      expect(documents[1]?.document).toEqual({ name: 'W' });
    });

    it('makes a new one for a taken one, and rewrites every reference to it', () => {
      const { documents } = plan(
        [
          bundle('transformation', { _id: 't1', name: 'T' }),
          bundle('workflow', { name: 'W', tasks: { a: { variables: { tr_id: 't1' } } } }),
          bundle('mop-template', { name: 'M', other: 't1', tr_id: 'else' }),
        ],
        { isTaken: (collection, id) => collection === 'transformations' && id === 't1' },
      );
      expect(documents.map(({ document }) => document)).toEqual([
        { _id: 'new-1', name: 'T' },
        { name: 'W', tasks: { a: { variables: { tr_id: 'new-1' } } } },
        { name: 'M', other: 't1', tr_id: 'else' },
      ]);
    });

    it('knows that JSON forms carry theirs as id, and that nothing else does', () => {
      const { documents } = plan(
        [
          bundle('json-forms', { id: 'f1', name: 'F' }),
          bundle('workflow', { id: 'f1', name: 'W', form_id: 'f1' }),
        ],
        { isTaken: (collection, id) => collection === 'json_forms' && id === 'f1' },
      );
      expect(documents.map(({ documentId, originalId }) => [documentId, originalId])).toEqual([
        ['new-1', 'f1'],
        ['new-2', undefined],
      ]);
      expect(documents.map(({ document }) => document)).toEqual([
        { id: 'new-1', name: 'F' },
        { id: 'f1', name: 'W', form_id: 'new-1' },
      ]);
    });

    it('keeps that of an automation as well; where it is taken, its triggers follow', () => {
      const automation = bundle('automation', {
        _id: 'a1',
        name: 'A',
        triggers: [{ actionId: 'a1' }],
      });
      expect(plan([automation]).documents[0]).toMatchObject({
        documentId: 'a1',
        document: automation.data,
      });
      expect(plan([automation], { isTaken: () => true }).documents[0]?.document).toEqual({
        _id: 'new-1',
        name: 'A',
        triggers: [{ actionId: 'new-1' }],
      });
    });

    it('lets a reference mean the document that keeps the _id, where two came with the same', () => {
      const { documents } = plan([
        bundle('transformation', { _id: 't', name: 'first' }),
        bundle('transformation', { _id: 't', name: 'second' }),
        bundle('workflow', { name: 'W', tr_id: 't' }),
      ]);
      expect(documents.map(({ documentId }) => documentId)).toEqual(['t', 'new-1', 'new-2']);
      expect(documents[2]?.document).toEqual({ name: 'W', tr_id: 't' });
    });

    it.each([[{ $oid: 'x' }], [''], [7], ['x'.repeat(200)]])('does not take %j for one', (_id) => {
      const data = { _id, name: 'T' } as JsonObject;
      const [planned] = plan([bundle('transformation', data)]).documents;
      expect(planned).toMatchObject({ documentId: 'new-1', document: data });
    });
  });

  describe('for a package that is installed already', () => {
    const present = [
      { collection: 'workflows', documentId: 'w1', nameFolded: 'stays' },
      { collection: 'workflows', documentId: 'w2', nameFolded: 'goes' },
    ];

    it('keeps records of the same name, and removes those that the new version lacks', () => {
      const { documents, removed } = plan(
        [bundle('workflow', { _id: 'w9', name: 'Stays' }), bundle('workflow', { name: 'Comes' })],
        { present },
      );
      expect(documents.map(({ documentId, isNew }) => [documentId, isNew])).toEqual([
        ['w1', false],
        ['new-1', true],
      ]);
      expect(removed).toEqual([present[1]]);
    });

    it('does not give away the _id of a record that the new version removes', () => {
      const { documents } = plan([bundle('workflow', { _id: 'w2', name: 'Other' })], { present });
      expect(documents[0]?.documentId).toBe('new-1');
    });
  });

  describe('for names', () => {
    it('takes that of the manifest, then the place, where a document has none', () => {
      const { documents } = plan([
        bundle('ac-agenda-job', {}, 'From manifest'),
        bundle('ac-agenda-job', {}),
      ]);
      expect(documents.map(({ name }) => name)).toEqual(['From manifest', 'ac-agenda-job 2']);
    });

    it('keeps unknown types apart from each other and from other packages', () => {
      const { documents } = plan([
        bundle('dashboard', { name: 'X' }),
        bundle('map', { name: 'X' }),
      ]);
      expect(documents.map(({ collection, nameFolded }) => [collection, nameFolded])).toEqual([
        ['package_documents', '@acme/x/dashboard/x'],
        ['package_documents', '@acme/x/map/x'],
      ]);
    });
  });

  it('can be undone: an export of unchanged documents is what came in', () => {
    const id = fc.constantFrom('a', 'b', 'c');
    const inner = fc.record(
      { tr_id: id, formId: id, form_id: id, componentId: id, actionId: id, other: id },
      { requiredKeys: [] },
    );
    const data = fc.record(
      {
        _id: id,
        id,
        tasks: fc.record({ t: inner }),
        triggers: fc.array(inner),
        tr_id: id,
        empty: fc.constant({}),
      },
      { requiredKeys: [] },
    );
    const type = fc.constantFrom('workflow', 'transformation', 'json-forms', 'automation', 'else');
    const bundles = fc
      .array(fc.tuple(type, data), { maxLength: 6 })
      .map((list) => list.map(([t, d], at) => bundle(t, { ...d, name: `n${String(at)}` })));
    fc.assert(
      fc.property(bundles, fc.func(fc.boolean()), (list, isTaken) => {
        const installed = plan(list, { isTaken });
        expect(exported(installed)).toEqual(
          list.map(({ type: t, data: d }) => ({ type: t, data: d })),
        );
        const places = installed.documents.map((d) => `${d.collection} ${d.documentId}`);
        expect(new Set(places).size).toBe(list.length);
      }),
      { numRuns: 500 },
    );
  });
});

describe('buildPackageDocument', () => {
  const place = {
    type: 'workflow',
    collection: 'workflows',
    documentId: 'w',
    originalId: undefined,
  };

  it('leaves out a document that is gone, and keeps what else a bundle holds', () => {
    const gone = { ...place, rest: {}, data: null };
    const kept = { ...place, rest: { note: {} }, data: { name: 'W' } };
    expect(buildPackageDocument({ readme: 'r', extra: [] }, [gone, kept])).toEqual({
      readme: 'r',
      extra: [],
      bundles: [{ type: 'workflow', note: {}, data: { name: 'W' } }],
    });
  });

  it('gives a changed document as it is now', () => {
    const renamed = { ...place, originalId: 'old', rest: {}, data: { _id: 'mine', name: 'W2' } };
    expect(buildPackageDocument({}, [renamed])['bundles']).toEqual([
      { type: 'workflow', data: { _id: 'mine', name: 'W2' } },
    ]);
  });
});
