import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { mongo } from 'mongoose';
import { type EmbeddedLauncher } from '../../../src/platform/database/launcher/embedded.launcher.js';
import { databaseNameOf } from '../../../src/platform/database/connection-options.js';
import { testEngineProgram } from '../database.js';
import { aLauncher } from '../launched-database.js';
import { type Sink } from './canaries.js';

const PLAIN = { wiredTiger: { configString: 'block_compressor=none' } };

/** An engine of its own whose files hold documents as they are: only there can bytes be searched. */
export class UncompressedDatabase {
  private constructor(
    readonly directory: string,
    private readonly launcher: EmbeddedLauncher,
    readonly uri: string,
  ) {}

  /** @param name part of the directory's name, and so of the engine's arguments */
  static async start(name: string): Promise<UncompressedDatabase> {
    const directory = mkdtempSync(join(tmpdir(), `netadmin-test-${process.pid}-${name}-`));
    const libraries = join(dirname(testEngineProgram()), 'engine');
    mkdirSync(libraries, { recursive: true });
    symlinkSync(libraries, join(directory, 'engine'));
    const launcher = aLauncher(directory);
    const { uri } = await launcher.start();
    return new UncompressedDatabase(directory, launcher, uri);
  }

  /**
   * Makes the collections that the platform has made, but without compression.
   * @param prepare starts the platform on the database and stops it again; the collections that it
   *   will make later
   */
  async layOut(prepare: () => Promise<readonly string[]>): Promise<void> {
    const later = await prepare();
    await this.#onDatabase(async (db) => {
      const made = (await db.listCollections().toArray()).map(({ name }) => name);
      await db.dropDatabase();
      for (const name of new Set([...made, ...later]))
        await db.createCollection(name, { storageEngine: PLAIN });
    });
  }

  /** Collections whose files are compressed after all: they were made later. */
  async compressed(): Promise<readonly string[]> {
    return this.#onDatabase(async (db) => {
      const all = await db.listCollections().toArray();
      const isPlain = (info: object): boolean => JSON.stringify(info).includes('=none');
      return all.filter((info) => !isPlain(info)).map(({ name }) => name);
    });
  }

  /** Everything below the data directory, file by file; the engine's libraries left out. */
  files(): readonly Sink[] {
    const root = join(this.directory, 'mongodb');
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ name: relative(this.directory, path), bytes: readFileSync(path) }));
  }

  /** The command line of the engine's process. */
  arguments(): Sink {
    const { pid } = this.launcher;
    return { name: 'arguments', bytes: readFileSync(`/proc/${String(pid)}/cmdline`) };
  }

  async stop(): Promise<void> {
    await this.launcher.stop();
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #onDatabase<T>(work: (db: mongo.Db) => Promise<T>): Promise<T> {
    const client = await mongo.MongoClient.connect(this.uri);
    try {
      return await work(client.db(databaseNameOf(this.uri)));
    } finally {
      await client.close();
    }
  }
}
