import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import mongoose from 'mongoose';
import { buildLauncher } from './build-launcher.mjs';

const PREFIX = 'netadmin-test-';
const MEMORY = '/dev/shm';
const MEMORY_NEEDED_BYTES = 10 * 1024 ** 3;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** A run that was killed could not clean up after itself. */
function removeLeftovers(directory) {
  for (const entry of readdirSync(directory)) {
    const pid = entry.startsWith(PREFIX) ? Number(entry.slice(PREFIX.length).split('-')[0]) : 0;
    if (pid > 0 && !isAlive(pid)) rmSync(join(directory, entry), { recursive: true, force: true });
  }
}

/** Memory where there is plenty: hundreds of databases are made, and each waits for the disk. */
function roomForData() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MEMORY_NEEDED_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** On a server of others the databases of this run go, and nothing else. */
async function dropTestDatabases() {
  const client = await mongoose.mongo.MongoClient.connect(process.env.TEST_MONGODB_URI);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) {
      if (name.startsWith(process.env.TEST_DATABASE_PREFIX)) await client.db(name).dropDatabase();
    }
  } finally {
    await client.close();
  }
}

/** The embedded engine on a directory of its own. @returns what ends it and removes the directory. */
async function startEngine(launcherDirectory) {
  const room = roomForData();
  removeLeftovers(room);
  const data = mkdtempSync(join(room, `${PREFIX}${process.pid}-`));
  const { EmbeddedLauncher } = await import(
    pathToFileURL(join(launcherDirectory, 'embedded.launcher.js'))
  );
  const launcher = new EmbeddedLauncher({ directory: data, cacheMb: 256 });
  const { uri } = await launcher.start();
  process.env.TEST_MONGODB_URI = uri;
  return async () => {
    await launcher.stop();
    rmSync(data, { recursive: true, force: true });
  };
}

/**
 * One database server for the whole run: MONGODB_URI when given, the embedded engine on a temporary directory
 * otherwise. Test files find it by `testDatabaseUri`.
 * @returns what ends it
 */
export default async function globalSetup() {
  process.env.TEST_DATABASE_PREFIX = `test-${randomBytes(3).toString('hex')}-`;
  const { directory, program } = await buildLauncher();
  process.env.TEST_ENGINE_PROGRAM = program;
  if (!process.env.MONGODB_URI) return startEngine(directory);
  process.env.TEST_MONGODB_URI = process.env.MONGODB_URI;
  return dropTestDatabases;
}
