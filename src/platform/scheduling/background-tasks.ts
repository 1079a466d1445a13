import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AppLogger } from '../logging/app-logger.js';
import { waitAtMost } from '../concurrency/wait-at-most.js';
import { type DueCondition } from '../work/due-condition.js';
import { DueConditionsRepository } from './due-conditions.repository.js';

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

/** What a task may say beside its interval. */
export interface BackgroundTaskOptions {
  /** Who asks for another run sooner than this after the last one began waits for so long. */
  readonly restMs?: number;
  /** When it has something to do. Until then its interval begins no run; all that go by one tick are asked for at once. */
  readonly due?: DueCondition;
}

/** Tasks that run at one time, by one timer. */
interface Turn {
  readonly timer: NodeJS.Timeout;
  readonly tasks: Set<BackgroundTask>;
}

interface BackgroundTask extends BackgroundTaskOptions {
  readonly name: string;
  readonly intervalMs: number;
  readonly work: BackgroundWork;
  begunAt?: number;
  turn?: Turn;
  running?: Promise<void>;
  /** Somebody has asked for a run that has not begun. */
  isAskedFor?: boolean;
}

/**
 * Work that recurs while the server runs: sweeps, synchronisation. A task never overlaps itself on
 * this node; where only one node may work, the task takes a lease of its own.
 */
@Injectable()
export class BackgroundTasks implements OnModuleDestroy {
  readonly #tasks = new Set<BackgroundTask>();
  readonly #turns = new Map<number, Turn>();
  readonly #stopping = new AbortController();
  #isHeld = false;

  constructor(
    private readonly log: AppLogger,
    private readonly conditions: DueConditionsRepository,
  ) {}

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
      if (wasAskedFor(task)) this.#hurry(task);
      else this.#schedule(task);
    }
  }

  /**
   * Runs the work every `intervalMs`, to the nearest second, for the first time after one interval, until `stop()`.
   * @returns runs it now, whether anything is due or not; while it runs, once more after that.
   */
  every(
    name: string,
    intervalMs: number,
    work: BackgroundWork,
    options: BackgroundTaskOptions = {},
  ): () => void {
    const task: BackgroundTask = { ...options, name, intervalMs, work };
    this.#tasks.add(task);
    this.#schedule(task);
    return () => {
      this.#hurry(task);
    };
  }

  /** Ends all tasks and waits for those at work, at most `timeoutMs`. Returns the names of those that did not end. */
  async stop(timeoutMs: number): Promise<readonly string[]> {
    this.#stopping.abort();
    for (const { timer } of this.#turns.values()) clearTimeout(timer);
    this.#turns.clear();
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
    this.#runAt(task, nextRun(task.intervalMs));
  }

  #runAt(task: BackgroundTask, time: number): void {
    const turn = this.#turns.get(time) ?? this.#beginTurn(time);
    turn.tasks.add(task);
    task.turn = turn;
  }

  #beginTurn(time: number): Turn {
    const tasks = new Set<BackgroundTask>();
    const timer = setTimeout(() => {
      this.#turns.delete(time);
      for (const task of tasks) task.running = this.#run(task);
    }, time - performance.now());
    // Recurring work alone does not keep a process alive that has nothing else to do.
    timer.unref();
    const turn = { timer, tasks };
    this.#turns.set(time, turn);
    return turn;
  }

  #hurry(task: BackgroundTask): void {
    if (this.#stopping.signal.aborted) return;
    task.isAskedFor = true;
    if (this.#isHeld || task.running) return;
    task.turn?.tasks.delete(task);
    const restedAt = (task.begunAt ?? -Infinity) + (task.restMs ?? 0);
    if (restedAt > performance.now()) this.#runAt(task, restedAt);
    else task.running = this.#run(task);
  }

  async #run(task: BackgroundTask): Promise<void> {
    try {
      const isCertain = wasAskedFor(task) || !task.due;
      if (isCertain || (await this.conditions.isMet(task.due)) || wasAskedFor(task))
        await this.#work(task);
    } catch (error) {
      this.log.error({ task: task.name, err: error }, 'background task failed');
    } finally {
      delete task.running;
      if (wasAskedFor(task)) this.#hurry(task);
      else this.#schedule(task);
    }
  }

  async #work(task: BackgroundTask): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    delete task.isAskedFor;
    task.begunAt = performance.now();
    await task.work(this.#stopping.signal);
  }
}

/** Asked anew each time: it may happen at any moment. */
function wasAskedFor({ isAskedFor = false }: BackgroundTask): boolean {
  return isAskedFor;
}

/** As near to `intervalMs` from now as ticks allow; what comes more often than they do keeps its own time. */
function nextRun(intervalMs: number): number {
  const now = performance.now();
  if (intervalMs < TICK_MS / 2) return now + intervalMs;
  const ticks = Math.round((now - FIRST_TICK + intervalMs) / TICK_MS);
  return Math.max(ticks * TICK_MS + FIRST_TICK, now + TICK_MS / 2);
}
