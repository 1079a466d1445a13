import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { administer } from '../../src/commands/administer.js';
import { CommandError } from '../../src/commands/command-error.js';
import { invariant } from '../../src/kernel/invariant.js';
import { type AuditRecord } from '../../src/platform/audit/audit-entry.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { startApp, type TestApp } from '../support/start-app.js';

const SECRETS_KEYS = Buffer.alloc(32, 7).toString('base64');

describe('npm run admin beside a running platform', () => {
  let platform: TestApp;
  let client: mongo.MongoClient;

  beforeAll(async () => {
    platform = await startApp('e2e-admin');
    client = await mongo.MongoClient.connect(platform.databaseUri);
  });
  afterAll(async () => {
    await client.close();
    await platform.close();
  });

  const admin = async (line: string, keys = SECRETS_KEYS): Promise<string> => {
    const said: string[] = [];
    const config = loadConfig({ MONGODB_URI: platform.databaseUri, SECRETS_KEYS: keys });
    await administer({ config, say: (text) => said.push(text) }, line.split(' '));
    return said.join('\n');
  };
  const failure = (line: string, keys?: string): Promise<unknown> =>
    admin(line, keys).then(
      () => undefined,
      (error: unknown) => error,
    );
  /** Gives the account `admin` a new password, which no other test knows. */
  const newPassword = async (): Promise<string> => {
    const [, password = ''] = /password: (\S+)/.exec(await admin('reset-password admin')) ?? [];
    return password;
  };
  const signIn = (password: string) =>
    platform.call('POST', '/login', { body: { username: 'admin', password } });
  const entries = () =>
    client
      .db()
      .collection<AuditRecord>('audit_entries')
      .find({ kind: 'command' })
      .sort({ at: 1 })
      .toArray();

  describe('list-admins', () => {
    it('names who administers the platform, by role or group, and nobody else', async () => {
      const { text: token } = await signIn(await newPassword());
      const add = (account: object) =>
        platform.call('POST', '/authorization/accounts', { token, body: { account } });
      const password = 'Zebra-first-1234';
      await add({ username: 'Zora', password, groups: ['admins'] });
      await add({ username: 'asleep', password, groups: ['admins'], inactive: true });
      await add({ username: 'mere-user', password });
      expect(await admin('list-admins')).toBe('admin\nZora');
    });

    it('says so when there is none', async () => {
      const accounts = client.db().collection('accounts');
      const active = await accounts.distinct('_id', { inactive: false });
      await accounts.updateMany({}, { $set: { inactive: true } });
      const error = await failure('list-admins');
      await accounts.updateMany({ _id: { $in: active } }, { $set: { inactive: false } });
      expect(error).toBeInstanceOf(CommandError);
      expect(String(error)).toContain('No such account');
    });
  });

  describe('reset-password', () => {
    it('gives a new password that counts at once, and ends the sessions', async () => {
      const former = await newPassword();
      const { text: token } = await signIn(former);
      const password = await newPassword();
      expect(password.length).toBeGreaterThanOrEqual(20);
      expect((await signIn(former)).status).toBe(401);
      expect((await signIn(password)).status).toBe(200);
      await expect(
        (async () => {
          for (;;) {
            if ((await platform.call('GET', '/whoami', { token })).status === 401) return 'ended';
          }
        })(),
      ).resolves.toBe('ended');
    });

    it('leaves an entry in the audit trail, without the password', async () => {
      const password = await newPassword();
      const last = (await entries()).at(-1);
      expect(last).toMatchObject({ kind: 'command', outcome: 'done', operation: 'reset-password' });
      expect(last?.changes[0]).toMatchObject({ type: 'account', name: 'admin' });
      expect(JSON.stringify(last)).not.toContain(password);
      expect(JSON.stringify(last)).not.toContain('argon2');
    });

    it('says so when there is no such account, and leaves no entry', async () => {
      const before = (await entries()).length;
      const error = await failure('reset-password nobody');
      expect(error).toBeInstanceOf(CommandError);
      expect(error).toMatchObject({ message: "Account 'nobody' not found.", exitCode: 1 });
      expect((await entries()).length).toBe(before);
    });
  });

  it('goes on with the key that the nodes know until they start with a new one', async () => {
    const check = () =>
      client.db().collection<{ _id: string; sealed: string }>('platform_state').findOne();
    const before = await check();
    const newKey = Buffer.alloc(32, 8).toString('base64');
    expect(await admin('verify-audit', `${newKey},${SECRETS_KEYS}`)).toContain('as it was written');
    expect(await check()).toEqual(before);
    const error = await failure('reseal-secrets', `${newKey},${SECRETS_KEYS}`);
    expect(String(error)).toContain('restart all nodes');
  });

  describe('verify-audit', () => {
    it('finds every chain as it was written', async () => {
      expect(await admin('verify-audit')).toContain('Every chain is as it was written.');
    });

    it('still does after all secrets were sealed anew', async () => {
      await admin('reseal-secrets');
      expect((await entries()).at(-1)).toMatchObject({
        operation: 'reseal-secrets',
        reason: expect.stringMatching(/^sealed anew: \d+, left: 0$/),
      });
      expect(await admin('verify-audit')).toContain('Every chain is as it was written.');
    });

    it('names the place of a record that was edited', async () => {
      const records = client.db().collection<AuditRecord>('audit_entries');
      await newPassword();
      const edited = await records.findOneAndUpdate(
        { kind: 'command' },
        { $set: { username: 'somebody else' } },
      );
      invariant(edited, 'there is a record');
      const error = await failure('verify-audit');
      await records.updateOne({ _id: edited._id }, { $set: { username: edited.username } });
      expect(error).toBeInstanceOf(CommandError);
      expect(String(error)).toContain(edited._id);
    });
  });
});
