import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { aPrincipal } from '#test/support/factories/a-principal.js';
import { startArtifacts } from '#test/support/artifacts-domain.js';
import { testDatabase } from '#test/support/database.js';
import { aPlannedPackage } from '#test/support/factories/a-planned-package.js';
import { clearPackages, storedPackages } from '#test/support/packages-on-power.js';
import { UNFOLLOWED } from '../../../platform/tracking/operation-progress.js';
import { bundleModel } from '../stored/bundle-document.schema.js';
import { PackageChangesService } from '../changes/package-changes.service.js';
import { RollbackService } from './rollback.service.js';

const NAME = '@acme/up';
const DISCARD = { userChanges: 'discard', force: false, expectedRevision: undefined } as const;

/** Users rename documents of a package, and others take the names. */
describe('names that a rollback gives back', () => {
  const database = testDatabase('rollback_names');
  let node: TestingModule;
  let connection: Connection;

  const workflows = () =>
    connection.model<{ name: string; document: object }>(bundleModel('workflows'));
  const apply = (version: string, replaces?: number) => {
    const of = { says: version };
    const planned = aPlannedPackage({
      packageId: 'up',
      name: NAME,
      version,
      workflows: { one: of, two: of },
      ...(replaces !== undefined && { replaces, present: ['one', 'two'] }),
    });
    const run = { id: version, planHash: null, progress: UNFOLLOWED };
    return node.get(PackageChangesService).apply({ installs: [planned], removals: [] }, run);
  };
  const rename = async (id: string, name: string) => {
    const $set = { name, nameFolded: name.toLowerCase(), 'document.name': name };
    expect((await workflows().updateOne({ _id: id }, { $set })).matchedCount).toBe(1);
  };
  const takeName = (name: string) =>
    connection.model(bundleModel('workflows')).create({
      _id: 'mine',
      name,
      nameFolded: name.toLowerCase(),
      type: 'workflow',
      packageId: 'nobody',
      position: 0,
    });
  const rollBack = (progress = UNFOLLOWED) =>
    node.get(RollbackService).rollBack(NAME, DISCARD, aPrincipal(), progress);

  beforeAll(async () => {
    node = await startArtifacts({ uri: database.uri });
    connection = node.get<Connection>(getConnectionToken(), { strict: false });
  });
  beforeEach(async () => {
    await clearPackages(connection);
    await apply('1.0.0');
    await apply('2.0.0', 1);
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it('are those of before', async () => {
    await rename('one', 'Mine');
    await rollBack();
    expect(await workflows().findById('one').lean()).toMatchObject({
      name: 'Workflow one',
      nameFolded: 'workflow one',
      document: { name: 'Workflow one', says: '1.0.0' },
    });
  });

  it('are refused, and nothing is changed, where somebody else has one by now', async () => {
    await rename('one', 'Mine');
    await takeName('Workflow ONE');
    const before = await storedPackages(connection);
    await expect(rollBack()).rejects.toMatchObject({
      code: 'name-taken',
      detail: "Others have by now what would come back: 'Workflow ONE' in workflows",
    });
    expect(await storedPackages(connection)).toEqual(before);
  });

  it('are refused where another document of the package has one by now', async () => {
    await rename('one', 'Mine');
    await rename('two', 'Workflow one');
    await expect(rollBack()).rejects.toMatchObject({
      code: 'name-taken',
      detail: "Others have by now what would come back: 'Workflow one' in workflows",
    });
  });

  it('stay as they are where somebody takes one while the change is decided: it has to end', async () => {
    await rename('one', 'Mine');
    const decide = async () => {
      await takeName('Workflow one');
    };
    await rollBack({ ...UNFOLLOWED, decide });
    expect(await workflows().findById('one').lean()).toMatchObject({
      name: 'Mine',
      nameFolded: 'mine',
      document: { name: 'Mine', says: '1.0.0' },
    });
    expect(await workflows().findById('two').lean()).toMatchObject({ name: 'Workflow two' });
  });
});
