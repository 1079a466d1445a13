import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { mongo } from 'mongoose';
import {
  type EmbeddedOptions,
  EmbeddedLauncher,
} from '../../src/platform/database/launcher/embedded.launcher.js';
import { testEngineProgram } from './database.js';

/**
 * A directory that is gone after the test, whatever happened in it. The copies of the engine's
 * libraries are shared: making them takes longer than a whole test.
 */
export function aDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), `netadmin-test-${process.pid}-launcher-`));
  const shared = join(dirname(testEngineProgram()), 'engine');
  mkdirSync(shared, { recursive: true });
  symlinkSync(shared, join(directory, 'engine'));
  return directory;
}

export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

/** A launcher over the compiled engine program, as `npm start` would have it. */
export function aLauncher(
  directory: string,
  more: Partial<EmbeddedOptions> = {},
): EmbeddedLauncher {
  return new EmbeddedLauncher({ directory, cacheMb: 64, program: testEngineProgram(), ...more });
}

/** Waits for a condition, at most ten seconds. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`still waiting for ${what}`);
    await delay(10);
  }
}

/** Node on a few lines of code that import from the compiled launcher; what they print is read by line. */
export class LauncherScript {
  readonly process: ChildProcessByStdio<null, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor(file: string, code: string, args: readonly string[]) {
    const url = pathToFileURL(join(dirname(testEngineProgram()), file)).href;
    const script = `import * as launcher from '${url}';\n${code}`;
    this.process = spawn(process.execPath, ['--input-type=module', '-e', script, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#lines = createInterface(this.process.stdout)[Symbol.asyncIterator]();
  }

  /** The next line; undefined at the end. */
  async nextLine(): Promise<string | undefined> {
    const next = (await this.#lines.next()) as IteratorResult<string, undefined>;
    return next.value;
  }

  /** Sends a signal and waits for the end; returns the exit code, null when the signal ended it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const { exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) return exitCode;
    this.process.kill(signal);
    const [code] = (await once(this.process, 'exit')) as [number | null];
    return code;
  }
}

/** A platform process in small: it launches the engine, and can be killed without a word. */
export class LaunchingProcess {
  private constructor(
    private readonly script: LauncherScript,
    readonly uri: string,
    readonly enginePid: number,
  ) {}

  static async on(directory: string): Promise<LaunchingProcess> {
    const code = `
      const [, directory] = process.argv;
      const embedded = new launcher.EmbeddedLauncher({ directory, cacheMb: 64 });
      const { uri } = await embedded.start();
      console.log(JSON.stringify({ uri, enginePid: embedded.pid }));`;
    const script = new LauncherScript('embedded.launcher.js', code, [directory]);
    const line = (await script.nextLine()) ?? '';
    const { uri, enginePid } = JSON.parse(line) as { uri: string; enginePid: number };
    return new LaunchingProcess(script, uri, enginePid);
  }

  async kill(): Promise<void> {
    await this.script.end('SIGKILL');
  }
}

/** Twenty clients that write as fast as they can and remember what was acknowledged. */
export class Writers {
  readonly acknowledged: number[] = [];
  #next = 0;
  #running = true;
  readonly #done: Promise<unknown>;

  constructor(
    private readonly client: mongo.MongoClient,
    private readonly payload = '',
  ) {
    this.#done = Promise.all(Array.from({ length: 20 }, () => this.#write()));
  }

  get #collection(): mongo.Collection<{ _id: number; payload: string }> {
    return this.client.db('writers').collection('acknowledged');
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#done;
  }

  /** Acknowledged writes that are not there; read by another client, when given. */
  async missing(client: mongo.MongoClient = this.client): Promise<number[]> {
    const found = await client
      .db('writers')
      .collection<{ _id: number }>('acknowledged')
      .find({}, { projection: { _id: 1 } })
      .toArray();
    const present = new Set(found.map(({ _id }) => _id));
    return this.acknowledged.filter((id) => !present.has(id));
  }

  async #write(): Promise<void> {
    while (this.#running) {
      const _id = this.#next;
      this.#next += 1;
      try {
        await this.#collection.insertOne({ _id, payload: this.payload });
        this.acknowledged.push(_id);
      } catch {
        await delay(5); // the engine is away; whether this one was stored does not matter
      }
    }
  }
}

/** A client that soon gives up; when its writes are acknowledged, the URI decides. */
export function aClient(uri: string): mongo.MongoClient {
  return new mongo.MongoClient(uri, { serverSelectionTimeoutMS: 1000 });
}
