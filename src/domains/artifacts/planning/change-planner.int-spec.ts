import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { startArtifacts } from '#test/support/artifacts-domain.js';
import { testDatabase } from '#test/support/database.js';
import { anArtifact, aWorkflow } from '#test/support/factories/an-artifact.js';
import { aPrincipal } from '#test/support/factories/a-principal.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type JsonObject } from '../../../kernel/json.js';
import { fromStored, type StoredDocument } from '../../../platform/database/storable.js';
import { UNFOLLOWED } from '../../../platform/tracking/operation-progress.js';
import { ArtifactsService } from '../artifacts.service.js';
import { changeRequest, type ChangeMembers } from '../change-members.js';
import { bundleModel } from '../stored/bundle-document.schema.js';
import { partOfList } from '#test/support/part-of-list.js';
import { INSTALLED_LIST } from '../artifact-lists.js';
import { PackagesService } from '../packages/packages.service.js';
import { type ChangePlan } from './change-plan.js';

const ADA = aPrincipal();
const OVERWRITE = { overwrite: true } as const;

/** A package of one version of two workflows, `W` with what the test says. */
const pack = (
  version: string,
  w: JsonObject,
  others: readonly JsonObject[] = [aWorkflow('Other')],
) =>
  anArtifact({
    name: '@acme/x',
    version,
    bundles: [aWorkflow('W', w), ...others].map((data) => ({ type: 'workflow', data })),
  });
const V1 = pack('1.0.0', { description: 'one', tags: ['a'] });

describe('plans of changes', () => {
  const database = testDatabase('plans');
  let node: TestingModule;
  let workflows: { document: (name: string) => Promise<JsonObject | undefined> } & {
    readonly change: (name: string, change: JsonObject) => Promise<void>;
  };

  const plan = (members: ChangeMembers): Promise<ChangePlan> =>
    node.get(ArtifactsService).plan(changeRequest(members), ADA);
  const apply = (members: ChangeMembers, planHash?: string) =>
    node
      .get(ArtifactsService)
      .change(changeRequest(members), ADA, { planHash, progress: UNFOLLOWED });
  const documentsOf = ({ packages }: ChangePlan) =>
    packages.flatMap(({ documents }) => documents.map(({ name, action }) => `${name} ${action}`));

  beforeAll(async () => {
    node = await startArtifacts({ uri: database.uri });
    const connection = node.get<Connection>(getConnectionToken(), { strict: false });
    const model = connection.model<{ document: StoredDocument }>(bundleModel('workflows'));
    const find = async (name: string): Promise<JsonObject | undefined> => {
      const found = await model
        .findOne({ nameFolded: foldText(name) })
        .lean<{ document: StoredDocument }>()
        .exec();
      return found ? fromStored(found.document) : undefined;
    };
    workflows = {
      document: find,
      change: async (name, change) => {
        const document = { ...(await find(name)), ...change };
        const to = typeof change['name'] === 'string' ? change['name'] : name;
        await model
          .updateOne(
            { nameFolded: foldText(name) },
            { $set: { document, name: to, nameFolded: foldText(to) } },
          )
          .exec();
      },
    };
  });
  afterEach(async () => {
    const { items } = await node
      .get(PackagesService)
      .list(partOfList(INSTALLED_LIST, { limit: 0 }));
    const remove = items.map(({ artifact }) => artifact.name);
    if (remove.length > 0) await apply({ remove, options: { force: true } });
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it('say of each document what becomes of it, and write nothing', async () => {
    const first = await plan({ artifact: V1 });
    expect([documentsOf(first), first.problems]).toEqual([['W created', 'Other created'], []]);
    expect((await node.get(PackagesService).list(partOfList(INSTALLED_LIST))).total).toBe(0);
    await apply({ artifact: V1 });
    const next = pack('2.0.0', { description: 'two', tags: ['a'] }, [aWorkflow('New')]);
    const second = await plan({ artifact: next, options: OVERWRITE });
    expect(documentsOf(second)).toEqual(['W changed', 'New created', 'Other removed']);
    expect(second.packages).toMatchObject([
      { action: 'upgrade', from: '1.0.0', to: '2.0.0', isAsked: true },
    ]);
  });

  it('have the same hash as long as nothing has moved, and another one when a user saves', async () => {
    await apply({ artifact: V1 });
    const request = {
      artifact: pack('2.0.0', { description: 'two', tags: ['a'] }),
      options: OVERWRITE,
    };
    const { hash } = await plan(request);
    expect((await plan(request)).hash).toBe(hash);
    await workflows.change('W', { tags: ['mine'] });
    await expect(apply(request, hash)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'plan-changed',
    });
    const again = await plan(request);
    expect(again.hash).not.toBe(hash);
    await apply(request, again.hash);
    expect(await workflows.document('W')).toMatchObject({ description: 'two', tags: ['mine'] });
  });

  it('merge with what users changed in every upgrade, not only in the first', async () => {
    await apply({ artifact: V1 });
    await workflows.change('W', { tags: ['mine'] });
    await apply({
      artifact: pack('2.0.0', { description: 'two', tags: ['a'] }),
      options: OVERWRITE,
    });
    const third = pack('3.0.0', { description: 'three', tags: ['a'] });
    expect(documentsOf(await plan({ artifact: third, options: OVERWRITE }))).toEqual([
      'W merged',
      'Other unchanged',
    ]);
    await apply({ artifact: third, options: OVERWRITE });
    expect(await workflows.document('W')).toMatchObject({ description: 'three', tags: ['mine'] });
  });

  it('stop at what users changed where the new version changed it too, and name the places', async () => {
    await apply({ artifact: V1 });
    await workflows.change('W', { description: 'mine' });
    await workflows.change('Other', { description: 'mine' });
    const next = {
      artifact: pack('2.0.0', { description: 'two', tags: ['b'] }, []),
      options: OVERWRITE,
    };
    const { problems, packages } = await plan(next);
    expect(packages[0]?.documents).toMatchObject([
      { name: 'W', action: 'conflict', isUserChanged: true, pointers: ['#/description'] },
      { name: 'Other', action: 'conflict', isUserChanged: true, pointers: ['#'] },
    ]);
    expect(problems).toMatchObject([{ code: 'user-changes' }]);
    await expect(apply(next)).rejects.toMatchObject({ kind: 'conflict', code: 'user-changes' });
    expect(await workflows.document('W')).toMatchObject({ description: 'mine', tags: ['a'] });
  });

  it.each([
    ['keep', 'mine', 'mine'],
    ['overwrite', 'two', undefined],
  ] as const)('go on when asked to %s', async (userChanges, inConflict, dropped) => {
    await apply({ artifact: V1 });
    await workflows.change('W', { description: 'mine' });
    await workflows.change('Other', { description: 'mine' });
    const options = { ...OVERWRITE, userChanges };
    await apply({ artifact: pack('2.0.0', { description: 'two', tags: ['b'] }, []), options });
    expect(await workflows.document('W')).toMatchObject({ description: inConflict, tags: ['b'] });
    expect((await workflows.document('Other'))?.['description']).toBe(dropped);
  });

  it('follow a document under the name that a user gave it', async () => {
    await apply({ artifact: V1 });
    await workflows.change('W', { name: 'Mine' });
    const next = {
      artifact: pack('2.0.0', { description: 'two', tags: ['a'] }),
      options: OVERWRITE,
    };
    expect(documentsOf(await plan(next))).toEqual(['Mine merged', 'Other unchanged']);
    await apply(next);
    expect(await workflows.document('Mine')).toMatchObject({ name: 'Mine', description: 'two' });
    expect(await workflows.document('W')).toBeUndefined();
  });

  it('keep the name that a user gave a document where everything else of theirs is lost', async () => {
    await apply({ artifact: V1 });
    await workflows.change('W', { name: 'Mine', description: 'mine' });
    const options = { ...OVERWRITE, userChanges: 'overwrite' } as const;
    await apply({ artifact: pack('2.0.0', { description: 'two', tags: ['a'] }), options });
    expect(await workflows.document('Mine')).toMatchObject({ name: 'Mine', description: 'two' });
  });

  it('remove what users kept with the package that brought it, wherever it lies', async () => {
    const both = anArtifact({
      name: '@acme/x',
      bundles: [
        { type: 'workflow', data: aWorkflow('W') },
        { type: 'template', data: { name: 'T' } },
      ],
    });
    await apply({ artifact: both });
    const templates = node
      .get<Connection>(getConnectionToken(), { strict: false })
      .model(bundleModel('templates'));
    await templates.updateOne({ nameFolded: 't' }, { $set: { 'document.text': 'mine' } });
    const options = { ...OVERWRITE, userChanges: 'keep' } as const;
    await apply({ artifact: pack('2.0.0', {}), options });
    await apply({ artifact: pack('3.0.0', {}), options });
    expect(await templates.countDocuments()).toBe(1);
    await apply({ remove: ['@acme/x'] });
    expect(await templates.countDocuments()).toBe(0);
  });

  it('say that a package is there already, and what names others have', async () => {
    await apply({ artifact: V1 });
    const again = await plan({ artifact: V1 });
    expect(again.problems).toMatchObject([{ code: 'already-installed' }]);
    const other = anArtifact({
      name: '@acme/y',
      bundles: [{ type: 'workflow', data: aWorkflow('w') }],
    });
    expect((await plan({ artifact: other })).problems).toMatchObject([
      { code: 'name-taken', detail: "Names are taken: 'W' in workflows by package '@acme/x'" },
    ]);
  });

  it('remove packages with their documents, and with force whatever needs them', async () => {
    await apply({ artifact: V1 });
    const needy = anArtifact({
      name: '@acme/needy',
      bundles: [],
      metadata: { platformDependencies: { '@acme/x': '' } },
    });
    await apply({ artifact: needy });
    const refused = await plan({ remove: ['@acme/x'] });
    expect(refused.problems).toMatchObject([
      { code: 'has-dependents', detail: "Package '@acme/x' is needed by '@acme/needy'" },
    ]);
    const request = { remove: ['@acme/x'], options: { force: true } };
    const forced = await plan(request);
    expect(forced.packages.map(({ name, action }) => `${name} ${action}`)).toEqual([
      '@acme/needy remove',
      '@acme/x remove',
    ]);
    expect(documentsOf(forced)).toEqual(['W removed', 'Other removed']);
    await apply(request, forced.hash);
    expect(await workflows.document('W')).toBeUndefined();
  });
});
