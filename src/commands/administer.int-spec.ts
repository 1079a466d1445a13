import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { testDatabase } from '../../test/support/database.js';
import { loadConfig } from '../platform/config/config.js';
import { CHECK_TEXT } from '../platform/secrets/key-state.js';
import { SecretBox } from '../platform/secrets/secret-box.js';
import { ADMIN_COMMANDS, administer } from './administer.js';
import { CommandError } from './command-error.js';

interface Row {
  readonly _id: string;
  readonly sealed: string;
}

const database = testDatabase('administer');
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const text = (key: Buffer): string => key.toString('base64');

describe('npm run admin', () => {
  let client: mongo.MongoClient;
  let directory: string;
  let said: string[];

  /** What a command line says, over the server of the tests. */
  async function admin(line: string, env: Record<string, string> = {}): Promise<string[]> {
    said = [];
    const config = loadConfig({
      MONGODB_URI: database.uri,
      SECRETS_KEYS: `${text(newKey)},${text(oldKey)}`,
      DATA_DIR: directory,
      ...env,
    });
    const args = line.split(' ').filter((word) => word !== '');
    await administer({ config, say: (words) => said.push(words) }, args);
    return said;
  }
  async function failure(line: string, env?: Record<string, string>): Promise<CommandError> {
    const outcome = await admin(line, env).catch((error: unknown) => error);
    if (outcome instanceof CommandError) return outcome;
    throw new Error(`no refusal, but ${String(outcome)}`);
  }
  const store = (collection: string, row: Row) =>
    client.db().collection<Row>(collection).insertOne(row);
  const stored = async (collection: string): Promise<string> =>
    (await client.db().collection<Row>(collection).findOne())?.sealed ?? '';

  beforeAll(async () => {
    client = await mongo.MongoClient.connect(database.uri);
  });
  beforeEach(async () => {
    await database.drop();
    directory = mkdtempSync(join(tmpdir(), 'administer-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  afterAll(async () => {
    await client.close();
    await database.drop();
  });

  it('shows every command with what it takes, and what it is for', async () => {
    for (const line of ['', 'help']) {
      const help = (await admin(line)).join('\n');
      for (const { name, usage, note } of ADMIN_COMMANDS) {
        expect(help).toContain(`${name} ${usage}`.trim());
        expect(help).toContain(note);
      }
    }
  });

  it('refuses a command that it does not know, with the help', async () => {
    const refusal = await failure('destroy everything');
    expect([refusal.exitCode, refusal.message]).toEqual([
      2,
      expect.stringMatching(/^There is no command destroy\.\nusage: .*reseal-secrets/s),
    ]);
  });

  it.each(ADMIN_COMMANDS.map(({ name }) => name))(
    '%s refuses what it does not take, with its usage, and does nothing',
    async (name) => {
      for (const more of ['a b c d', '--unknown', '--unknown=x a']) {
        const refusal = await failure(`${name} ${more}`);
        expect([refusal.exitCode, refusal.message]).toEqual([
          2,
          expect.stringContaining(`usage: npm run admin -- ${name}`),
        ]);
      }
      expect(said).toEqual([]);
      expect(await client.db().listCollections().toArray()).toEqual([]);
    },
  );

  describe('reseal-secrets', () => {
    const former = new SecretBox([oldKey]);

    it('seals everything with the newest key once a node has started with it', async () => {
      const newest = new SecretBox([newKey]);
      await store('platform_state', { _id: 'secrets-check', sealed: newest.seal(CHECK_TEXT) });
      await store('profiles', { _id: 'a', sealed: former.seal('token') });
      expect(await admin('reseal-secrets')).toEqual([
        'Sealed with the newest key: 1.',
        'Nothing is sealed with another key: the keys behind it can be taken away.',
      ]);
      expect(newest.unseal(await stored('profiles'))).toBe('token');
    });

    it('does nothing before that, unless no node is running', async () => {
      await store('platform_state', { _id: 'secrets-check', sealed: former.seal(CHECK_TEXT) });
      const before = await stored('platform_state');
      expect((await failure('reseal-secrets')).message).toContain('restart all nodes');
      expect(await stored('platform_state')).toBe(before);
      expect((await admin('reseal-secrets --stopped'))[0]).toContain(': 1.');
      expect(new SecretBox([newKey]).unseal(await stored('platform_state'))).toBe(CHECK_TEXT);
    });

    it('does nothing with keys that are not those of the database', async () => {
      await store('platform_state', { _id: 'secrets-check', sealed: former.seal(CHECK_TEXT) });
      const refusal = await failure('reseal-secrets --stopped', { SECRETS_KEYS: text(newKey) });
      expect([refusal.exitCode, refusal.message]).toEqual([
        1,
        expect.stringContaining('put the former keys back'),
      ]);
    });

    it('names what it cannot read by its place, and shows nothing of it', async () => {
      const foreign = new SecretBox([randomBytes(32)]).seal('token');
      await store('profiles', { _id: 'a', sealed: foreign });
      const lines = await admin('reseal-secrets');
      expect(lines).toContain('  profiles a #/sealed (unknown-key)');
      expect(lines.join('\n')).not.toContain('$ENC');
    });
  });

  describe('new-secrets-key', () => {
    const embedded = { MONGODB_URI: '', SECRETS_KEYS: '' };
    const keys = (): string[] =>
      readFileSync(join(directory, 'secrets.key'), 'utf8').trim().split('\n');

    /** The server of the tests as the engine of a platform that runs on the directory. */
    beforeEach(() => {
      mkdirSync(join(directory, 'mongodb'));
      writeFileSync(join(directory, 'mongodb', 'mongod.lock'), `${String(process.pid)}\n`);
      writeFileSync(join(directory, 'mongodb.uri'), database.uri);
    });

    it('puts a new key in front of the others in the file, for its owner alone', async () => {
      await admin('new-secrets-key', embedded);
      const before = keys();
      const lines = await admin('new-secrets-key', embedded);
      expect(keys()).toEqual([expect.any(String), ...before]);
      expect(statSync(join(directory, 'secrets.key')).mode & 0o777).toBe(0o600);
      expect(lines[0]).toContain(`holds ${before.length + 1} keys now`);
      for (const key of keys()) expect(lines.join('\n')).not.toContain(key);
    });

    it('leaves an entry in the audit trail, and nothing of the key in it', async () => {
      await admin('new-secrets-key', embedded);
      const entries = await client.db().collection('audit_entries').find().toArray();
      expect(entries).toContainEqual(
        expect.objectContaining({
          operation: 'new-secrets-key',
          kind: 'command',
          reason: 'keys: 2',
        }),
      );
      for (const key of keys()) expect(JSON.stringify(entries)).not.toContain(key);
    });

    it('leaves the file as it is when its keys are not those of the database', async () => {
      await admin('new-secrets-key', embedded);
      const path = join(directory, 'secrets.key');
      writeFileSync(path, `${text(newKey)}\n`);
      await expect(admin('new-secrets-key', embedded)).rejects.toThrow('put the former keys back');
      expect(keys()).toEqual([text(newKey)]);
    });

    it('leaves keys of the environment to whoever set them', async () => {
      expect((await failure('new-secrets-key')).message).toContain('SECRETS_KEYS');
    });
  });
});
