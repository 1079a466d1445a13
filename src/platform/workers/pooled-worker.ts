import { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/app-error.js';
import { type WorkerOrder, type WorkerReport } from './worker-main.js';
import { programFile } from '../config/program-file.js';
import { transferListOf } from './transfer-list.js';

const RETRY_AFTER_SECONDS = 30;

/** Tests run the sources, which a thread can load with the help of the compiler that the tests use. */
const LOADER = programFile('../test/support/load-sources.mjs');
const EXEC_ARGV = import.meta.url.endsWith('.ts') ? ['--import', LOADER.href] : [];

/** One thread. It does one thing at a time and is given up when that takes too long or too much. */
export class PooledWorker {
  readonly #thread: Worker;
  #isGone = false;

  constructor(memoryMaxMb: number) {
    this.#thread = new Worker(programFile('platform/workers/worker-main.js'), {
      execArgv: EXEC_ARGV,
      resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
    });
    this.#thread.once('exit', () => {
      this.#isGone = true;
    });
    // Somebody listens while there is work; a thread that breaks without any is replaced.
    this.#thread.on('error', () => undefined);
    // Without work it keeps no process alive.
    this.#thread.unref();
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** @throws AppError `unavailable` (`too-expensive`) when it takes longer, or more memory, than it may. */
  run(order: WorkerOrder, timeoutMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // First, since it fails for what no thread can take.
      this.#thread.postMessage(order, transferListOf(order.input));
      const timer = setTimeout(() => {
        end();
        void this.end();
        reject(tooExpensive('takes longer than it may'));
      }, timeoutMs);
      const answered = (report: WorkerReport): void => {
        end();
        if ('fault' in report) reject(report.fault);
        else resolve(report.output);
      };
      const gone = (): void => {
        end();
        reject(tooExpensive('takes more memory than it may'));
      };
      const end = (): void => {
        clearTimeout(timer);
        this.#thread.off('message', answered).off('exit', gone).unref();
      };
      this.#thread.on('message', answered).on('exit', gone).ref();
    });
  }

  async end(): Promise<void> {
    this.#isGone = true;
    await this.#thread.terminate();
  }
}

function tooExpensive(what: string): AppError {
  return new AppError('unavailable', `What was asked for ${what}`, {
    code: 'too-expensive',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
