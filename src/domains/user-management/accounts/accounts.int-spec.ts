import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { startDomain } from '#test/support/domain-app.js';
import { HandClock } from '#test/support/hand-clock.js';
import { aSessionOf, anAccount } from '#test/support/sign-in.js';
import { UsersDomain } from '#test/support/users-domain.js';
import { type AppError } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type Principal } from '../../../kernel/principal.js';
import { type AuditedChange } from '../../../platform/request-context/audited-change.js';
import { CredentialStore } from '../../../platform/auth/credential-store.js';
import { PasswordHasher } from '../../../platform/auth/password-hasher.js';
import { withRequestContext } from '../../../platform/request-context/request-context.js';
import { ProfilesSeed } from '../../profiles/profiles.seed.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { type Group } from '../stored/group.js';
import { GROUP_MODEL } from '../stored/group.schema.js';
import { GroupsRepository } from '../stored/groups.repository.js';
import { GroupsService } from '../groups/groups.service.js';
import { IdentitiesService } from '../identities/identities.service.js';
import { RolesService } from '../roles/roles.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import { UserManagementSeed } from '../user-management.seed.js';
import { type Account } from '../stored/account.js';
import { ACCOUNT_MODEL } from '../stored/account.schema.js';
import { AccountPasswordsService } from './account-passwords.service.js';
import { type AccountWrite } from './account-writes.service.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import { AccountsService } from './accounts.service.js';
import { OwnPasswordService } from './own-password.service.js';

/** Hashes without the cost, and counts how often it is asked to. */
class CountingHasher extends PasswordHasher {
  runs = 0;

  override hash(password: string): Promise<string> {
    this.runs += 1;
    return Promise.resolve(`hash of ${password}`);
  }

  override verify(passwordHash: string, password: string): Promise<boolean> {
    this.runs += 1;
    return Promise.resolve(passwordHash === `hash of ${password}`);
  }
}

const CALLER = { address: '192.0.2.1', userAgent: 'test', secure: false };
const PLATFORM_ADMIN = { provenance: 'platform', name: 'admin' };
const PASSWORD = 'a password of theirs';

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as AppError).code,
  );

describe('accounts', () => {
  const database = testDatabase('accounts');
  const clock = new HandClock();
  const hasher = new CountingHasher();
  let node: TestingModule;
  let otherNode: TestingModule;
  let admin: Principal;

  const start = () =>
    startDomain({
      uri: database.uri,
      module: UsersDomain,
      env: { ADMIN_PASSWORD: 'first-admin-password', PASSWORD_LENGTH_MIN: '12' },
      seeds: [ProfilesSeed, UserManagementSeed],
      override: (builder) =>
        builder
          .overrideProvider(Clock)
          .useValue(clock)
          .overrideProvider(PasswordHasher)
          .useValue(hasher),
    });
  const stored = (usernameFolded: string) =>
    node.get(AccountsRepository).findByName(usernameFolded);
  const request = (write: AccountWrite, caller = admin) => ({ write, pointer: '#', caller });
  const patch = (id: string, write: AccountWrite, app = node, caller = admin) =>
    app.get(AccountsService).update(id, request(write, caller), undefined);
  const signIn = (username: string, password: string) =>
    node.get(SignInService).signIn({ username, password }, CALLER);
  const principalOf = async (account: Account): Promise<Principal> => {
    const identity = await node.get(IdentitiesService).load(account._id, clock.now());
    if (!identity) throw new Error('the account is active');
    return identity.principal;
  };
  /** What is told to the audit while the work is done. */
  const changesOf = async (work: () => Promise<unknown>, principalId?: string) => {
    const changes: AuditedChange[] = [];
    const context = {
      requestId: 'r-1',
      operationId: undefined,
      principalId,
      headers: new Map<string, string>(),
      changes,
      signInName: undefined,
    };
    await withRequestContext(context, work);
    return changes;
  };

  beforeAll(async () => {
    [node, otherNode] = await Promise.all([start(), start()]);
    admin = await principalOf(await anAccount(node, { roles: [PLATFORM_ADMIN] }));
  });
  afterAll(async () => {
    await Promise.all([node.close(), otherNode.close()]);
    await database.drop();
  });
  beforeEach(() => {
    clock.advance({ minutes: 30 });
  });

  describe('with passwords', () => {
    it('asks for as many characters as the setting says', async () => {
      const create = (password: string) =>
        node.get(AccountsService).create('policy', password, request({}));
      expect(await kindOf(create('eleven long'))).toBe('invalid-input');
      expect(await kindOf(create('twelve chars'))).toBe('done');
    });

    it('ends sessions and Basic credentials in the write that changes the password', async () => {
      const account = await anAccount(node, { username: 'ended', password: PASSWORD });
      const token = await aSessionOf(node, account);
      const find = () => node.get(SessionsService).find(token);
      const basic = () => node.get(CredentialStore).byPassword('ended', PASSWORD, CALLER);
      expect([await find(), await basic()]).not.toContain(null);
      const changed = await patch(account._id, { password: 'another password' });
      expect(changed).toMatchObject({ credentialRevision: 2, revision: 2 });
      clock.advance({ seconds: 1 });
      expect([await find(), await basic()]).toEqual([null, null]);
    });

    it('changes nothing when somebody else changed the password at the same moment', async () => {
      const account = await anAccount(node, { username: 'raced', password: PASSWORD });
      const principal = await principalOf(account);
      const change = (app: TestingModule, newPassword: string) => {
        const wanted = { currentPassword: PASSWORD, newPassword };
        return kindOf(app.get(OwnPasswordService).change(principal, wanted, CALLER));
      };
      const outcomes = await Promise.all([
        change(node, 'the first of two'),
        change(otherNode, 'the second of two'),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
      expect(await stored('raced')).toMatchObject({ credentialRevision: 2 });
    });

    it('costs one run of the hash whoever tries to sign in, and whether there is such a name', async () => {
      await anAccount(node, { username: 'known', password: PASSWORD });
      await anAccount(node, { username: 'passwordless' });
      const closed = await anAccount(node, { username: 'closed', password: PASSWORD });
      await patch(closed._id, { inactive: true });
      const runs: [string, number][] = [];
      for (const [username, password] of [
        ['known', PASSWORD],
        ['known', 'wrong password'],
        ['unknown', PASSWORD],
        ['passwordless', PASSWORD],
        ['closed', PASSWORD],
      ] as const) {
        const before = hasher.runs;
        await kindOf(signIn(username, password));
        runs.push([username, hasher.runs - before]);
      }
      expect(runs.map(([, count]) => count)).toEqual([1, 1, 1, 1, 1]);
    });

    it('costs one run to create an account, a taken name like a free one', async () => {
      const create = async (username: string) => {
        const before = hasher.runs;
        await kindOf(node.get(AccountsService).create(username, PASSWORD, request({})));
        return hasher.runs - before;
      };
      expect([await create('fresh'), await create('fresh'), await create('FRESH')]).toEqual([
        1, 1, 1,
      ]);
    });
  });

  describe('reset by a command', () => {
    const reset = (name: string) => node.get(AccountPasswordsService).resetPassword(name);

    it('get a password that nobody chose, and forget failed sign-ins', async () => {
      const account = await anAccount(node, { username: 'Lost', password: PASSWORD });
      const token = await aSessionOf(node, account);
      for (let tries = 0; tries < 6; tries += 1) await kindOf(signIn('lost', 'wrong password'));
      expect(await kindOf(signIn('lost', PASSWORD))).toBe('too-many-attempts');
      let password = '';
      const changes = await changesOf(async () => {
        password = await reset(' LOST ');
      });
      expect(password).toMatch(/^[A-Za-z0-9_-]{24}$/);
      expect(await kindOf(signIn('lost', password))).toBe('done');
      expect(await kindOf(signIn('lost', PASSWORD))).toBe('unauthenticated');
      clock.advance({ seconds: 1 });
      expect(await node.get(SessionsService).find(token)).toBeNull();
      expect(changes).toHaveLength(1);
      expect(changes[0]).toMatchObject({
        object: { type: 'account', id: account._id, name: 'Lost' },
        before: { credentialRevision: 1 },
        after: { credentialRevision: 2 },
      });
    });

    it('stay inactive where they were', async () => {
      const account = await anAccount(node, { username: 'asleep', password: PASSWORD });
      await patch(account._id, { inactive: true });
      const password = await reset('asleep');
      expect(await kindOf(signIn('asleep', password))).toBe('unauthenticated');
    });

    it('are refused where there is no such account, or no password of ours', async () => {
      expect(await kindOf(reset('nobody'))).toBe('not-found');
      const { _id } = await anAccount(node, { username: 'directory' });
      const accounts = node.get<Model<Account>>(getModelToken(ACCOUNT_MODEL));
      await accounts.updateOne({ _id }, { provenance: 'ldap' });
      expect(await kindOf(reset('directory'))).toBe('no-password');
    });
  });

  describe('that are told to the audit', () => {
    it('are told before and after, times as text, never with a hash', async () => {
      const id = (await anAccount(node, { username: 'told', password: PASSWORD }))._id;
      const changes = await changesOf(async () => {
        await patch(id, { firstname: 'Told', password: 'another password' });
        await node.get(AccountsService).remove(id, admin, undefined);
      });
      expect(
        changes.map(({ before, after }) => [before?.['firstname'], after?.['firstname']]),
      ).toEqual([
        ['', 'Told'],
        ['Told', undefined],
      ]);
      expect(changes[0]?.before?.['_meta']).toEqual({
        created: expect.stringMatching(/Z$/),
        updated: expect.stringMatching(/Z$/),
      });
      expect(JSON.stringify(changes)).not.toMatch(/hash/i);
    });

    it('are told of groups and roles too', async () => {
      const changes = await changesOf(async () => {
        const said = <Fields>(fields: Fields) => ({
          body: { fields, pointer: '#' },
          caller: admin,
        });
        const role = said({ provenance: 'MOP', name: 'other' } as const);
        const { _id } = await node.get(RolesService).create(role);
        await node.get(RolesService).update(_id, said({ description: 'x' }), undefined);
        await node.get(RolesService).remove(_id, undefined);
        const groups = node.get(GroupsService);
        const group = await groups.create('told', request({}));
        await groups.update(group._id, request({ inactive: true }), undefined);
        await groups.remove(group._id, admin, undefined);
      });
      expect(
        changes.map(({ object, before, after }) => [object.type, before !== null, after !== null]),
      ).toEqual(
        ['role', 'group'].flatMap((type) => [
          [type, false, true],
          [type, true, true],
          [type, true, false],
        ]),
      );
    });
  });

  describe('whose group is removed', () => {
    it('lose what it gave at once, even when the references to it stay behind', async () => {
      const groups = node.get(GroupsService);
      const group = await groups.create(
        'torn down',
        request({ assignedRoles: admin.roles.map(({ id }) => id) }),
      );
      const account = await anAccount(node, { groups: ['torn down'] });
      expect((await principalOf(account)).roles).toHaveLength(1);
      // A crash in between: the group is gone, and nobody has taken it out of the account.
      await node.get(GroupsRepository).remove(group);
      expect((await principalOf(account)).roles).toEqual([]);
      const changed = await patch(account._id, { memberOf: [group._id] });
      expect(changed.memberOf).toEqual([]);
    });
  });

  describe('named by the profile', () => {
    const rename = (admins: readonly { provenance: string; group: string }[]) =>
      node.get(ProfilesService).updateActive((document) => ({
        ...document,
        authenticationProps: { admins: admins.map((one) => ({ ...one })) },
      }));
    const ADMINS = { provenance: 'local', group: 'admins' };
    afterEach(() => rename([ADMINS]));

    it('are named by administrators of the platform alone', async () => {
      const schemaAdmin = await anAccount(node, {
        roles: [{ provenance: 'Schema', name: 'admin' }],
      });
      const mine = { provenance: 'local', group: 'mine' };
      const change = () => changesOf(() => rename([ADMINS, mine]), schemaAdmin._id);
      expect(await kindOf(change())).toBe('role-not-held');
      expect(await kindOf(changesOf(() => rename([ADMINS]), schemaAdmin._id))).toBe('done');
      expect(await kindOf(changesOf(() => rename([ADMINS, mine]), admin.id))).toBe('done');
    });

    it('make administrators, of whom one must remain', async () => {
      const group = node.get<Model<Group>>(getModelToken(GROUP_MODEL));
      const { assignedRoles } = (await group.findOne({ name: 'admins' }).lean<Group>()) ?? {
        assignedRoles: [],
      };
      await group.updateOne({ name: 'admins' }, { assignedRoles: [] });
      expect(await kindOf(changesOf(() => rename([]), admin.id))).toBe('last-admin');
      await group.updateOne({ name: 'admins' }, { assignedRoles });
      expect(await kindOf(changesOf(() => rename([]), admin.id))).toBe('done');
    });

    it('cannot be had by making a group of that name', async () => {
      await rename([ADMINS, { provenance: 'local', group: 'Future Admins' }]);
      const caller = await principalOf(
        await anAccount(node, { roles: [{ provenance: 'UserManagement', name: 'admin' }] }),
      );
      const groups = node.get(GroupsService);
      expect(await kindOf(groups.create('future admins', request({}, caller)))).toBe(
        'role-not-held',
      );
      const other = await groups.create('others', request({}, caller));
      const renamed = groups.update(
        other._id,
        request({ name: 'ｆuture admins' } as AccountWrite, caller),
        undefined,
      );
      expect(await kindOf(renamed)).toBe('role-not-held');
    });
  });
});
