import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { aRepositoryConfig, TestRepositories } from '../support/factories/a-repository.js';
import { aProfileName, pathOf } from '../support/profile-calls.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

interface Refusal {
  readonly code?: string;
  readonly detail?: string;
}

const groups = (...names: string[]): JsonObject => ({
  authenticationProps: { admins: names.map((group) => ({ provenance: 'local', group })) },
});

describe('whoever administers profiles alone', () => {
  let platform: TestApp;
  let repositories: TestRepositories;
  let token: string;
  /** Profiles that an administrator of the platform stored. */
  const given = 'names others';

  const asProfileAdmin = (method: string, path: string, body?: unknown) =>
    platform.call<Refusal>(method, path, { token, ...(body !== undefined && { body }) });
  const asAdmin = (method: string, path: string, body: unknown) =>
    platform.as<Refusal>('admin', method, path, { body });
  const create = (properties: JsonObject, call = asProfileAdmin) =>
    call('POST', '/profiles', { properties: { id: aProfileName(), ...properties } });
  const said = async (answer: Promise<Answer<Refusal>>) => {
    const { status, json } = await answer;
    return [status, json.code, json.detail];
  };
  const repoConfigs = (): JsonObject => ({
    prebuiltProps: { repoConfigs: { '@own': aRepositoryConfig(repositories.path('own')) } },
  });
  const REFUSED = [
    403,
    'role-not-held',
    'Only holders of these roles may do that: platform/admin',
  ] as const;
  const REPOSITORIES_REFUSED = [
    403,
    'role-not-held',
    'Only holders of these roles may do that: PrebuiltsRepository/admin',
  ] as const;

  beforeAll(async () => {
    repositories = await TestRepositories.create();
    platform = await startApp('e2e-profile-powers', {
      env: { LOCAL_REPOSITORY_ROOTS: await repositories.make('own') },
    });
    token = await aSignedInCaller(platform.app, {
      roles: [{ provenance: 'AdminEssentials', name: 'admin' }],
    });
    const properties = { id: given, ...groups('deputies') };
    const stored = await asAdmin('POST', '/profiles', { properties });
    if (stored.status !== 200) throw new Error(stored.text);
  });
  afterAll(async () => {
    await platform.close();
    await repositories.remove();
  });

  it('stores no profile that names other administrators, for somebody else to activate', async () => {
    expect(await said(create(groups('admins', 'mine')))).toEqual(REFUSED);
    const profile = { id: aProfileName(), ...groups('mine') };
    expect(await said(asProfileAdmin('POST', '/profiles/import', { profile }))).toEqual(REFUSED);
    const properties = { id: given, ...groups('deputies', 'mine') };
    expect(await said(asProfileAdmin('PUT', pathOf(given), { properties }))).toEqual(REFUSED);
  });

  it('activates none that a platform administrator stored with others', async () => {
    const id = aProfileName();
    await asAdmin('POST', '/profiles', { properties: { id, ...groups('deputies') } });
    expect(await said(asProfileAdmin('PUT', pathOf(id, '/active'), {}))).toEqual(REFUSED);
  });

  it('stores no other repositories, whose packages and hosts would be trusted', async () => {
    expect(await said(create(repoConfigs()))).toEqual(REPOSITORIES_REFUSED);
  });

  it('changes everything else, and repeats or takes away what is there', async () => {
    const ordinary = await create({ loggerProps: { log_level: 'warn' } });
    expect(ordinary.status).toBe(200);
    const properties = { id: given, description: 'mine now', ...groups('deputies') };
    expect((await asProfileAdmin('PUT', pathOf(given), { properties })).status).toBe(200);
    const fewer = { id: given, ...groups() };
    expect((await asProfileAdmin('PUT', pathOf(given), { properties: fewer })).status).toBe(200);
    expect((await create(groups('admins'))).status).toBe(200);
  });

  it('stores what platform administrators may store, once it is one of them', async () => {
    expect((await create({ ...groups('admins', 'mine'), ...repoConfigs() }, asAdmin)).status).toBe(
      200,
    );
  });
});
