import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { startArtifacts } from '#test/support/artifacts-domain.js';
import { testDatabase } from '#test/support/database.js';
import { expectLean, explainReads } from '#test/support/explained.js';
import { aRepositoryConfig, TestRepositories } from '#test/support/factories/a-repository.js';
import { anArtifact } from '#test/support/factories/an-artifact.js';
import { aPrincipal } from '#test/support/factories/a-principal.js';
import { watched } from '#test/support/watch-commands.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { ArtifactsService } from '../artifacts.service.js';
import { PACKAGE_MODEL } from '../stored/package.schema.js';
import { type StoredPackage } from '../stored/stored-package.js';
import { CatalogueSyncService } from '#domains/catalogue/refreshing/catalogue-sync.service.js';
import { type PackageRequest, PackageResolverService } from './package-resolver.service.js';
import { type Resolution } from './resolution.js';

const ADA = aPrincipal();

const pack = (named: string, needs: Readonly<Record<string, string>> = {}) => {
  const [name = '', version = ''] = named.split(' ');
  return anArtifact({
    name,
    version,
    bundles: [],
    metadata: { platformDependencies: { ...needs } },
  });
};

describe('resolving', () => {
  const database = testDatabase('resolving');
  let repositories: TestRepositories;
  let node: TestingModule;

  const resolve = (request: PackageRequest): Promise<Resolution> =>
    node.get(PackageResolverService).resolve(request);
  const steps = ({ packages }: Resolution) =>
    packages.map(({ action, name, from, to }) => [action, name, from ?? '-', to ?? '-'].join(' '));
  const install = async (named: string, needs: Readonly<Record<string, string>> = {}) => {
    const document = pack(named, needs);
    const uploaded = { document, pointer: '#/artifact' };
    await node.get(ArtifactsService).installUploaded(uploaded, { overwrite: true }, ADA);
  };

  beforeAll(async () => {
    repositories = await TestRepositories.create();
    node = await startArtifacts({
      uri: watched(database.uri),
      env: { LOCAL_REPOSITORY_ROOTS: repositories.root },
    });
    const offers = {
      one: [
        pack('@acme/app 1.0.0', { '@Acme/Base': '^1.0.0' }),
        pack('@acme/app 2.0.0', { '@acme/base': '^2.0.0', '@other/tool': '' }),
        pack('@acme/base 1.1.0'),
        pack('@acme/base 2.0.0'),
        pack('@acme/impossible 1.0.0', { '@acme/base': '^7.0.0' }),
      ],
      two: [pack('@other/tool 0.3.0'), pack('@acme/base 2.0.0')],
    };
    for (const [repository, packages] of Object.entries(offers)) {
      for (const [at, artifact] of packages.entries()) {
        await repositories.put(repository, String(at), artifact);
      }
    }
    await node.get(ProfilesService, { strict: false }).changeRepositoryConfigs(() => ({
      '@one': aRepositoryConfig(repositories.path('one')),
      '@two': aRepositoryConfig(repositories.path('two')),
    }));
    await node.get(CatalogueSyncService).refresh();
    await install('@acme/base 1.0.0');
    await install('@acme/user 1.0.0', { '@acme/base': '^1.0.0' });
    await install('@acme/top 1.0.0', { '@acme/user': '', '@acme/base': '' });
    await install('@acme/loner 1.0.0');
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
    await repositories.remove();
  });

  it('chooses what goes with everything that is installed', async () => {
    const resolution = await resolve({ install: [{ kind: 'named', name: '@ACME/app' }] });
    expect(steps(resolution)).toEqual(['add @acme/app - 1.0.0', 'keep @acme/base 1.0.0 1.0.0']);
    expect(resolution.notes).toEqual([
      "'@acme/app' is taken in version 1.0.0, as 2.0.0 does not fit here",
    ]);
    expect(resolution.problems).toEqual([]);
  });

  it('says why a version does not go', async () => {
    const request = { kind: 'named', name: '@acme/app', version: '2.0.0' } as const;
    const { problems } = await resolve({ install: [request] });
    expect(problems.map(({ code }) => code)).toEqual(['unsolvable']);
    const reasons = problems[0]?.reasons.join('\n');
    expect(reasons).toContain('@acme/app 2.0.0 requires @acme/base ^2.0.0');
    expect(reasons).toContain('@acme/user 1.0.0 requires @acme/base ^1.0.0');
  });

  it('names what there is where nothing lies in a range', async () => {
    const { problems } = await resolve({ install: [{ kind: 'named', name: '@acme/impossible' }] });
    expect(problems[0]?.reasons[0]).toContain(
      '@acme/impossible 1.0.0 requires @acme/base ^7.0.0 (there are 1.0.0 to 2.0.0)',
    );
  });

  it('takes packages of other repositories along, and judges an uploaded one as it is', async () => {
    const document = pack('@mine/new 1.0.0', { '@other/tool': '^0.3.0', 'adapter-unknown': '>=2' });
    const resolution = await resolve({ install: [{ kind: 'uploaded', document }] });
    expect(steps(resolution)).toEqual(['add @other/tool - 0.3.0', 'add @mine/new - 1.0.0']);
    expect(resolution.packages.map(({ source }) => source?.kind)).toEqual([
      'repository',
      'uploaded',
    ]);
    expect(resolution.missing).toEqual([
      { dependency: 'adapter-unknown', range: '>=2', requiredBy: ['@mine/new'] },
    ]);
    expect(resolution.problems).toEqual([]);
  });

  it('refuses to remove what others need and says who; with force they go first', async () => {
    const refused = await resolve({ remove: ['@Acme/base'] });
    expect(refused.problems).toEqual([
      {
        code: 'has-dependents',
        detail: "Package '@acme/base' is needed by '@acme/top', '@acme/user'",
        reasons: [
          "'@acme/top' 1.0.0 requires '@acme/base'.",
          "'@acme/user' 1.0.0 requires '@acme/base'.",
        ],
      },
    ]);
    const forced = await resolve({ remove: ['@acme/base'], force: true });
    expect(forced.problems).toEqual([]);
    expect(steps(forced)).toEqual([
      'remove @acme/top 1.0.0 -',
      'remove @acme/user 1.0.0 -',
      'remove @acme/base 1.0.0 -',
    ]);
    expect(forced.packages.map(({ isAsked }) => isAsked)).toEqual([false, false, true]);
    const [{ installed } = { installed: null }] = (await resolve({ remove: ['@acme/loner'] }))
      .packages;
    expect(steps(await resolve({ remove: [installed?.id ?? ''] }))).toEqual([
      'remove @acme/loner 1.0.0 -',
    ]);
  });

  it('refuses requests that name nothing, a thing twice, or what does not exist', async () => {
    const named = (name: string, more = {}) => ({ kind: 'named' as const, name, ...more });
    await expect(resolve({})).rejects.toMatchObject({ kind: 'invalid-input' });
    await expect(
      resolve({ install: [named('@acme/app'), named('@Acme/App')] }),
    ).rejects.toMatchObject({ kind: 'invalid-input' });
    await expect(
      resolve({ install: [named('@acme/base')], remove: ['@acme/base'] }),
    ).rejects.toMatchObject({ kind: 'invalid-input' });
    await expect(resolve({ install: [named('@acme/nothing')] })).rejects.toMatchObject({
      kind: 'not-found',
      detail: "Package '@acme/nothing' not found",
    });
    await expect(
      resolve({ install: [named('@acme/app', { version: '9.9.9' })] }),
    ).rejects.toMatchObject({ detail: "Package '@acme/app 9.9.9' not found" });
    await expect(
      resolve({ install: [named('@acme/app', { config: '@gone' })] }),
    ).rejects.toMatchObject({ kind: 'not-found' });
    await expect(
      resolve({ install: [named('@acme/app', { config: '@two' })] }),
    ).rejects.toMatchObject({ kind: 'not-found' });
    await expect(resolve({ remove: ['@acme/nothing'] })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  it('says which repository a version is taken from that two have', async () => {
    const request = { kind: 'named', name: '@acme/base', version: '2.0.0' } as const;
    const { duplicates } = await resolve({ install: [request], force: true });
    expect(duplicates).toMatchObject([
      {
        name: '@acme/base',
        version: '2.0.0',
        taken: { config: '@one' },
        others: [{ config: '@two' }],
      },
    ]);
  });

  it('finds everything by indexes', async () => {
    const { reads } = await explainReads(node, () =>
      resolve({ install: [{ kind: 'named', name: '@acme/app' }], remove: ['@acme/loner'] }),
    );
    const own = reads.filter(({ collection }) =>
      ['packages', 'catalogue_entries'].includes(collection),
    );
    expectLean(own);
    const removal = await explainReads(node, () => resolve({ remove: ['@acme/loner'] }));
    const read = removal.reads.reduce((sum, { returned }) => sum + returned, 0);
    expect(read, 'the package itself, which nothing depends on').toBe(1);
  });

  it('knows nothing of packages that come or go', async () => {
    const packages = node.get<Model<StoredPackage>>(getModelToken(PACKAGE_MODEL));
    await install('@acme/leaving 1.0.0');
    const named = { nameFolded: '@acme/leaving' };
    const leaving = await packages.findOneAndUpdate(named, { $set: { state: 'removing' } });
    for (const remove of ['@acme/leaving', leaving?._id ?? ''])
      await expect(resolve({ remove: [remove] })).rejects.toMatchObject({ kind: 'not-found' });
  });
});
