import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { AccountsRepository } from '../../src/domains/user-management/stored/accounts.repository.js';
import { aSessionOf, aSignedInCaller, anAccount } from '../support/sign-in.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

const PASSWORD = 'a password of theirs';
const PLATFORM_ADMIN = { provenance: 'platform', name: 'admin' };
const USER_ADMIN = { provenance: 'UserManagement', name: 'admin' };

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}
interface Record {
  readonly _id: string;
  readonly username: string;
}
interface Done {
  readonly data: Record;
}
interface List {
  readonly results: readonly Record[];
}

const codeOf = ({ status, json }: Answer) => [status, (json as Refusal).code];

describe('powers over users', () => {
  let platform: TestApp;
  let other: TestApp;
  /** Ids of what platform administrators and user administrators hold. */
  let ids: { admin: string; userAdmin: string; apiread: string; admins: string };

  const admin = <T>(method: string, path: string, body?: unknown) =>
    platform.as<T>('admin', method, path, body === undefined ? {} : { body });
  const post = async (kind: 'group' | 'account', fields: object) => {
    const answer = await admin<Done>('POST', `/authorization/${kind}s`, { [kind]: fields });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data._id;
  };
  let names = 0;
  const addGroup = (fields: object = {}) => {
    names += 1;
    return post('group', { name: `group ${names}`, ...fields });
  };
  const addAccount = (fields: object = {}) => {
    names += 1;
    return post('account', { username: `user ${names}`, password: PASSWORD, ...fields });
  };
  const roleOf = async ({ provenance, name }: { provenance: string; name: string }) => {
    const { json } = await admin<{ results: readonly (Record & { provenance: string })[] }>(
      'GET',
      `/authorization/roles?equals=${name}`,
    );
    return json.results.find((role) => role.provenance === provenance)?._id ?? '';
  };

  beforeAll(async () => {
    platform = await startApp('e2e-user-powers');
    other = await startApp('e2e-user-powers', { databaseUri: platform.databaseUri });
    await anAccount(platform.app, { roles: [USER_ADMIN] });
    const { json } = await admin<List>('GET', '/authorization/groups?equals=admins');
    ids = {
      admin: await roleOf(PLATFORM_ADMIN),
      userAdmin: await roleOf(USER_ADMIN),
      apiread: await roleOf({ provenance: 'platform', name: 'apiread' }),
      admins: json.results[0]?._id ?? '',
    };
  });
  afterAll(async () => {
    await other.close();
    await platform.close();
  });

  describe('of a caller who is admin of user management alone', () => {
    let own: string;
    let token: string;
    const call = (method: string, path: string, body?: unknown) =>
      platform.call(method, path, { token, ...(body !== undefined && { body }) });
    const patch = (kind: 'group' | 'account', id: string, body: object) =>
      call('PATCH', `/authorization/${kind}s/${id}`, body);

    beforeAll(async () => {
      const account = await anAccount(platform.app, { roles: [USER_ADMIN], password: PASSWORD });
      own = account._id;
      token = await aSessionOf(platform.app, account);
    });

    const expectRefused = async (answer: Promise<Answer>) => {
      expect(codeOf(await answer)).toEqual([403, 'role-not-held']);
    };

    it('grants what he holds, to groups and accounts', async () => {
      const group = { name: 'deputies', assignedRoles: [ids.userAdmin] };
      expect((await call('POST', '/user-management/groups', { group })).status).toBe(200);
      const account = { username: 'deputy', password: PASSWORD, groups: ['deputies'] };
      expect((await call('POST', '/user-management/accounts', { account })).status).toBe(200);
    });

    it('cannot make an administrator of the platform, nor give any role that he lacks', async () => {
      for (const role of [ids.admin, ids.apiread]) {
        await expectRefused(patch('account', own, { assignedRoles: [ids.userAdmin, role] }));
        const account = { username: 'new', password: PASSWORD, assignedRoles: [role] };
        await expectRefused(call('POST', '/user-management/accounts', { account }));
        await expectRefused(call('POST', '/authorization/accounts', { account }));
        const group = { name: 'new', assignedRoles: [{ roleId: role }] };
        await expectRefused(call('POST', '/user-management/groups', { group }));
        await expectRefused(call('POST', '/authorization/groups', { group }));
        await expectRefused(patch('group', await addGroup(), { assignedRoles: [role] }));
      }
    });

    it('cannot join a group of administrators, nor put anybody or any group into it', async () => {
      await expectRefused(patch('account', own, { groups: ['admins'] }));
      await expectRefused(patch('account', own, { account: { memberOf: [ids.admins] } }));
      const account = { username: 'new', password: PASSWORD, groups: ['Admins'], inactive: true };
      await expectRefused(call('POST', '/user-management/accounts', { account }));
      const group = { name: 'new', memberOf: ['admins'] };
      await expectRefused(call('POST', '/user-management/groups', { group }));
      const nested = await addGroup();
      await expectRefused(patch('group', nested, { memberOf: [ids.admins] }));
      const below = await addGroup({ memberOf: [ids.admins] });
      await expectRefused(patch('account', own, { memberOf: [below] }));
      await expectRefused(patch('group', nested, { memberOf: [below] }));
    });

    it('cannot join what is inactive now and would give the role later', async () => {
      const sleeping = await addGroup({ assignedRoles: [ids.admin], inactive: true });
      await expectRefused(patch('account', own, { memberOf: [sleeping] }));
      await expectRefused(patch('group', sleeping, { inactive: false }));
    });

    it('cannot take over an account that gives more than he holds', async () => {
      const reader = await addAccount({ assignedRoles: [ids.apiread] });
      await expectRefused(patch('account', reader, { password: 'known to me now' }));
      const gone = await addAccount({ assignedRoles: [ids.apiread], inactive: true });
      await expectRefused(patch('account', gone, { inactive: false }));
      await expectRefused(patch('account', gone, { locked: false }));
    });

    it('cannot touch administrators of the platform, their groups and their names', async () => {
      const chief = await addAccount({ groups: ['admins'] });
      await expectRefused(patch('account', chief, { password: 'known to me now' }));
      await expectRefused(patch('account', chief, { inactive: true }));
      await expectRefused(patch('account', chief, { groups: [] }));
      await expectRefused(call('DELETE', `/authorization/accounts/${chief}`));
      await expectRefused(patch('group', ids.admins, { description: 'mine' }));
      await expectRefused(call('DELETE', `/authorization/groups/${ids.admins}`));
    });

    it('cannot sign administrators of the platform out, nor revoke their tokens', async () => {
      const chief = await anAccount(platform.app, { groups: ['admins'] });
      const theirs = await aSessionOf(platform.app, chief);
      const made = await platform.call<Record>('POST', '/user-management/tokens', {
        token: theirs,
        body: { name: 'of an administrator' },
      });
      const sessions = await call('GET', `/user-management/sessions?account=${chief._id}`);
      const [session] = (sessions.json as List).results;
      await expectRefused(call('POST', '/user-management/sessions/end', { account: chief._id }));
      await expectRefused(call('DELETE', `/user-management/sessions/${session?._id ?? ''}`));
      await expectRefused(call('DELETE', `/user-management/tokens/${made.json._id}`));
      expect((await platform.call('GET', '/whoami', { token: theirs })).status).toBe(200);
    });

    it('cannot give a group another name, by which others may know it', async () => {
      const readers = await addGroup({ assignedRoles: [ids.apiread] });
      await expectRefused(patch('group', readers, { name: 'sales' }));
      expect((await patch('group', readers, { description: 'who read' })).status).toBe(200);
    });

    it('still takes roles away from others, and closes their accounts', async () => {
      const reader = await addAccount({ assignedRoles: [ids.apiread] });
      expect((await patch('account', reader, { assignedRoles: [] })).status).toBe(200);
      expect((await patch('account', reader, { inactive: true })).status).toBe(200);
      expect((await call('DELETE', `/authorization/accounts/${reader}`)).status).toBe(200);
    });

    it('is who he was after all of that', async () => {
      const { json } = await call('GET', '/whoami');
      expect(json).toMatchObject({ roles: [ids.userAdmin] });
    });
  });

  describe('of the last administrator', () => {
    /** The first account is the only one with a password that has role admin. */
    const firstAdmin = async () => {
      const { json } = await admin<List>('GET', '/authorization/accounts?equals=admin');
      return json.results[0]?._id ?? '';
    };
    const expectKept = async (answer: Promise<Answer>) => {
      expect(codeOf(await answer)).toEqual([409, 'last-admin']);
    };

    it('stay, whichever way they are taken', async () => {
      // Whoever else became one before.
      const { json } = await admin<List>('GET', '/authorization/accounts?limit=100');
      const first = await firstAdmin();
      for (const { _id, username } of json.results)
        if (/^user \d+$/.test(username)) await admin('DELETE', `/authorization/accounts/${_id}`);
      const path = `/authorization/accounts/${first}`;
      const groups = `/authorization/groups/${ids.admins}`;
      await expectKept(admin('DELETE', path));
      await expectKept(admin('PATCH', path, { inactive: true }));
      await expectKept(admin('PATCH', path, { account: { groups: [] } }));
      await expectKept(admin('DELETE', groups));
      await expectKept(admin('PATCH', groups, { inactive: true }));
      expect((await admin('PATCH', path, { firstname: 'Still Admin' })).status).toBe(200);
      // The profile names the group, so that its role alone makes no difference.
      expect((await admin('PATCH', groups, { assignedRoles: [] })).status).toBe(200);
      await expectKept(admin('PATCH', groups, { name: 'renamed' }));
      expect((await admin('PATCH', groups, { assignedRoles: [ids.admin] })).status).toBe(200);
      expect(
        (
          await platform.call('POST', '/login', {
            body: { username: 'admin', password: 'first-admin-password' },
          })
        ).status,
      ).toBe(200);
    });

    it('pass to another account, over groups within groups too', async () => {
      const path = `/authorization/accounts/${await firstAdmin()}`;
      const below = await addGroup({ memberOf: [ids.admins] });
      const lowest = await addGroup({ memberOf: [below] });
      const successor = await addAccount({ memberOf: [lowest], inactive: true });
      await expectKept(admin('PATCH', path, { inactive: true }));
      await admin('PATCH', `/authorization/accounts/${successor}`, { inactive: false });
      expect((await admin('PATCH', path, { inactive: true })).status).toBe(200);
      await expectKept(admin('PATCH', `/authorization/groups/${below}`, { memberOf: [] }));
      await expectKept(admin('DELETE', `/authorization/groups/${lowest}`));
      expect((await admin('PATCH', path, { inactive: false })).status).toBe(200);
      expect((await admin('DELETE', `/authorization/groups/${lowest}`)).status).toBe(200);
      await admin('DELETE', `/authorization/accounts/${successor}`);
    });

    it('stay when two of them remove each other at the same moment, on two nodes', async () => {
      const token = await aSignedInCaller(platform.app, { roles: [PLATFORM_ADMIN] });
      for (let round = 0; round < 3; round += 1) {
        const first = await firstAdmin();
        const second = await addAccount({ groups: ['admins'] });
        const deactivate = (app: TestApp, id: string) =>
          app.call('PATCH', `/authorization/accounts/${id}`, { token, body: { inactive: true } });
        const outcomes = await Promise.all([
          deactivate(platform, first),
          deactivate(other, second),
        ]);
        expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
        await admin('PATCH', `/authorization/accounts/${first}`, { inactive: false });
        await admin('DELETE', `/authorization/accounts/${second}`);
      }
    });
  });

  it('close no circle of groups when two nodes add half of it each at the same moment', async () => {
    const token = await aSignedInCaller(platform.app, { roles: [PLATFORM_ADMIN] });
    const nest = (app: TestApp, id: string, parent: string) =>
      app.call('PATCH', `/authorization/groups/${id}`, { token, body: { memberOf: [parent] } });
    for (let round = 0; round < 3; round += 1) {
      const [a, b] = [await addGroup(), await addGroup()];
      const outcomes = await Promise.all([nest(platform, a, b), nest(other, b, a)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  describe('over one’s own password', () => {
    const change = (token: string, currentPassword: string, newPassword: string) =>
      platform.call('POST', '/user-management/password', {
        token,
        body: { currentPassword, newPassword },
      });
    const signIn = (username: string, password: string) =>
      platform.call('POST', '/login', { body: { username, password } });

    it('replace it, knowing the present one', async () => {
      await addAccount({ username: 'changer' });
      const { text: token } = await signIn('changer', PASSWORD);
      const refused = [
        [change(token, 'wrong', 'another password'), '#/currentPassword'],
        [change(token, PASSWORD, 'short'), '#/newPassword'],
        [change(token, PASSWORD, PASSWORD), '#/newPassword'],
      ] as const;
      for (const [answer, pointer] of refused) {
        const { status, json } = await answer;
        expect([status, (json as Refusal).errors?.map((one) => one.pointer)]).toEqual([
          400,
          [pointer],
        ]);
      }
      const changed = await change(token, PASSWORD, 'another password');
      expect([changed.status, changed.text]).toEqual([204, '']);
      expect((await signIn('changer', PASSWORD)).status).toBe(401);
      expect((await signIn('changer', 'another password')).status).toBe(200);
    });

    it('are limited like signing in', async () => {
      await addAccount({ username: 'guesser' });
      const { text: token } = await signIn('guesser', PASSWORD);
      for (let tries = 0; tries < 6; tries += 1) await change(token, 'wrong', 'another password');
      const answer = await change(token, PASSWORD, 'another password');
      expect(codeOf(answer)).toEqual([429, 'too-many-attempts']);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    });

    it('are none for an account that other services sign in', async () => {
      const { _id } = await anAccount(platform.app, { username: 'from elsewhere' });
      const connection = platform.app.get<Connection>(getConnectionToken(), { strict: false });
      const accounts = connection.collection<{ _id: string }>('accounts');
      await accounts.updateOne({ _id }, { $set: { provenance: 'ldap' } });
      const account = await platform.app.get(AccountsRepository, { strict: false }).findById(_id);
      if (!account) throw new Error('it was added just now');
      const token = await aSessionOf(platform.app, account);
      expect(codeOf(await change(token, 'whatever', 'another password'))).toEqual([
        409,
        'no-password',
      ]);
      const path = `/authorization/accounts/${_id}`;
      const answer = await admin('PATCH', path, { password: 'another password' });
      expect(codeOf(answer)).toEqual([409, 'no-password']);
    });
  });
});
