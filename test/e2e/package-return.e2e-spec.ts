import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { objectOf } from '../../src/kernel/json-reading.js';
import { TestRepositories } from '../support/factories/a-repository.js';
import { TALKATIVE, TEST_PACKAGES } from '../support/factories/test-packages.js';
import { startApp, type TestApp } from '../support/start-app.js';

describe('going back with no word more than it took to come', () => {
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
  ])('leads to what %s brought, whatever is missing here', async (_, name, first, document) => {
    expect((await install(first)).status).toBe(200);
    expect((await install(upgraded(document))).status).toBe(200);
    expect(await rollBack(name)).toMatchObject({ status: 200 });
  });
});
