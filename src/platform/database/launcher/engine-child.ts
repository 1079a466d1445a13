import { type ChildProcess, fork } from 'node:child_process';
import { explainEngineExit, freeBytesOf, lockHolder } from './engine-exit.js';
import { type EngineMessage, type EngineOrder } from './engine-messages.js';

/** Longest time for the engine to write everything and close; after it, the journal must do. */
const CLOSE_TIMEOUT_MS = 30_000;
const OUTPUT_KEPT_CHARS = 2000;

export interface EngineChildOptions {
  readonly order: EngineOrder;
  /** The compiled `embedded-engine.process.js`. */
  readonly program: string;
  readonly library: string | undefined;
}

/** One run of the engine's process, from fork to exit. */
export class EngineChild {
  readonly #process: ChildProcess;
  readonly #directory: string;
  #isServing = false;
  #refusal: (EngineMessage & { kind: 'refused' }) | undefined;
  #output = '';

  /** Settles when the process is gone, with a sentence that says why. */
  readonly ended: Promise<string>;

  constructor({ order, program, library }: EngineChildOptions) {
    this.#directory = order.directory;
    // A bare environment: the engine needs none of ours, and none of our secrets.
    const env: NodeJS.ProcessEnv = { TMPDIR: order.sockets };
    if (library !== undefined) env['NAPI_RS_NATIVE_LIBRARY_PATH'] = library;
    this.#process = fork(program, [JSON.stringify(order)], {
      env,
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#process.on('error', ({ message }) => {
      this.#keep(Buffer.from(message));
    });
    this.#process.stdout?.on('data', this.#keep);
    this.#process.stderr?.on('data', this.#keep);
    this.ended = this.#untilEnded();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** True when the engine serves; false when the process ended before it did. */
  async isServing(): Promise<boolean> {
    if (this.#isServing) return true;
    const served = new Promise<true>((resolve) => {
      this.#process.on('message', (message: EngineMessage) => {
        if (message.kind === 'listening') {
          this.#isServing = true;
          resolve(true);
        } else this.#refusal = message;
      });
    });
    return Promise.race([served, this.ended.then(() => false)]);
  }

  /** Closes the engine in order; kills it when that takes too long, which loses nothing either. */
  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
    await this.ended;
    clearTimeout(timer);
  }

  readonly #keep = (chunk: Buffer): void => {
    this.#output = (this.#output + chunk.toString()).slice(-OUTPUT_KEPT_CHARS);
  };

  #untilClosed(): Promise<{ exitCode: number | null; signal: string | null }> {
    return new Promise((resolve) => {
      this.#process.once('close', (exitCode, signal) => {
        resolve({ exitCode, signal });
      });
      // A process that could not be made at all has no end of its own.
      if (this.#process.pid === undefined) resolve({ exitCode: null, signal: null });
    });
  }

  async #untilEnded(): Promise<string> {
    const { exitCode, signal } = await this.#untilClosed();
    return explainEngineExit({
      directory: this.#directory,
      exitCode,
      signal,
      wasServing: this.#isServing,
      refusal: this.#refusal,
      holder: lockHolder(this.#directory),
      freeBytes: await freeBytesOf(this.#directory),
      output: this.#output,
    });
  }
}
