import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AppLogger } from '../logging/app-logger.js';
import { waitAtMost } from '../concurrency/wait-at-most.js';

/**
 * Runs begin at the ticks of this process: tasks that are due together wake it once. Its ticks begin at a moment
 * of its own, so that nodes started together do not all ask the database at once.
 */
const TICK_MS = 1000;
const FIRST_TICK = Math.random() * TICK_MS;

/** An application that is closed without a drain gives its tasks this long; what they use goes next. */
const CLOSE_TIMEOUT_MS = 5000;

/** Work of a task; the signal says that the server stops and the work should end soon. */
export type BackgroundWork = (signal: AbortSignal) => Promise<void>;

interface BackgroundTask {
  readonly name: string;
  readonly intervalMs: number;
  readonly work: BackgroundWork;
  readonly restMs: number;
  begunAt?: number;
  timer?: NodeJS.Timeout;
  running?: Promise<void>;
  /** Somebody asked for another run while this one is under way. */
  again?: boolean;
}

/**
 * Work that recurs while the server runs: sweeps, synchronisation. A task never overlaps itself on
 * this node; where only one node may work, the task takes a lease of its own.
 */
@Injectable()
export class BackgroundTasks implements OnModuleDestroy {
  readonly #tasks = new Set<BackgroundTask>();
  readonly #stopping = new AbortController();
  #isHeld = false;

  constructor(private readonly log: AppLogger) {}

  async onModuleDestroy(): Promise<void> {
    await this.stop(CLOSE_TIMEOUT_MS);
  }

  /** Lets no task run before `begin()`. For whoever must prepare what they need; called before there are any. */
  hold(): void {
    this.#isHeld = true;
  }

  /** From now on tasks run. */
  begin(): void {
    this.#isHeld = false;
    for (const task of this.#tasks) {
      if (task.again === true) this.#hurry(task);
      else this.#schedule(task);
    }
  }

  /**
   * Runs the work every `intervalMs`, to the nearest second, for the first time after one interval, until `stop()`.
   * @param restMs who asks for another run sooner than this after the last one began waits for so long.
   * @returns runs it now; while it runs, once more after that.
   */
  every(name: string, intervalMs: number, work: BackgroundWork, restMs = 0): () => void {
    const task: BackgroundTask = { name, intervalMs, work, restMs };
    this.#tasks.add(task);
    this.#schedule(task);
    return () => {
      this.#hurry(task);
    };
  }

  /** Ends all tasks and waits for those at work, at most `timeoutMs`. Returns the names of those that did not end. */
  async stop(timeoutMs: number): Promise<readonly string[]> {
    this.#stopping.abort();
    for (const task of this.#tasks) clearTimeout(task.timer);
    const atWork = [...this.#tasks].filter((task) => task.running !== undefined);
    const unfinished = new Set(atWork.map((task) => task.name));
    const ends = atWork.map(async (task) => {
      await task.running;
      unfinished.delete(task.name);
    });
    await waitAtMost(timeoutMs, Promise.all(ends));
    this.#tasks.clear();
    return [...unfinished];
  }

  #schedule(task: BackgroundTask): void {
    if (this.#isHeld || this.#stopping.signal.aborted) return;
    this.#runAfter(task, untilTick(task.intervalMs));
  }

  #runAfter(task: BackgroundTask, waitMs: number): void {
    task.timer = setTimeout(() => {
      delete task.again;
      task.running = this.#run(task);
    }, waitMs);
    // Recurring work alone does not keep a process alive that has nothing else to do.
    task.timer.unref();
  }

  #hurry(task: BackgroundTask): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#isHeld || task.running) {
      task.again = true;
      return;
    }
    clearTimeout(task.timer);
    const restedAt = (task.begunAt ?? -Infinity) + task.restMs;
    const waitMs = restedAt - performance.now();
    if (waitMs > 0) {
      this.#runAfter(task, waitMs);
      return;
    }
    delete task.again;
    task.running = this.#run(task);
  }

  async #run(task: BackgroundTask): Promise<void> {
    task.begunAt = performance.now();
    try {
      await task.work(this.#stopping.signal);
    } catch (error) {
      this.log.error({ task: task.name, err: error }, 'background task failed');
    } finally {
      delete task.running;
      const { again = false } = task;
      delete task.again;
      if (again) this.#hurry(task);
      else this.#schedule(task);
    }
  }
}

/** As near to `intervalMs` from now as ticks allow; what comes more often than they do keeps its own time. */
function untilTick(intervalMs: number): number {
  if (intervalMs < TICK_MS / 2) return intervalMs;
  const now = performance.now() - FIRST_TICK;
  const tick = Math.round((now + intervalMs) / TICK_MS) * TICK_MS;
  return Math.max(tick - now, TICK_MS / 2);
}
