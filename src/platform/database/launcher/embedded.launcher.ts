import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DatabaseAddress, DatabaseLauncher, type DatabaseState } from './database-launcher.js';
import { DatabaseStartError } from './database-start-error.js';
import { EngineChild } from './engine-child.js';
import { lockHolder } from './engine-exit.js';
import { prepareEngineLibrary, thisMachine } from './engine-library.js';
import { type EnginePaths, enginePaths } from './engine-paths.js';
import { isAlive } from './process-life.js';
import { programFile } from '../../config/program-file.js';

const PROGRAM = fileURLToPath(programFile('platform/database/launcher/embedded-engine.process.js'));
const LOCK_WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** An engine that served this long was sound: the next pause is the first again. */
const SOUND_AFTER_MS = 60_000;

export interface EmbeddedOptions {
  /** The data directory; everything of the database lies below it. */
  readonly directory: string;
  readonly cacheMb: number;
  /** The engine's program, where it does not lie beside this file. */
  readonly program?: string;
  /** How long to wait for another process to let go of the directory; 10 s unless said. */
  readonly lockWaitMs?: number;
}

/**
 * MongoDB's own engine in a child process. When the engine dies it is started again, with pauses
 * that grow to ten seconds; its address stays the same, so clients only need to try again.
 */
export class EmbeddedLauncher extends DatabaseLauncher {
  readonly #listeners = new Set<(state: DatabaseState) => void>();
  #state: DatabaseState = { kind: 'stopped' };
  #places: EnginePaths | undefined;
  #child: EngineChild | undefined;
  #supervision: Promise<void> = Promise.resolve();
  #stopping = new AbortController();
  readonly #machine = thisMachine();
  #pauseMs = FIRST_PAUSE_MS;

  constructor(private readonly options: EmbeddedOptions) {
    super();
  }

  /** Number of the engine's process; undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  override async start(): Promise<DatabaseAddress> {
    this.#stopping = new AbortController();
    this.#become({ kind: 'starting' });
    try {
      const { uri } = await this.#launch();
      this.#supervision = this.#supervise();
      return { uri };
    } catch (error) {
      this.#become({ kind: 'stopped' });
      throw error;
    }
  }

  override async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#child?.stop();
    await this.#supervision;
    this.#removePublished();
    this.#become({ kind: 'stopped' });
  }

  override state(): DatabaseState {
    return this.#state;
  }

  override onStateChange(listener: (state: DatabaseState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** One attempt, from the directory to an engine that serves. */
  async #launch(): Promise<EnginePaths> {
    const { directory, cacheMb, program = PROGRAM, lockWaitMs = LOCK_WAIT_MS } = this.options;
    const places = enginePaths(directory);
    const { database, sockets, link, uriFile, uri } = places;
    const child = new EngineChild({
      order: { directory: database, cacheMb, lockWaitMs, sockets, link, uriFile, uri },
      program,
      library: prepareEngineLibrary(places.libraries, this.#machine),
    });
    this.#child = child;
    this.#places = places;
    if (!(await child.isServing())) {
      this.#child = undefined;
      throw new DatabaseStartError(await child.ended);
    }
    this.#become({ kind: 'running' });
    return places;
  }

  /** Runs until `stop`: each time the engine ends by itself, it is started again. */
  async #supervise(): Promise<void> {
    while (this.#child) {
      const since = performance.now();
      const reason = await this.#child.ended;
      this.#child = undefined;
      if (this.#stopping.signal.aborted) return;
      this.#become({ kind: 'down', reason });
      if (performance.now() - since > SOUND_AFTER_MS) this.#pauseMs = FIRST_PAUSE_MS;
      await this.#relaunch();
    }
  }

  async #relaunch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!this.#child) {
      // The pause ends early, as a rejection, when we are to stop.
      await delay(this.#pauseMs, undefined, { signal }).catch(() => undefined);
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
      if (signal.aborted) return;
      try {
        await this.#launch();
      } catch (error) {
        this.#become({
          kind: 'down',
          reason: error instanceof Error ? error.message : String(error),
        });
      }
    }
  }

  /**
   * An engine that closes in order removes these itself; one that was down when we stopped could
   * not. Another process may have taken the directory over since, and then they are its own.
   */
  #removePublished(): void {
    const places = this.#places;
    this.#places = undefined;
    if (!places || isAlive(lockHolder(places.database) ?? 0)) return;
    for (const path of [places.uriFile, places.link, places.sockets]) {
      rmSync(path, { recursive: true, force: true });
    }
  }

  #become(state: DatabaseState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}
