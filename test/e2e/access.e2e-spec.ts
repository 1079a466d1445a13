import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProfilesService } from '../../src/domains/profiles/profiles.service.js';
import { RolesRepository } from '../../src/domains/user-management/stored/roles.repository.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { Clock } from '../../src/kernel/clock.js';
import { problemIn, rawExchange } from '../support/http-app.js';
import { HandClock } from '../support/hand-clock.js';
import { aSessionOf, anAccount } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';

const READ = '/authorization/roles';

describe('a change of what somebody may do', () => {
  const clock = new HandClock();
  let first: TestApp;
  let second: TestApp;

  const node = (databaseUri?: string) =>
    startApp('access', {
      ...(databaseUri !== undefined && { databaseUri }),
      override: (builder) => builder.overrideProvider(Clock).useValue(clock),
    });
  beforeAll(async () => {
    first = await node();
    second = await node(first.databaseUri);
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  /** Lets both nodes know the caller, makes the change on one, and tells what both answer later. */
  const outcomes = async (token: string, change: () => Promise<unknown>) => {
    const ask = async () => {
      const answers = await Promise.all(
        [first, second].map((app) => app.call('GET', READ, { token })),
      );
      return answers.map(({ status }) => status);
    };
    const before = await ask();
    await change();
    clock.advance({ seconds: 1 });
    return [before, await ask()];
  };
  const change = async (path: string, body: object) => {
    const { status } = await first.as('admin', 'PATCH', path, { body });
    expect(status).toBe(200);
  };
  const admin = async () => {
    const role = await first.app
      .get(RolesRepository, { strict: false })
      .findByName('platform', 'admin');
    return role?._id ?? '';
  };
  const group = async (name: string, given: object) =>
    first.app
      .get(UserRecordsService, { strict: false })
      .ensureGroup({ provenance: 'local', name, ...given });

  it('counts on every node after a second: a role is taken away', async () => {
    const account = await anAccount(first.app, {
      roles: [{ provenance: 'platform', name: 'admin' }],
    });
    const token = await aSessionOf(first.app, account);
    const body = { account: { assignedRoles: [] } };
    const taken = () => change(`/authorization/accounts/${account._id}`, body);
    expect(await outcomes(token, taken)).toEqual([
      [200, 200],
      [403, 403],
    ]);
  });

  it('counts on every node after a second: a group is made inactive', async () => {
    const above = await group('above', { assignedRoles: [await admin()] });
    await group('below', { memberOf: [above._id] });
    const token = await aSessionOf(first.app, await anAccount(first.app, { groups: ['below'] }));
    const closed = () =>
      change(`/authorization/groups/${above._id}`, { group: { inactive: true } });
    expect(await outcomes(token, closed)).toEqual([
      [200, 200],
      [403, 403],
    ]);
  });

  it('counts on every node after a second: the profile names other administrators', async () => {
    await group('Trusted', {});
    const token = await aSessionOf(first.app, await anAccount(first.app, { groups: ['Trusted'] }));
    const profiles = first.app.get(ProfilesService, { strict: false });
    const naming = (names: readonly string[]) => () =>
      profiles.updateActive((document) => ({
        ...document,
        authenticationProps: {
          admins: names.map((name) => ({ provenance: 'local', group: name })),
        },
      }));
    expect(await outcomes(token, naming(['trusted']))).toEqual([
      [403, 403],
      [200, 200],
    ]);
    expect(await outcomes(token, naming([]))).toEqual([
      [200, 200],
      [403, 403],
    ]);
  });

  it('counts on every node after a second: an account is made inactive', async () => {
    const account = await anAccount(first.app, {
      roles: [{ provenance: 'platform', name: 'admin' }],
    });
    const token = await aSessionOf(first.app, account);
    const body = { account: { inactive: true } };
    const closed = () => change(`/authorization/accounts/${account._id}`, body);
    expect(await outcomes(token, closed)).toEqual([
      [200, 200],
      [401, 401],
    ]);
  });

  it('does not come back with an account that is made active again', async () => {
    const account = await anAccount(first.app);
    const path = `/authorization/accounts/${account._id}`;
    const session = await aSessionOf(first.app, account);
    const made = await first.call<{ token: string }>('POST', '/user-management/tokens', {
      token: session,
      body: { name: 'of before' },
    });
    await change(path, { account: { inactive: true } });
    await change(path, { account: { inactive: false } });
    clock.advance({ seconds: 1 });
    for (const token of [session, made.json.token]) {
      expect((await first.call('GET', '/whoami', { token })).status).toBe(401);
    }
  });
});

describe('a caller without the role', () => {
  let platform: TestApp;
  const LIMIT = 5;

  beforeAll(async () => {
    platform = await startApp('access-refused', {
      env: { RATE_LIMIT_PER_MINUTE: String(LIMIT) },
      // So that no minute ends while requests are counted.
      override: (builder) => builder.overrideProvider(Clock).useValue(new HandClock()),
    });
  });
  afterAll(() => platform.close());

  it('is refused before a large body is read', async () => {
    const head = [
      'POST /admin/artifacts HTTP/1.1',
      'host: x',
      `authorization: Bearer ${await platform.tokenOf('readonly')}`,
      'content-type: application/json',
      `content-length: ${String(1024 * 1024)}`,
      'connection: close',
    ];
    // The body never comes: only an answer that does not wait for it comes back.
    const text = await rawExchange(
      Number(new URL(platform.url).port),
      `${head.join('\r\n')}\r\n\r\n`,
    );
    expect(problemIn(text)).toMatchObject({
      status: 403,
      detail: expect.stringMatching(
        /^None of your roles admits you to installArtifact; it takes one of admin, .*AdminEssentials/,
      ),
    });
  });

  it('has his refused requests counted', async () => {
    const statuses: number[] = [];
    for (let time = 0; time <= LIMIT; time += 1) {
      statuses.push((await platform.as('other', 'GET', READ)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: LIMIT }, () => 403), 429]);
  });
});
