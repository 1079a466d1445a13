import { availableParallelism } from 'node:os';
import { AppError } from '../../kernel/app-error.js';
import { BoundedSlots } from '../concurrency/bounded-slots.js';
import { PooledWorker } from './pooled-worker.js';
import { type WorkerTask } from './worker-task.js';

/** How much a pool does, and how much it makes wait. */
export interface WorkerBounds {
  readonly threads: number;
  /** Of one caller, beside the one that is done. */
  readonly waitingPerCaller: number;
  readonly waitingInAll: number;
  readonly timeoutMs: number;
  /** The heap of a thread; the platform has one of its own. */
  readonly memoryMaxMb: number;
  /** A thread without work ends after this time. */
  readonly idleMs: number;
}

const BOUNDS: WorkerBounds = {
  // One core is left to everything else.
  threads: Math.max(1, Math.min(4, availableParallelism() - 1)),
  waitingPerCaller: 8,
  waitingInAll: 64,
  timeoutMs: 20_000,
  memoryMaxMb: 512,
  idleMs: 30_000,
};
const RETRY_AFTER_SECONDS = 5;

/** For whom something is computed; each key has turns of its own. */
export interface WorkerCaller {
  readonly key: string;
  /** As `waitingPerCaller`. */
  readonly waitingMax: number;
}

/** A task of a job that an account runs: all may wait, since a node works on a bounded number of them. */
export function jobCaller(account: string): WorkerCaller {
  return { key: `jobs of ${account}`, waitingMax: Infinity };
}

/**
 * Does expensive computations in threads of their own, so that they hold up no request. Of each caller one is
 * done at a time, in turn with those of the others; what would wait beyond a bound is turned away.
 */
export class WorkerPool {
  readonly #slots: BoundedSlots;
  readonly #callers = new Map<string, BoundedSlots>();
  readonly #idle: { readonly worker: PooledWorker; readonly timer: NodeJS.Timeout }[] = [];
  #done = 0;

  constructor(private readonly bounds = BOUNDS) {
    this.#slots = new BoundedSlots(bounds.threads, bounds.waitingInAll);
  }

  /** How many computations threads have carried out. */
  get done(): number {
    return this.#done;
  }

  /**
   * @param caller id of the account that asks; or what stands for it
   * @throws AppError `too-many-requests` for too many of the caller's own; `unavailable` when others wait, or
   *   when it takes more time or memory than it may.
   */
  async run<I, O>(task: WorkerTask<I, O>, input: I, caller: string | WorkerCaller): Promise<O> {
    const { key, waitingMax } = this.#known(caller);
    const own = this.#callers.get(key) ?? new BoundedSlots(1, waitingMax);
    this.#callers.set(key, own);
    const { signal } = new AbortController();
    try {
      return await own.run(signal, tooMany, () =>
        this.#slots.run(signal, busy, () => this.#carryOut(task, input)),
      );
    } finally {
      if (own.isIdle) this.#callers.delete(key);
    }
  }

  #known(caller: string | WorkerCaller): WorkerCaller {
    if (typeof caller !== 'string') return caller;
    return { key: caller, waitingMax: this.bounds.waitingPerCaller };
  }

  async #carryOut<I, O>({ module, name }: WorkerTask<I, O>, input: I): Promise<O> {
    const worker = this.#take();
    try {
      // The task says what its function answers.
      return (await worker.run({ module, name, input }, this.bounds.timeoutMs)) as O;
    } finally {
      this.#done += 1;
      this.#keep(worker);
    }
  }

  #take(): PooledWorker {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (!idle.worker.isGone) return idle.worker;
    }
    return new PooledWorker(this.bounds.memoryMaxMb);
  }

  #keep(worker: PooledWorker): void {
    if (worker.isGone) return;
    const timer = setTimeout(() => {
      const at = this.#idle.findIndex((idle) => idle.worker === worker);
      if (at >= 0) this.#idle.splice(at, 1);
      void worker.end();
    }, this.bounds.idleMs);
    timer.unref();
    this.#idle.push({ worker, timer });
  }
}

/** The one pool of this process. */
export const WORKERS = new WorkerPool();

function tooMany(): AppError {
  return new AppError('too-many-requests', 'Too many of your computations wait already', {
    code: 'too-many-computations',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

function busy(): AppError {
  return new AppError('unavailable', 'Too many computations wait already', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
