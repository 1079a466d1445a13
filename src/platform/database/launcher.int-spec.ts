import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type mongo } from 'mongoose';
import {
  aClient,
  aDirectory,
  aLauncher,
  LaunchingProcess,
  removeDirectory,
  until,
  Writers,
} from '../../../test/support/launched-database.js';
import { type DatabaseState } from './launcher/database-launcher.js';
import { type EmbeddedLauncher } from './launcher/embedded.launcher.js';
import { isAlive } from './launcher/process-life.js';

const MIB = 1024 * 1024;

/** Mounting a small disk takes root; elsewhere the tests that need one are skipped and counted. */
const onSmallDisk =
  process.platform === 'linux' && process.getuid?.() === 0 ? describe : describe.skip;

describe('the embedded launcher', () => {
  let directory: string;
  let launchers: EmbeddedLauncher[];
  let clients: mongo.MongoClient[];
  let mounts: string[];

  beforeEach(() => {
    directory = aDirectory();
    launchers = [];
    clients = [];
    mounts = [];
  });

  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all(launchers.map((launcher) => launcher.stop()));
    for (const path of mounts) execFileSync('umount', [path]);
    removeDirectory(directory);
  });

  function launcherOn(path = directory, lockWaitMs = 10_000): EmbeddedLauncher {
    const launcher = aLauncher(path, { lockWaitMs });
    launchers.push(launcher);
    return launcher;
  }

  function clientOf(uri: string): mongo.MongoClient {
    const client = aClient(uri);
    clients.push(client);
    return client;
  }

  function mount(...options: string[]): string {
    const path = join(directory, 'mounted');
    mkdirSync(path);
    execFileSync('mount', ['-t', 'tmpfs', ...options, 'tmpfs', path]);
    mounts.push(path);
    return path;
  }

  const kill = (pid: number | undefined): boolean => process.kill(Number(pid), 'SIGKILL');
  const stateOf = (launcher: EmbeddedLauncher): DatabaseState['kind'] => launcher.state().kind;

  describe('start and stop', () => {
    it('serves a directory that did not exist, and says where', async () => {
      const data = join(directory, 'a', 'b');
      const { uri } = await launcherOn(data).start();
      expect(readFileSync(join(data, 'mongodb.uri'), 'utf8')).toBe(uri);
      expect(statSync(join(data, 'mongodb.uri')).mode & 0o777).toBe(0o600);
      expect(await clientOf(uri).db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
    });

    it('limits the cache to what was asked', async () => {
      const { uri } = await launcherOn().start();
      const status = await clientOf(uri).db('admin').command({ serverStatus: 1 });
      expect(status).toHaveProperty(['wiredTiger', 'cache', 'maximum bytes configured'], 64 * MIB);
    });

    it('answers a deep page for which two indexes would do', async () => {
      const { uri } = await launcherOn().start();
      const rows = clientOf(uri).db('x').collection('rows');
      await rows.createIndexes([{ key: { of: 1, at: 1 } }, { key: { of: 1, state: 1 } }]);
      await rows.insertMany(
        Array.from({ length: 20_000 }, (_, at) => ({ of: 'a', at, state: 's' })),
      );
      const page = await rows.find({ of: 'a' }).sort({ at: 1 }).skip(19_990).limit(25).toArray();
      expect(page.map(({ at }) => at as number)).toEqual(
        Array.from({ length: 10 }, (_, at) => 19_990 + at),
      );
    });

    it('leaves the data and nothing else', async () => {
      const launcher = launcherOn();
      const { uri } = await launcher.start();
      const link = join(directory, 'mongodb.sock');
      const socket = execFileSync('readlink', [link], { encoding: 'utf8' }).trim();
      await clientOf(uri).db('x').collection('a').insertOne({ a: 1 });
      await launcher.stop();
      expect(stateOf(launcher)).toBe('stopped');
      expect([link, socket, join(directory, 'mongodb.uri')].filter((p) => existsSync(p))).toEqual(
        [],
      );
      expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
      await launcher.stop();
      const again = await launcherOn().start();
      expect(again.uri).toBe(uri);
      expect(await clientOf(again.uri).db('x').collection('a').countDocuments()).toBe(1);
    });

    it('serves a directory that is too deep for a socket path', async () => {
      const { uri } = await launcherOn(join(directory, 'deep'.repeat(40))).start();
      expect(await clientOf(uri).db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
    });
  });

  describe('under 20 writers', () => {
    it('loses nothing acknowledged when the engine is killed, and starts it again', async () => {
      const launcher = launcherOn();
      const states: string[] = [];
      const { uri } = await launcher.start();
      launcher.onStateChange(({ kind }) => states.push(kind));
      const writers = new Writers(clientOf(uri));
      for (const round of [1, 2, 3, 4]) {
        const before = writers.acknowledged.length;
        await until('writes', () => writers.acknowledged.length > before + 100);
        kill(launcher.pid);
        await until(
          'a restart',
          () => states.filter((kind) => kind === 'running').length === round,
        );
      }
      const before = writers.acknowledged.length;
      await until('writes after the last restart', () => writers.acknowledged.length > before);
      await writers.stop();
      expect(await writers.missing()).toEqual([]);
      expect(new Set(states)).toEqual(new Set(['down', 'running']));
    });

    it('loses nothing when the parent is killed; its engine closes by itself', async () => {
      const parent = await LaunchingProcess.on(directory);
      const writers = new Writers(clientOf(parent.uri));
      await until('writes', () => writers.acknowledged.length > 100);
      await parent.kill();
      await until('the end of the engine', () => !isAlive(parent.enginePid));
      expect(existsSync(join(directory, 'mongodb.uri'))).toBe(false);
      await writers.stop();
      const { uri } = await launcherOn().start();
      expect(await writers.missing(clientOf(uri))).toEqual([]);
    });

    it('loses nothing when parent and engine are killed and a successor starts at once', async () => {
      const parent = await LaunchingProcess.on(directory);
      const writers = new Writers(clientOf(parent.uri));
      await until('writes', () => writers.acknowledged.length > 100);
      kill(parent.enginePid);
      await parent.kill();
      const { uri } = await launcherOn().start();
      expect(uri).toBe(parent.uri);
      await writers.stop();
      expect(await writers.missing()).toEqual([]);
    });

    onSmallDisk('on a small disk', () => {
      it('loses nothing when it is full, says so, and goes on when there is room', async () => {
        const data = mount('-o', 'size=120m');
        const ballast = join(data, 'ballast');
        writeFileSync(ballast, Buffer.alloc(16 * MIB));
        const launcher = launcherOn(data);
        const { uri } = await launcher.start();
        const writers = new Writers(clientOf(uri), 'x'.repeat(20_000));
        await until('a full disk', () => stateOf(launcher) === 'down');
        await writers.stop();
        expect(launcher.state()).toMatchObject({
          reason: expect.stringMatching(
            /^The disk of .+mongodb is full \(\d\.\d MiB free\); make room/,
          ),
        });
        rmSync(ballast);
        await until('a restart', () => stateOf(launcher) === 'running');
        expect(writers.acknowledged.length).toBeGreaterThan(100);
        expect(await writers.missing()).toEqual([]);
      });
    });
  });

  describe('refuses', () => {
    it('a directory in use, and names it and its holder', async () => {
      const first = launcherOn();
      await first.start();
      await expect(launcherOn(directory, 200).start()).rejects.toThrow(
        `The database directory ${directory}/mongodb is in use by process ${String(first.pid)}; stop it, or use another DATA_DIR.`,
      );
      expect(stateOf(first)).toBe('running');
      expect(existsSync(join(directory, 'mongodb.uri'))).toBe(true);
    });

    it('damaged files, and says what to do', async () => {
      const launcher = launcherOn();
      await launcher.start();
      await launcher.stop();
      writeFileSync(join(directory, 'mongodb', 'WiredTiger.wt'), Buffer.alloc(8192, 0x5a));
      await expect(launcherOn().start()).rejects.toThrow(
        `The files in ${directory}/mongodb are damaged; restore them, or import an export into an empty directory.`,
      );
    });

    onSmallDisk('on a disk of our own', () => {
      it('a read-only directory, and names it', async () => {
        const data = mount('-o', 'ro,size=1m');
        await expect(launcherOn(data).start()).rejects.toThrow(
          `The data directory ${data} cannot be created or written (EROFS)`,
        );
      });
    });

    it('what an engine says with its last words', async () => {
      const program = join(directory, 'broken.mjs');
      writeFileSync(program, 'process.stderr.write("no luck today\\n"); process.exitCode = 3;');
      const launcher = aLauncher(directory, { program });
      await expect(launcher.start()).rejects.toThrow('ended with exit code 3: no luck today.');
      expect(stateOf(launcher)).toBe('stopped');
    });
  });

  it('waits for a predecessor that is still closing', async () => {
    const first = launcherOn();
    await first.start();
    const second = launcherOn();
    const started = second.start();
    expect(stateOf(second)).toBe('starting');
    await first.stop();
    const { uri } = await started;
    expect(await clientOf(uri).db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it('can be stopped while the engine is down', async () => {
    const launcher = launcherOn();
    await launcher.start();
    writeFileSync(join(directory, 'mongodb', 'WiredTiger.turtle'), Buffer.alloc(2000, 0x5a));
    kill(launcher.pid);
    await until('an engine that cannot start', () => {
      const state = launcher.state();
      return state.kind === 'down' && state.reason.includes('damaged');
    });
    await launcher.stop();
    expect(stateOf(launcher)).toBe('stopped');
    expect(readdirSync(directory).sort()).toEqual(['engine', 'mongodb']);
  });
});
