import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/start-app.js';

interface Entry {
  readonly name: string;
  readonly version: string;
  readonly installStatus: { readonly installable: boolean };
  readonly download: object;
}
interface Answer {
  readonly results: { readonly results: readonly Entry[]; readonly total: number };
}

describe('a newcomer', () => {
  let app: TestApp;
  const list = async (query = '') =>
    (await app.as<Answer>('admin', 'GET', `/prebuilts-repository${query}`)).json.results;

  beforeAll(async () => {
    app = await startApp('newcomer');
  });
  afterAll(() => app.close());

  it('finds the packages that the project ships at the first look', async () => {
    const { results, total } = await list();
    expect(total).toBeGreaterThanOrEqual(4);
    expect(results).toHaveLength(total);
    expect(results.every(({ installStatus }) => installStatus.installable)).toBe(true);
  });

  it('finds an older version of one for an older release', async () => {
    const versionOf = async (query: string) =>
      (await list(query)).results.find(({ name }) => name === '@netadmin/vlan-provisioning')
        ?.version;
    expect(await versionOf('')).toBe('1.1.0');
    expect(await versionOf('?platform_version=2023.2')).toBe('1.0.2-2023.2.0');
  });

  it('installs all of them and gets each back as it was offered', async () => {
    const { results } = await list();
    for (const { name, download } of results) {
      const body = { name };
      expect((await app.as('admin', 'POST', '/admin/artifacts', { body })).status).toBe(200);
      const path = `/admin/artifacts/${encodeURIComponent(name)}/export?dialect=interface`;
      expect((await app.as('admin', 'GET', path)).json).toEqual(download);
    }
    const { json } = await app.as<{ total: number }>('admin', 'GET', '/admin/artifacts');
    expect(json.total).toBe(results.length);
  });
});
