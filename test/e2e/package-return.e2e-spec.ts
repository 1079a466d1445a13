import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { objectOf } from '../../src/kernel/json-reading.js';
import { anArtifact, aWorkflow } from '../support/factories/an-artifact.js';
import { TestRepositories } from '../support/factories/a-repository.js';
import { TALKATIVE, TEST_PACKAGES } from '../support/factories/test-packages.js';
import { startApp, type TestApp } from '../support/start-app.js';

describe('packages that come back', () => {
  let repositories: TestRepositories;
  let app: TestApp;
  const both = TEST_PACKAGES['both'] ?? {};
  const install = (body: JsonObject) => app.as('admin', 'POST', '/admin/artifacts', { body });
  const rollBack = (name: string) =>
    app.as('admin', 'POST', `/admin/artifacts/${encodeURIComponent(name)}/rollback`, { body: {} });
  const upgraded = (document: JsonObject): JsonObject => ({
    artifact: { ...document, metadata: { ...objectOf(document['metadata']), version: '9.0.0' } },
    options: { overwrite: true },
  });

  beforeAll(async () => {
    repositories = await TestRepositories.create();
    await repositories.put('acme', 'both', both);
    const env = { LOCAL_REPOSITORY_ROOTS: repositories.root };
    app = await startApp('package-return', { env });
  });
  afterAll(async () => {
    await app.close();
    await repositories.remove();
  });

  it.each<[string, string, JsonObject, JsonObject]>([
    ['an upload', '@acme/talkative', { artifact: TALKATIVE }, TALKATIVE],
    ['force', '@acme/both', { name: '@acme/both', options: { force: true } }, both],
  ])(
    'are as %s brought them with no word more than it took, whatever is missing here',
    async (_, name, first, document) => {
      expect((await install(first)).status).toBe(200);
      expect((await install(upgraded(document))).status).toBe(200);
      expect(await rollBack(name)).toMatchObject({ status: 200 });
    },
  );

  it('bring documents without the versions of an earlier life', async () => {
    const name = '@acme/returning';
    const brought = (version: string, names: readonly string[]) => ({
      artifact: anArtifact({
        name,
        version,
        bundles: names.map((one) => ({ type: 'workflow', data: aWorkflow(one, { _id: one }) })),
      }),
      options: { overwrite: true, userChanges: 'overwrite' },
    });
    const edit = (one: string) =>
      app.as('admin', 'PUT', `/automation-studio/automations/${one}`, {
        body: { update: { description: 'edited' } },
      });
    const versions = async (one: string) => {
      const path = `/automation-studio/workflows/${one}/versions`;
      const { json } = await app.as<{ total: number }>('admin', 'GET', path);
      return json.total;
    };
    await install(brought('1.0.0', ['stays', 'goes']));
    for (const one of ['stays', 'goes']) await edit(one);
    const before = await versions('stays');
    expect(await versions('goes')).toBe(before);
    await install(brought('1.1.0', ['stays']));
    await install(brought('1.2.0', ['stays', 'goes']));
    expect(await versions('goes')).toBe(before - 1);
    await app.as('admin', 'DELETE', `/admin/artifacts/${encodeURIComponent(name)}`);
    await install(brought('1.0.0', ['stays', 'goes']));
    expect(await versions('stays')).toBe(before - 1);
  });
});
