import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anArtifact } from '../support/factories/an-artifact.js';
import { TestRepositories } from '../support/factories/a-repository.js';
import { startApp, type TestApp } from '../support/start-app.js';

interface Status {
  readonly installable: boolean;
  readonly missingDependencies: Readonly<Record<string, string>> | null;
  readonly mismatchingDependencies: Readonly<Record<string, object>> | null;
}
interface Entry {
  readonly name: string;
  readonly installStatus: Status;
}

const needing = (name: string, range: string) =>
  anArtifact({
    name,
    version: '1.0.0',
    metadata: { platformDependencies: { '@any/adapter-restconf': range } },
  });

describe('packages that need an adapter', () => {
  let repositories: TestRepositories;
  let app: TestApp;
  const statuses = async () => {
    const { json } = await app.as<{ results: { results: Entry[] } }>(
      'apiread',
      'GET',
      `/prebuilts-repository?queryOptions=${encodeURIComponent('{"config":"@needing"}')}`,
    );
    return Object.fromEntries(
      json.results.results.map(({ name, installStatus }) => [name, installStatus]),
    );
  };
  const admin = (method: string, path: string, body?: object) =>
    app.as('admin', method, path, { body });

  beforeAll(async () => {
    repositories = await TestRepositories.create();
    await repositories.put('needing', 'any', needing('@needing/any', ''));
    await repositories.put('needing', 'newer', needing('@needing/newer', '>=2999.1'));
    app = await startApp('adapter-dependencies', {
      env: { LOCAL_REPOSITORY_ROOTS: repositories.root },
    });
    await admin('POST', '/prebuilts-repository/configs', {
      name: '@needing',
      type: 'local',
      path: repositories.path('needing'),
    });
  });
  afterAll(async () => {
    await app.close();
    await repositories.remove();
  });

  it('miss it as long as none of its type is configured', async () => {
    expect(await statuses()).toEqual({
      '@needing/any': {
        installable: false,
        missingDependencies: { '@any/adapter-restconf': '' },
        mismatchingDependencies: null,
      },
      '@needing/newer': {
        installable: false,
        missingDependencies: { '@any/adapter-restconf': '>=2999.1' },
        mismatchingDependencies: null,
      },
    });
  });

  it('find it, in the release of the platform, once one is configured, enabled or not', async () => {
    const adapter = { name: 'Local NSO', baseUrl: 'http://nso.example', enabled: false };
    expect((await admin('POST', '/adapters', adapter)).status).toBe(200);
    const running = app.config.catalogue.release;
    expect(await statuses()).toEqual({
      '@needing/any': {
        installable: true,
        missingDependencies: null,
        mismatchingDependencies: null,
      },
      '@needing/newer': {
        installable: false,
        missingDependencies: null,
        mismatchingDependencies: { '@any/adapter-restconf': { required: '>=2999.1', running } },
      },
    });
    const installed = await admin('POST', '/admin/artifacts', { name: '@needing/any' });
    expect(installed.status).toBeLessThan(300);
    await admin('DELETE', '/adapters/Local%20NSO');
    expect((await statuses())['@needing/any']?.installable).toBe(false);
  });
});
