import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  aClient,
  aDirectory,
  aLauncher,
  LauncherScript,
  removeDirectory,
} from '../../../test/support/launched-database.js';

const RUN = `
  const [, directory, mongodbUri] = process.argv;
  const data = { directory, engineCacheMb: 64, mongodbUri: mongodbUri && { reveal: () => mongodbUri } };
`;

describe('the database as a process of its own', () => {
  let directory: string;
  let scripts: LauncherScript[];

  beforeEach(() => {
    directory = aDirectory();
    scripts = [];
  });
  afterEach(async () => {
    await Promise.all(scripts.map((script) => script.end('SIGTERM')));
    removeDirectory(directory);
  });

  function run(file: string, code: string, ...args: string[]): LauncherScript {
    const script = new LauncherScript(file, `${RUN}\n${code}`, [directory, ...args]);
    scripts.push(script);
    return script;
  }

  const aDatabaseProcess = (): LauncherScript =>
    run('database-process.js', 'await launcher.runDatabaseProcess({ data }, console.log);');

  const atHand = (...args: string[]): LauncherScript =>
    run(
      'borrow-database.js',
      'console.log(await launcher.withBorrowedDatabase(data, async ({ uri }) => uri));',
      ...args,
    );

  it('says where it serves, starts a killed engine again, and ends in order', async () => {
    const script = aDatabaseProcess();
    expect(await script.nextLine()).toBe('database starting');
    expect(await script.nextLine()).toBe('database running');
    const line = await script.nextLine();
    const uri = readFileSync(join(directory, 'mongodb.uri'), 'utf8');
    expect(line).toBe(`MONGODB_URI=${uri}`);
    const client = aClient(uri);
    await client.db('x').collection('a').insertOne({ a: 1 });
    const lock = readFileSync(join(directory, 'mongodb', 'mongod.lock'), 'utf8');
    process.kill(Number(lock), 'SIGKILL');
    expect(await script.nextLine()).toMatch(/^database down: .+ended by signal SIGKILL\.$/);
    expect(await script.nextLine()).toBe('database running');
    expect(await client.db('x').collection('a').countDocuments()).toBe(1);
    await client.close();
    expect(await script.end('SIGTERM')).toBe(0);
    expect(existsSync(join(directory, 'mongodb.uri'))).toBe(false);
  });

  describe('lends a command', () => {
    it('the server of MONGODB_URI', async () => {
      expect(await atHand('mongodb://elsewhere/x').nextLine()).toBe('mongodb://elsewhere/x');
    });

    it('the engine that runs on the directory already', async () => {
      const launcher = aLauncher(directory);
      const { uri } = await launcher.start();
      expect(await atHand().nextLine()).toBe(uri);
      expect(launcher.state().kind).toBe('running');
      await launcher.stop();
    });

    it('an engine of its own where none runs, and stops it', async () => {
      const script = atHand();
      expect(await script.nextLine()).toMatch(/^mongodb:\/\/.+mongodb\.sock/);
      expect(await script.nextLine()).toBeUndefined();
      expect(existsSync(join(directory, 'mongodb.uri'))).toBe(false);
      expect(existsSync(join(directory, 'mongodb', 'WiredTiger.wt'))).toBe(true);
    });
  });
});
