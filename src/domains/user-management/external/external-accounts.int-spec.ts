import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { startDomain } from '#test/support/domain-app.js';
import { HandClock } from '#test/support/hand-clock.js';
import { anAccount } from '#test/support/sign-in.js';
import { UsersDomain } from '#test/support/users-domain.js';
import { Directory } from '../../../connectors/identity-providers/directory.js';
import { type ExternalIdentity } from '../../../connectors/identity-providers/external-identity.js';
import { directoryUnavailable } from '../../../connectors/identity-providers/ldap-failure.js';
import { Clock } from '../../../kernel/clock.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type AuditedChange } from '../../../platform/request-context/audited-change.js';
import { CredentialStore } from '../../../platform/auth/credential-store.js';
import { PasswordHasher } from '../../../platform/auth/password-hasher.js';
import {
  type RequestContext,
  withRequestContext,
} from '../../../platform/request-context/request-context.js';
import { ProfilesSeed } from '../../profiles/profiles.seed.js';
import { type Account } from '../stored/account.js';
import { ACCOUNT_MODEL } from '../stored/account.schema.js';
import { type Group } from '../stored/group.js';
import { GROUP_MODEL } from '../stored/group.schema.js';
import { GroupsRepository } from '../stored/groups.repository.js';
import { UserRecordsService } from '../records/user-records.service.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import { UserManagementSeed } from '../user-management.seed.js';
import { ExternalAccountsRepository } from './external-accounts.repository.js';
import { ExternalAccountsService } from './external-accounts.service.js';

/** Verifies without the cost of a hash, and counts how often it is asked. */
class CountingHasher extends PasswordHasher {
  verifications = 0;

  override hash(password: string): Promise<string> {
    return Promise.resolve(`hash of ${password}`);
  }

  override verify(passwordHash: string, password: string): Promise<boolean> {
    this.verifications += 1;
    return Promise.resolve(passwordHash === `hash of ${password}`);
  }
}

/** A directory of which the test says who is in it. */
class WrittenDirectory extends Directory {
  readonly isConfigured = true;
  readonly asked: string[] = [];
  isDown = false;
  users = new Map<string, { readonly password: string; readonly identity: ExternalIdentity }>();

  override authenticate(username: string, password: string): Promise<ExternalIdentity | null> {
    this.asked.push(username);
    if (this.isDown) return Promise.reject(directoryUnavailable(new Error('down')));
    const user = this.users.get(username.toLowerCase());
    return Promise.resolve(user?.password === password ? user.identity : null);
  }
}

const PASSWORD = 'known to the directory';
const caller = (address: string) => ({ address, userAgent: 'test', secure: false });
let numbers = 0;
const next = (): string => {
  numbers += 1;
  return String(numbers);
};

describe('accounts of users whom somebody else vouches for', () => {
  const database = testDatabase('external-accounts');
  const clock = new HandClock();
  const hasher = new CountingHasher();
  const directory = new WrittenDirectory();
  let node: TestingModule;

  beforeAll(async () => {
    node = await startDomain({
      uri: database.uri,
      module: UsersDomain,
      seeds: [ProfilesSeed, UserManagementSeed],
      env: {
        OIDC_GROUP_MAP: '{"team-ops":"Operators","team-net":"noc","team-gone":"nowhere"}',
        LDAP_GROUP_MAP: '{"CN=Ops,DC=example":"operators"}',
        LDAP_TAKES_GROUP_NAMES: 'true',
      },
      override: (builder) =>
        builder
          .overrideProvider(Clock)
          .useValue(clock)
          .overrideProvider(PasswordHasher)
          .useValue(hasher)
          .overrideProvider(Directory)
          .useValue(directory),
    });
    await anAccount(node, { groups: ['operators', 'noc', 'own'] });
    // A group of the same name that is not ours.
    const group = await groups().findOne({ name: 'noc' }).lean<Group>();
    await groups().create({ ...group, _id: 'f'.repeat(24), provenance: 'elsewhere' });
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });
  beforeEach(() => {
    directory.isDown = false;
    directory.asked.length = 0;
    clock.advance({ minutes: 10 });
  });

  const accounts = () => node.get<Model<Account>>(getModelToken(ACCOUNT_MODEL));
  const groups = () => node.get<Model<Group>>(getModelToken(GROUP_MODEL));
  const admit = (identity: ExternalIdentity) => node.get(ExternalAccountsService).admit(identity);
  const groupNames = async ({ memberOf }: Account) => {
    const found = await groups().find().lean<Group[]>();
    return memberOf.map((id) => found.find(({ _id }) => _id === id)?.name);
  };
  const anIdentity = (given: Partial<ExternalIdentity> = {}): ExternalIdentity => {
    const number = next();
    return {
      provenance: 'oidc',
      key: `oidc https://id.example subject-${number}`,
      id: `subject-${number}`,
      username: `user-${number}`,
      firstname: 'First',
      groups: [],
      ...given,
    };
  };
  const named = (...names: string[]) => names.map((name) => ({ id: name, name }));
  /** What a task notes as changed. */
  const changesOf = async (task: () => Promise<unknown>): Promise<readonly AuditedChange[]> => {
    const changes: AuditedChange[] = [];
    // What else a context holds has no part in this.
    const context = { requestId: 'r', headers: new Map(), changes } as unknown as RequestContext;
    await withRequestContext(context, task);
    return changes;
  };

  describe('at the first sign-in', () => {
    it('are made without a password, in the groups that the mapping names', async () => {
      const identity = anIdentity({ groups: named('team-ops', 'team-gone', 'noc', 'own') });
      const account = await admit(identity);
      expect(account).toMatchObject({
        provenance: 'oidc',
        username: identity.username,
        firstname: 'First',
        passwordHash: null,
        assignedRoles: [],
        inactive: false,
      });
      expect(await groupNames(account)).toEqual(['operators']);
      expect(await accounts().countDocuments({ _id: account._id })).toBe(1);
    });

    it('tell what was made, without anything secret', async () => {
      const identity = anIdentity();
      const changes = await changesOf(() => admit(identity));
      expect(changes).toMatchObject([
        { object: { type: 'account', name: identity.username }, before: null },
      ]);
      expect(JSON.stringify(changes)).not.toContain('passwordHash');
    });

    it('are made once when a user signs in many times at this moment', async () => {
      const identity = anIdentity();
      const made = await Promise.all(Array.from({ length: 8 }, () => admit(identity)));
      expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    });

    it.each(['ADMIN', 'ａｄｍｉｎ', ' admin'])(
      'do not take over the account that has the name %j',
      async (username) => {
        const before = await accounts().findOne({ usernameFolded: 'admin' }).lean<Account>();
        await expect(admit(anIdentity({ username }))).rejects.toMatchObject({
          kind: 'conflict',
          code: 'name-taken',
          detail: expect.stringContaining('belongs to another account'),
        });
        const after = await accounts().findOne({ usernameFolded: 'admin' }).lean<Account>();
        expect(after).toEqual(before);
      },
    );

    it('do not take over the account of another subject, provider or directory', async () => {
      const { username } = await admit(anIdentity());
      const others: Partial<ExternalIdentity>[] = [
        { username },
        { username, key: 'oidc https://other.example stranger' },
        { username, provenance: 'ldap', key: 'ldap stranger' },
      ];
      for (const other of others) {
        await expect(admit(anIdentity(other))).rejects.toMatchObject({ code: 'name-taken' });
      }
    });
  });

  describe('at each further sign-in', () => {
    it('write nothing when nothing is new', async () => {
      const identity = anIdentity({ groups: named('team-ops') });
      const { revision } = await admit(identity);
      expect(await changesOf(() => admit(identity))).toEqual([]);
      expect((await admit(identity)).revision).toBe(revision);
    });

    it('follow the groups that the mapping names, and leave the others alone', async () => {
      const identity = anIdentity({ groups: named('team-ops') });
      const { _id } = await admit(identity);
      const own = await groups().findOne({ name: 'own' }).lean<Group>();
      await accounts().updateOne({ _id }, { $push: { memberOf: own?._id } });
      const moved = { ...identity, groups: named('team-net') };
      const changes = await changesOf(() => admit(moved));
      expect(await groupNames(await admit(moved))).toEqual(['own', 'noc']);
      expect(changes).toHaveLength(1);
      expect(changes[0]?.before).toMatchObject({ revision: 1 });
      expect(changes[0]?.after).toMatchObject({ revision: 2 });
    });

    it('lose what an administrator gave, where the mapping decides', async () => {
      const identity = anIdentity();
      const { _id } = await admit(identity);
      const noc = await groups().findOne({ name: 'noc', provenance: 'local' }).lean<Group>();
      await accounts().updateOne({ _id }, { $push: { memberOf: noc?._id } });
      expect((await admit(identity)).memberOf).toEqual([]);
    });

    it('lose what the last sign-in gave by name alone', async () => {
      const ldap = { provenance: 'ldap', key: `ldap ${next()}` } as const;
      const identity = anIdentity({ ...ldap, groups: [{ id: 'cn=own,dc=x', name: 'OWN' }] });
      expect(await groupNames(await admit(identity))).toEqual(['own']);
      const moved = { ...identity, groups: [{ id: 'cn=ops, dc=example', name: 'whatever' }] };
      expect(await groupNames(await admit(moved))).toEqual(['operators']);
    });

    it('stay the same when the user is renamed, and take over the name', async () => {
      const identity = anIdentity();
      const { _id, username } = await admit(identity);
      const renamed = await admit({ ...identity, username: `Renamed ${username}`, firstname: 'B' });
      expect(renamed).toMatchObject({
        _id,
        username: `Renamed ${username}`,
        usernameFolded: `renamed ${username}`,
        firstname: 'B',
      });
      // The old name is free for whoever has it now.
      expect((await admit(anIdentity({ username })))._id).not.toBe(_id);
    });

    it('keep the old name when the new one is somebody else’s here', async () => {
      const identity = anIdentity();
      const { _id, username } = await admit(identity);
      const renamed = { ...identity, username: 'admin', groups: named('team-ops') };
      const after = await admit(renamed);
      expect(after).toMatchObject({ _id, username });
      expect(await groupNames(after)).toEqual(['operators']);
    });

    it('change nothing of an account that is inactive', async () => {
      const identity = anIdentity();
      const { _id } = await admit(identity);
      await accounts().updateOne({ _id }, { inactive: true });
      const moved = { ...identity, username: 'moved', groups: named('team-ops') };
      expect(await changesOf(() => admit(moved))).toEqual([]);
      expect(await admit(moved)).toMatchObject({ inactive: true, username: identity.username });
    });

    it('agree when many sign-ins bring other groups at this moment', async () => {
      const identity = anIdentity();
      await admit(identity);
      const sets = [named('team-ops'), named('team-net'), []];
      await Promise.all(sets.map((set) => admit({ ...identity, groups: set })));
      const after = await admit({ ...identity, groups: named('team-net') });
      expect(await groupNames(after)).toEqual(['noc']);
    });
  });

  describe('where SCIM made the account', () => {
    const aProvisioned = async (externalId: string | null, more: Partial<Account> = {}) => {
      const { _id, username } = await anAccount(node, { username: `Made ${next()}` });
      const scim = { externalId, emails: [], attributes: {} };
      await accounts().updateOne({ _id }, { provenance: 'scim', scim, firstname: 'Made', ...more });
      return { _id, username };
    };
    const refused = { kind: 'conflict', code: 'name-taken' };

    it('tie it to the identity of its externalId and name, which SCIM keeps', async () => {
      const { _id, username } = await aProvisioned('00u1');
      const identity = anIdentity({ id: '00u1', username: username.toUpperCase() });
      const changes = await changesOf(() => admit({ ...identity, groups: named('team-ops') }));
      expect(changes).toHaveLength(1);
      const again = await admit({ ...identity, id: 'another', username: 'renamed' });
      expect(again).toMatchObject({
        _id,
        username,
        provenance: 'scim',
        firstname: 'Made',
        external: { key: identity.key },
      });
    });

    it('refuse another externalId or none, and whoever comes after the one it is tied to', async () => {
      const made = await aProvisioned('00u2');
      const unnamed = await aProvisioned(null);
      const nobody = anIdentity({ username: unnamed.username, id: '' });
      await expect(admit(nobody)).rejects.toMatchObject(refused);
      await expect(admit(anIdentity({ username: made.username }))).rejects.toMatchObject(refused);
      const identity = anIdentity({ id: '00u2', username: made.username });
      await admit(identity);
      const other = { ...identity, key: 'oidc https://other.example subject' };
      await expect(admit(other)).rejects.toMatchObject(refused);
    });

    it('tie it by the name alone to the one provider that is set', async () => {
      const config = node.get<Config>(CONFIG);
      const service = new ExternalAccountsService(
        node.get(ExternalAccountsRepository),
        node.get(GroupsRepository),
        node.get(UserRecordsService),
        clock,
        { ...config, scim: { signIn: 'oidc' } },
      );
      const { _id, username } = await aProvisioned(null);
      const ldap = anIdentity({ provenance: 'ldap', key: `ldap ${next()}`, username });
      await expect(service.admit(ldap)).rejects.toMatchObject(refused);
      expect(await service.admit(anIdentity({ username }))).toMatchObject({ _id });
      await expect(service.admit(anIdentity({ username }))).rejects.toMatchObject(refused);
      await expect(service.admit(anIdentity({ username: 'admin' }))).rejects.toMatchObject(refused);
    });

    it('tie nothing to one that is inactive', async () => {
      const { username } = await aProvisioned('00u3', { inactive: true });
      const found = await admit(anIdentity({ id: '00u3', username }));
      expect(found).toMatchObject({ inactive: true, external: null });
    });

    it('tie it once when the user signs in many times at this moment', async () => {
      const { _id, username } = await aProvisioned('00u4');
      const identity = anIdentity({ id: '00u4', username });
      const admitted = await Promise.all(Array.from({ length: 4 }, () => admit(identity)));
      expect(admitted.map((one) => one._id)).toEqual(Array(4).fill(_id));
    });
  });

  describe('by the password of a directory', () => {
    const aUser = (username: string) => {
      const identity = anIdentity({ provenance: 'ldap', key: `ldap ${next()}`, username });
      directory.users.set(username.toLowerCase(), { password: PASSWORD, identity });
      return username;
    };
    const signIn = (username: string, password: string, from = `198.51.100.${next()}`) =>
      node
        .get(SignInService)
        .signIn({ username, password }, caller(from))
        .then(
          () => 'welcome',
          (error: unknown) => (error as { kind: string }).kind,
        );

    it('let a user in whom the platform did not know, and Basic too', async () => {
      const username = aUser('ida');
      expect(await signIn(username, PASSWORD)).toBe('welcome');
      expect(await signIn(' IDA ', PASSWORD)).toBe('welcome');
      const found = await node
        .get(CredentialStore)
        .byPassword(username, PASSWORD, caller('192.0.2.1'));
      expect(found?.principal).toMatchObject({ provenance: 'ldap', username: 'ida' });
    });

    it('let a user in whom SCIM made with the id of the directory', async () => {
      const username = aUser('scilla');
      const { _id } = await anAccount(node, { username });
      const scim = { externalId: 'not it', emails: [], attributes: {} };
      await accounts().updateOne({ _id }, { provenance: 'scim', scim });
      expect(await signIn(username, PASSWORD)).toBe('conflict');
      const externalId = directory.users.get(username)?.identity.id;
      await accounts().updateOne({ _id }, { 'scim.externalId': externalId });
      expect(await signIn(username, 'wrong')).toBe('unauthenticated');
      expect(await signIn(username, PASSWORD)).toBe('welcome');
      expect(await accounts().findById(_id).lean<Account>()).toMatchObject({ provenance: 'scim' });
      await accounts().updateOne({ _id }, { inactive: true });
      expect(await signIn(username, PASSWORD)).toBe('unauthenticated');
    });

    it('ask once a minute for Basic', async () => {
      const username = aUser('basil');
      const basic = () =>
        node.get(CredentialStore).byPassword(username, PASSWORD, caller('192.0.2.2'));
      await basic();
      clock.advance({ seconds: 59 });
      await basic();
      expect(directory.asked).toEqual(['basil']);
      clock.advance({ seconds: 1 });
      await basic();
      expect(directory.asked).toHaveLength(2);
    });

    it('run the hash once for every attempt, whoever is asked for', async () => {
      aUser('hank');
      await anAccount(node, { username: 'lotte', password: 'local' });
      const costs: number[] = [];
      for (const [username, password] of [
        ['hank', PASSWORD],
        ['hank', 'wrong'],
        ['nobody-at-all', 'x'],
        ['lotte', 'local'],
        ['lotte', 'wrong'],
      ] as const) {
        const before = hasher.verifications;
        await signIn(username, password);
        costs.push(hasher.verifications - before);
      }
      expect(costs).toEqual([1, 1, 1, 1, 1]);
    });

    it('never ask for a local account, active or not, with a password or without', async () => {
      aUser('mine');
      aUser('off');
      aUser('bare');
      await anAccount(node, { username: 'mine', password: 'local' });
      const off = await anAccount(node, { username: 'off', password: 'local' });
      await accounts().updateOne({ _id: off._id }, { inactive: true });
      await anAccount(node, { username: 'bare' });
      for (const username of ['mine', 'MINE ', 'off', 'bare']) {
        expect(await signIn(username, PASSWORD)).toBe('unauthenticated');
      }
      expect(directory.asked).toEqual([]);
      expect(await signIn('mine', 'local')).toBe('welcome');
    });

    it('never ask for an account that a provider vouches for, or that is inactive', async () => {
      const { username } = await admit(anIdentity());
      aUser(username);
      expect(await signIn(username, PASSWORD)).toBe('unauthenticated');
      aUser('idle');
      expect(await signIn('idle', PASSWORD)).toBe('welcome');
      directory.asked.length = 0;
      await accounts().updateOne({ usernameFolded: 'idle' }, { inactive: true });
      expect(await signIn('idle', PASSWORD)).toBe('unauthenticated');
      expect(directory.asked).toEqual([]);
    });

    it('keep an inactive user out who comes under another name', async () => {
      aUser('ivy');
      await signIn('ivy', PASSWORD);
      await accounts().updateOne({ usernameFolded: 'ivy' }, { inactive: true });
      const ivy = directory.users.get('ivy');
      if (ivy) directory.users.set('ivy@example.net', ivy);
      expect(await signIn('ivy@example.net', PASSWORD)).toBe('unauthenticated');
      expect(directory.asked).toContain('ivy@example.net');
    });

    it('do not let a name of the directory reach a local account under it', async () => {
      const identity = anIdentity({ provenance: 'ldap', key: 'ldap x', username: 'admin' });
      directory.users.set('root@example.net', { password: PASSWORD, identity });
      expect(await signIn('root@example.net', PASSWORD)).toBe('conflict');
    });

    it('count failures, and not those of a directory that is down', async () => {
      aUser('pia');
      directory.isDown = true;
      for (let attempt = 0; attempt < 10; attempt += 1) {
        expect(await signIn('pia', 'guess')).toBe('unavailable');
      }
      directory.isDown = false;
      expect(await signIn('pia', PASSWORD)).toBe('welcome');
      const from = '203.0.113.7';
      for (let attempt = 0; attempt < 6; attempt += 1) await signIn('pia', 'guess', from);
      directory.asked.length = 0;
      expect(await signIn('pia', PASSWORD, from)).toBe('too-many-requests');
      expect(directory.asked).toEqual([]);
    });

    it('do not keep local users out while the directory is down', async () => {
      await anAccount(node, { username: 'steady', password: 'local' });
      directory.isDown = true;
      expect(await signIn('steady', 'local')).toBe('welcome');
      expect(await signIn('steady', 'wrong')).toBe('unauthenticated');
    });
  });
});
