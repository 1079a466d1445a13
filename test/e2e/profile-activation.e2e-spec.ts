import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProfileChecksService } from '../../src/domains/profiles/profile-checks.service.js';
import { conflict } from '../../src/kernel/app-error.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { aRepositoryConfig, TestRepositories } from '../support/factories/a-repository.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { aProfile } from '../support/factories/a-profile.js';
import { aProfileName, masked, pathOf, ProfileCalls } from '../support/profile-calls.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { startApp, type TestApp, type TestAppOptions } from '../support/start-app.js';

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('it did not come true');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('activating a profile', () => {
  const first = 'default';
  let platform: TestApp;
  /** A second node over the same database. */
  let other: TestApp;
  let profiles: ProfileCalls;
  let repositories: TestRepositories;

  beforeAll(async () => {
    repositories = await TestRepositories.create();
    const env = {
      LOG_LEVEL: '',
      // The profile of the first start names the first one.
      LOCAL_REPOSITORY_ROOTS: `${await repositories.make('first')},${repositories.path('second')}`,
      // Only a change of the profile can be why a repository is read in time.
      CATALOGUE_RESCAN_SECONDS: '86400',
    };
    const quiet = () =>
      new AppLogger({ level: 'error', format: 'json' }, { write: () => undefined });
    const start = (options: TestAppOptions = {}) =>
      startApp('e2e-profile-activation', {
        ...options,
        env,
        override: (builder) => builder.overrideProvider(AppLogger).useValue(quiet()),
      });
    platform = await start();
    other = await start({ databaseUri: platform.databaseUri });
    profiles = new ProfileCalls(platform);
  });
  afterAll(async () => {
    await other.close();
    await platform.close();
    await repositories.remove();
  });

  it('changes which profile counts, and says what became of each setting', async () => {
    const before = (await profiles.get(first)).profile;
    const id = aProfileName();
    const properties = aProfile(id, {
      ...before,
      id,
      auditProps: { audit: false },
      loggerProps: { ...(before['loggerProps'] as JsonObject), log_level: 'warn' },
      expressProps: { express_http: { enable: true, port: 3999 } },
    });
    await profiles.import({ properties });
    const { status, json } = await profiles.activate(id, { 'if-match': '"1"' });
    expect(status).toBe(200);
    expect(json.metadata).toMatchObject({ isActive: true, activeSync: true, revision: 2 });
    expect(json.changes['applied']?.toSorted()).toEqual(
      ['#/loggerProps/log_level', '#/auditProps/audit'].toSorted(),
    );
    expect(json.changes['overridden']).toEqual(['#/expressProps/express_http/port']);
    expect(json.changes['kept']).toContain('#/expressProps/cacheControl');
    expect((await profiles.get(first)).metadata).toMatchObject({
      isActive: false,
      activeSync: false,
    });
    const again = await profiles.activate(id);
    expect([again.json.metadata.revision, again.json.changes['applied']]).toEqual([2, []]);
    await profiles.activate(first);
  });

  it('shows every field of what it activates', async () => {
    const id = aProfileName();
    await profiles.create(aProfile(id));
    expect((await profiles.activate(id)).json.data).toEqual(masked(aProfile(id)));
    await profiles.activate(first);
  });

  it('counts on every node within about a second', async () => {
    const id = aProfileName();
    await profiles.create(
      aProfile(id, {
        loggerProps: { log_level: 'debug' },
        authenticationProps: {
          cookieName: 'another-cookie',
          uniqueSession: true,
          admins: [
            { provenance: 'local', group: 'admins' },
            { provenance: 'local', group: 'deputies' },
          ],
        },
      }),
    );
    const token = await aSignedInCaller(platform.app, { groups: ['deputies'] });
    const log = other.app.get(AppLogger, { strict: false });
    const isAdmin = async () => (await other.call('GET', '/profiles', { token })).status === 200;
    expect([log.writes('debug'), await isAdmin()]).toEqual([false, false]);
    await profiles.activate(id);
    await eventually(() => log.writes('debug'));
    await eventually(isAdmin);
    const body = { username: 'admin', password: 'first-admin-password' };
    const login = await other.call('POST', '/login', { body });
    expect(login.headers.get('set-cookie')).toMatch(/^another-cookie=/);
    await profiles.replace(aProfile(id, { loggerProps: { log_level: 'error' } }));
    await eventually(() => !log.writes('warn'));
    await profiles.activate(first);
    await eventually(() => log.writes('info'));
  });

  it('reads the repositories that it names at once', async () => {
    const config = { '@local': aRepositoryConfig(repositories.path('second')) };
    await repositories.put('second', 'package', anArtifact({ name: '@acme/in-a-new-repository' }));
    const id = aProfileName();
    await profiles.create({ id, prebuiltProps: { repoConfigs: config } });
    const isThere = async () =>
      (await other.as('admin', 'GET', '/prebuilts-repository')).text.includes(
        'in-a-new-repository',
      );
    expect(await isThere()).toBe(false);
    await profiles.activate(id);
    await eventually(isThere);
    await profiles.activate(first);
    await eventually(async () => !(await isThere()));
  });

  it('leaves exactly one active, however many are activated at once', async () => {
    const ids = [aProfileName(), aProfileName(), aProfileName(), aProfileName()];
    for (const id of ids) await profiles.create({ id });
    const statuses = await Promise.all(
      ids.map(async (id, index) => {
        const node = index % 2 === 0 ? platform : other;
        return (await node.as('admin', 'PUT', pathOf(id, '/active'))).status;
      }),
    );
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const { results } = await profiles.list('limit=2000');
    const active = results.filter(({ metadata }) => metadata.isActive);
    expect(active.map(({ profile }) => ids.includes(profile.id))).toEqual([true]);
    await profiles.activate(first);
  });

  it('is refused when the profile has changed since', async () => {
    const id = aProfileName();
    await profiles.create({ id });
    expect((await profiles.activate(id, { 'if-match': '"9"' })).status).toBe(412);
  });

  it('and changing the active profile are subject to the checks of others', async () => {
    const id = aProfileName();
    await profiles.create(aProfile(id, { refused: true }));
    platform.app
      .get(ProfileChecksService, { strict: false })
      .register(async (next, write) =>
        next['refused'] === true ? Promise.reject(conflict('it is refused')) : write(),
      );
    expect((await profiles.activate(id)).status).toBe(409);
    expect((await profiles.get(first)).metadata.isActive).toBe(true);
    const { profile } = await profiles.get(first);
    const refused = await profiles.replace({ ...profile, id: first, refused: true });
    expect([refused.status, (await profiles.get(first)).profile]).toEqual([409, profile]);
    // What does not count is nobody's concern.
    expect((await profiles.replace(aProfile(id, { refused: true }))).status).toBe(200);
  });

  it('loses no change of writers at the same moment', async () => {
    const id = aProfileName();
    await profiles.create(aProfile(id));
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const node = index % 2 === 0 ? platform : other;
        const body = { properties: aProfile(id, { description: String(index) }) };
        const headers = { 'if-match': '"1"' };
        return (await node.as('admin', 'PUT', pathOf(id), { body, headers })).status;
      }),
    );
    expect(statuses.toSorted()).toEqual([200, 412, 412, 412]);
  });
});
