import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model, trusted } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { startDomain } from '#test/support/domain-app.js';
import { HandClock } from '#test/support/hand-clock.js';
import { anAccount } from '#test/support/sign-in.js';
import { UsersDomain } from '#test/support/users-domain.js';
import { watchCommands, watched } from '#test/support/watch-commands.js';
import { Clock } from '../../../kernel/clock.js';
import { CredentialStore } from '../../../platform/auth/credential-store.js';
import { PasswordHasher } from '../../../platform/auth/password-hasher.js';
import { ProfilesSeed } from '../../profiles/profiles.seed.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { type Account } from '../stored/account.js';
import { ACCOUNT_MODEL } from '../stored/account.schema.js';
import { AttemptsRepository } from './attempts.repository.js';
import { ATTEMPTS_MODEL, type StoredAttempts } from './attempts.schema.js';
import { AttemptsService } from './attempts.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInService } from './sign-in.service.js';
import { UserManagementSeed } from '../user-management.seed.js';

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

const caller = (address: string) => ({ address, userAgent: 'test', secure: false });
let addresses = 0;
/** An address that no other test has used. */
const anAddress = () => {
  addresses += 1;
  return `198.51.${String(addresses >> 8)}.${String(addresses & 255)}`;
};

describe('signing in', () => {
  const database = testDatabase('sign-in');
  const clock = new HandClock();
  const hasher = new CountingHasher();
  let node: TestingModule;
  let otherNode: TestingModule;
  let ann: Account;

  const start = () =>
    startDomain({
      uri: watched(database.uri),
      module: UsersDomain,
      seeds: [ProfilesSeed, UserManagementSeed],
      override: (builder) =>
        builder
          .overrideProvider(Clock)
          .useValue(clock)
          .overrideProvider(PasswordHasher)
          .useValue(hasher),
    });
  const model = <T>(name: string) => node.get<Model<T>>(getModelToken(name));
  const signIn = (username: string, password: string, address = anAddress(), app = node) =>
    app.get(SignInService).signIn({ username, password }, caller(address));
  /** The outcome of an attempt in one word. */
  const outcome = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'welcome',
      (error: unknown) => (error as { kind: string }).kind,
    );
  const basic = (username: string, password: string, app = node) =>
    app.get(CredentialStore).byPassword(username, password, caller(anAddress()));
  const fail = async (times: number, attempt: () => Promise<unknown>) => {
    for (let index = 0; index < times; index += 1) await outcome(attempt());
  };

  beforeAll(async () => {
    node = await start();
    otherNode = await start();
    ann = await anAccount(node, { username: 'Ann', password: 'secret-of-ann' });
  });
  afterAll(async () => {
    await Promise.all([node.close(), otherNode.close()]);
    await database.drop();
  });
  beforeEach(() => {
    clock.advance({ minutes: 2 });
  });

  describe('with name and password', () => {
    it('begins a session of the account', async () => {
      const { token, cookieName } = await signIn('Ann', 'secret-of-ann');
      expect(cookieName).toBe('token');
      const found = await node.get(SessionsService).find(token);
      expect(found?.principal.id).toBe(ann._id);
    });

    it.each(['ANN', ' ann ', 'ａｎｎ'])('knows the account as %j too', async (username) => {
      expect(await outcome(signIn(username, 'secret-of-ann'))).toBe('welcome');
    });

    it('never begins the same session twice', async () => {
      const first = await signIn('ann', 'secret-of-ann');
      const second = await signIn('ann', 'secret-of-ann');
      expect(second.token).not.toBe(first.token);
    });

    it('notes when that was, and not as a change of the account', async () => {
      await signIn('ann', 'secret-of-ann');
      const account = await model<Account>(ACCOUNT_MODEL).findOne({ usernameFolded: 'ann' }).lean();
      expect(account).toMatchObject({ lastSignIn: clock.now(), revision: 1 });
    });
  });

  describe('when name and password do not belong together', () => {
    beforeAll(async () => {
      const inactive = await anAccount(node, { username: 'gone', password: 'secret-of-gone' });
      await model<Account>(ACCOUNT_MODEL).updateOne({ _id: inactive._id }, { inactive: true });
      await anAccount(node, { username: 'machine' });
    });

    it.each([
      ['the password is wrong', 'ann', 'nonsense'],
      ['nobody has the name', 'nobody', 'secret-of-ann'],
      ['the account is inactive', 'gone', 'secret-of-gone'],
      ['the account has no password', 'machine', ''],
      ['the name is an operator', '{"$ne":null}', 'secret-of-ann'],
    ])('says the same and runs the hash once when %s', async (_, username, password) => {
      const before = hasher.verifications;
      await expect(signIn(username, password)).rejects.toMatchObject({
        kind: 'unauthenticated',
        detail: 'User name or password is wrong',
      });
      expect(hasher.verifications).toBe(before + 1);
    });
  });

  describe('when the password changes while it is being verified', () => {
    it('does not begin a session', async () => {
      const account = await anAccount(node, { username: 'swift', password: 'old-password' });
      const verify = hasher.verify.bind(hasher);
      // The account has been read by now; its hash is the old one.
      hasher.verify = async (passwordHash, password) => {
        const change = { passwordHash: 'hash of new-password' };
        await model<Account>(ACCOUNT_MODEL).updateOne({ _id: account._id }, change);
        return verify(passwordHash, password);
      };
      expect(await outcome(signIn('swift', 'old-password'))).toBe('unauthenticated');
      hasher.verify = verify;
      expect(await outcome(signIn('swift', 'new-password'))).toBe('welcome');
    });
  });

  describe('after failures with one name from one address', () => {
    it('makes that address wait for the name, on whatever node, and nobody elsewhere', async () => {
      await anAccount(node, { username: 'target', password: 'secret-of-target' });
      const address = anAddress();
      const attack = () => signIn('target', 'guess', address);
      await fail(6, attack);
      const attempt = signIn('target', 'secret-of-target', address, otherNode);
      await expect(attempt).rejects.toMatchObject({
        kind: 'too-many-requests',
        retryAfterSeconds: 1,
      });
      expect(await outcome(signIn('target', 'secret-of-target'))).toBe('welcome');
      clock.advance({ seconds: 1 });
      expect(await outcome(signIn('target', 'secret-of-target', address))).toBe('welcome');
    });

    it('keeps the owner elsewhere from nothing, for however long it goes on', async () => {
      await anAccount(node, { username: 'besieged', password: 'secret-of-besieged' });
      const address = anAddress();
      for (let hours = 0; hours < 12; hours += 0.25) {
        await fail(2, () => signIn('besieged', 'guess', address));
        clock.advance({ minutes: 15 });
        await fail(1, () => signIn('besieged', 'guess', address));
      }
      expect(await outcome(signIn('besieged', 'secret-of-besieged'))).toBe('welcome');
    });

    it('waits longer after each further failure', async () => {
      const address = anAddress();
      await fail(6, () => signIn('patient', 'guess', address));
      clock.advance({ seconds: 1 });
      await fail(1, () => signIn('patient', 'guess', address));
      const attempt = signIn('patient', 'guess', address);
      await expect(attempt).rejects.toMatchObject({ retryAfterSeconds: 2 });
    });

    it('begins anew after a success', async () => {
      await anAccount(node, { username: 'clumsy', password: 'secret-of-clumsy' });
      const address = anAddress();
      await fail(5, () => signIn('clumsy', 'typo', address));
      expect(await outcome(signIn('clumsy', 'secret-of-clumsy', address))).toBe('welcome');
      await fail(5, () => signIn('clumsy', 'typo', address));
      expect(await outcome(signIn('clumsy', 'secret-of-clumsy', address))).toBe('welcome');
    });
  });

  describe('after failures with one name from many addresses', () => {
    const attack = (username: string) => fail(21, () => signIn(username, 'guess'));

    it('makes everybody wait at an address where the name is not known', async () => {
      await anAccount(node, { username: 'hunted', password: 'secret-of-hunted' });
      await attack('hunted');
      const attempt = signIn('hunted', 'secret-of-hunted', anAddress(), otherNode);
      await expect(attempt).rejects.toMatchObject({ retryAfterSeconds: 1 });
      clock.advance({ seconds: 1 });
      expect(await outcome(signIn('hunted', 'secret-of-hunted'))).toBe('welcome');
    });

    it('does not keep the owner waiting where he signed in before, on whatever node', async () => {
      await anAccount(node, { username: 'known', password: 'secret-of-known' });
      const home = anAddress();
      const atHome = () => outcome(signIn('known', 'secret-of-known', home, otherNode));
      expect(await atHome()).toBe('welcome');
      await attack('known');
      expect(await outcome(signIn('known', 'secret-of-known'))).toBe('too-many-requests');
      expect(await atHome()).toBe('welcome');
      // Knowing the password at home does not pay for guessing elsewhere.
      expect(await outcome(signIn('known', 'guess'))).toBe('too-many-requests');
    });

    it('does not let a known address guess without end', async () => {
      await anAccount(node, { username: 'shared', password: 'secret-of-shared' });
      const home = anAddress();
      await outcome(signIn('shared', 'secret-of-shared', home));
      await fail(6, () => signIn('shared', 'guess', home));
      expect(await outcome(signIn('shared', 'guess', home))).toBe('too-many-requests');
    });

    it('treats a name that nobody has in the same way', async () => {
      await attack('phantom');
      expect(await outcome(signIn('phantom', 'guess'))).toBe('too-many-requests');
    });

    it('runs no hash while waiting', async () => {
      await attack('costly');
      const before = hasher.verifications;
      await fail(10, () => signIn('costly', 'guess'));
      expect(hasher.verifications).toBe(before);
    });

    it('lets no more through when all guesses come at the same moment', async () => {
      const before = hasher.verifications;
      const guesses = Array.from({ length: 60 }, (_, index) =>
        outcome(signIn('burst', `guess ${String(index)}`)),
      );
      const outcomes = await Promise.all(guesses);
      expect(outcomes.filter((word) => word === 'too-many-requests')).toHaveLength(39);
      expect(hasher.verifications).toBe(before + 21);
    });

    it('counts guesses by Basic with the others', async () => {
      await fail(18, () => signIn('mixed', 'guess'));
      for (const password of ['a', 'b', 'c']) await basic('mixed', password);
      expect(await outcome(basic('mixed', 'd'))).toBe('too-many-requests');
    });
  });

  describe('after failures from one address', () => {
    const spray = async (address: string, names: string) => {
      for (let index = 0; index < 31; index += 1) {
        await outcome(signIn(`${names}-${String(index)}`, 'guess', address));
      }
    };

    it('makes that address wait, whichever name it tries, and no other', async () => {
      const address = anAddress();
      await spray(address, 'sprayed');
      expect(await outcome(signIn('ann', 'secret-of-ann', address))).toBe('too-many-requests');
      expect(await outcome(signIn('ann', 'secret-of-ann'))).toBe('welcome');
    });

    it('does not forgive the guesses for a success in between', async () => {
      const address = anAddress();
      for (let index = 0; index < 31; index += 1) {
        await outcome(signIn(`guessed-${String(index)}`, 'guess', address));
        if (index % 10 === 0) await outcome(signIn('ann', 'secret-of-ann', address));
      }
      expect(await outcome(signIn('ann', 'secret-of-ann', address))).toBe('too-many-requests');
    });
  });

  describe('the records of failures', () => {
    it('go when they are forgotten', async () => {
      await fail(1, () => signIn('once', 'typo'));
      clock.advance({ minutes: 180 });
      await node.get(AttemptsService).sweep();
      // What stays is where names were signed in with, for thirty days.
      const failures = { failures: trusted({ $gt: 0 }), known: trusted({ $exists: false }) };
      expect(await model<StoredAttempts>(ATTEMPTS_MODEL).countDocuments(failures)).toBe(0);
      clock.advance({ minutes: 31 * 24 * 60 });
      await node.get(AttemptsService).sweep();
      expect(await model<StoredAttempts>(ATTEMPTS_MODEL).countDocuments()).toBe(0);
    });

    it('stay within their number, and those of a name under attack stay longest', async () => {
      const address = anAddress();
      await model<StoredAttempts>(ATTEMPTS_MODEL).deleteMany({});
      await fail(6, () => signIn('attacked', 'guess', address));
      for (let index = 0; index < 20; index += 1) {
        await outcome(signIn(`spread-${String(index)}`, 'guess'));
      }
      await node.get(AttemptsRepository).trim(10, 100);
      expect(await model<StoredAttempts>(ATTEMPTS_MODEL).countDocuments()).toBe(10);
      expect(await outcome(signIn('attacked', 'guess', address))).toBe('too-many-requests');
    });

    it('hold no name', async () => {
      await fail(1, () => signIn('my-password-by-mistake', 'x'));
      const records = await model<StoredAttempts>(ATTEMPTS_MODEL).find().lean();
      expect(JSON.stringify(records)).not.toContain('my-password-by-mistake');
    });
  });

  describe('by Basic', () => {
    it('runs the hash once a minute and looks at the account every second', async () => {
      await anAccount(node, { username: 'script', password: 'secret-of-script' });
      const before = hasher.verifications;
      const ask = async () => (await basic('script', 'secret-of-script'))?.principal.username;
      expect(await Promise.all([ask(), ask(), ask()])).toEqual(['script', 'script', 'script']);
      const commands = watchCommands(node);
      clock.advance({ ms: 999 });
      expect(await ask()).toBe('script');
      expect(commands.seen).toEqual([]);
      clock.advance({ seconds: 58 });
      expect(await ask()).toBe('script');
      expect(commands.seen).toContain('find accounts');
      expect(hasher.verifications).toBe(before + 1);
      clock.advance({ seconds: 1, ms: 1 });
      expect(await ask()).toBe('script');
      expect(hasher.verifications).toBe(before + 2);
    });

    it.each([
      ['the account is deactivated', { inactive: true }],
      ['the password is changed', { passwordHash: 'hash of another' }],
    ])('ends within a second on every node when %s', async (_, change) => {
      const account = await anAccount(node, { password: 'secret' });
      const ask = (app: TestingModule) => basic(account.username, 'secret', app);
      expect([await ask(node), await ask(otherNode)]).not.toContain(null);
      await model<Account>(ACCOUNT_MODEL).updateOne({ _id: account._id }, change);
      clock.advance({ seconds: 1 });
      expect([await ask(node), await ask(otherNode)]).toEqual([null, null]);
      expect(await ask(node)).toBeNull();
    });
  });

  describe('when the profile allows one session of an account', () => {
    const setUnique = (uniqueSession: boolean) =>
      node.get(ProfilesService).updateActive((document) => ({
        ...document,
        authenticationProps: {
          uniqueSession,
          admins: [],
          cookieName: uniqueSession ? 'sid' : 'token',
        },
      }));

    beforeAll(() => setUnique(true));
    afterAll(() => setUnique(false));

    it('ends the older one within a second on every node', async () => {
      const older = await signIn('ann', 'secret-of-ann');
      await otherNode.get(SessionsService).find(older.token);
      const newer = await signIn('ann', 'secret-of-ann', anAddress(), otherNode);
      clock.advance({ seconds: 1 });
      for (const app of [node, otherNode]) {
        expect(await app.get(SessionsService).find(older.token)).toBeNull();
        expect(await app.get(SessionsService).find(newer.token)).not.toBeNull();
      }
    });

    it('leaves exactly one of many that begin at the same moment', async () => {
      const signedIn = await Promise.all(
        [node, otherNode, node, otherNode, node, otherNode].map((app) =>
          signIn('ann', 'secret-of-ann', anAddress(), app),
        ),
      );
      clock.advance({ seconds: 1 });
      const found = await Promise.all(
        signedIn.map(({ token }) => node.get(SessionsService).find(token)),
      );
      expect(found.filter((one) => one !== null)).toHaveLength(1);
    });

    it('calls the cookie as the profile says', async () => {
      expect((await signIn('ann', 'secret-of-ann')).cookieName).toBe('sid');
    });
  });
});
