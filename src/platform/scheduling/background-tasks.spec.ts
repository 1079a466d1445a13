import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppLogger } from '../logging/app-logger.js';
import { BackgroundTasks } from './background-tasks.js';
import { type DueConditionsRepository } from './due-conditions.repository.js';

const all: BackgroundTasks[] = [];
afterEach(() => vi.useRealTimers());
afterEach(() => Promise.all(all.splice(0).map((tasks) => tasks.stop(1000))));

function setup() {
  const lines: Record<string, unknown>[] = [];
  const log = new AppLogger(
    { level: 'info', format: 'json' },
    { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const tasks = new BackgroundTasks(log, {} as DueConditionsRepository);
  all.push(tasks);
  return { tasks, lines };
}

/** Resolves when called for the nth time. */
function counter(times: number) {
  let count = 0;
  let reached: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (reached = resolve));
  const hit = (): number => {
    count += 1;
    if (count === times) reached();
    return count;
  };
  return { hit, done };
}

/** Timers of tasks do not keep the process alive; something else must while a test waits. */
async function keptAlive<T>(wait: Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, 1000);
  return wait.finally(() => {
    clearInterval(timer);
  });
}

describe('BackgroundTasks', () => {
  it('runs a task again and again, never beside itself', async () => {
    const { tasks } = setup();
    const { hit, done } = counter(4);
    let running = 0;
    let most = 0;
    tasks.every('count', 1, async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      hit();
      running -= 1;
    });
    await keptAlive(done);
    expect(most).toBe(1);
  });

  it('wakes the process once for tasks that come about as often', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const { tasks } = setup();
    const times = new Map<string, number[]>();
    for (const [name, interval] of [
      ['a', 900],
      ['b', 1000],
      ['c', 2100],
    ] as const) {
      tasks.every(name, interval, () => {
        times.set(name, [...(times.get(name) ?? []), Math.round(performance.now())]);
        return Promise.resolve();
      });
      await vi.advanceTimersByTimeAsync(70);
    }
    await vi.advanceTimersByTimeAsync(10_000);
    const [a = [], b = [], c = []] = ['a', 'b', 'c'].map((name) => times.get(name));
    expect(a.length).toBeGreaterThanOrEqual(9);
    expect(b.slice(-8)).toEqual(a.slice(-8));
    expect(c.length).toBeGreaterThanOrEqual(4);
    expect(a).toEqual(expect.arrayContaining(c));
  });

  it('lets a task rest that is asked for again and again', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const { tasks } = setup();
    const runs: number[] = [];
    const work = (): Promise<void> => Promise.resolve(void runs.push(performance.now()));
    const ask = tasks.every('look', 60_000, work, { restMs: 50 });
    const begun = performance.now();
    for (let at = 0; at < 10; at += 1) {
      ask();
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(runs.map((at) => at - begun)).toEqual([0, 50, 100, 150, 200]);
  });

  it('runs a task at once when it is asked to, and once more when it is at work', async () => {
    const { tasks } = setup();
    const { hit, done } = counter(2);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const hurry = tasks.every('look', 3_600_000, async () => {
      if (hit() === 1) await held;
    });
    hurry();
    hurry();
    hurry();
    release();
    await keptAlive(done);
    expect(await tasks.stop(1000)).toEqual([]);
    hurry();
    expect(hit()).toBe(3);
  });

  it('runs no task while they are held, and then those first that were asked for', async () => {
    const { tasks } = setup();
    const { hit, done } = counter(1);
    const ran: string[] = [];
    const noting = (name: string) => (): Promise<void> => {
      ran.push(name);
      hit();
      return Promise.resolve();
    };
    tasks.hold();
    const hurry = tasks.every('asked for', 3_600_000, noting('asked for'));
    tasks.every('soon', 1, noting('soon'));
    hurry();
    const clock = counter(20);
    setup().tasks.every('clock', 1, () => Promise.resolve(void clock.hit()));
    await keptAlive(clock.done);
    expect(ran).toEqual([]);
    tasks.begin();
    await keptAlive(done);
    expect(ran).toEqual(['asked for']);
  });

  it('logs a failure and runs the task again', async () => {
    const { tasks, lines } = setup();
    const { hit, done } = counter(2);
    tasks.every('sweep', 1, () => {
      hit();
      return Promise.reject(new Error('no database'));
    });
    await keptAlive(done);
    expect(lines[0]).toMatchObject({
      level: 'error',
      task: 'sweep',
      err: { message: 'no database' },
    });
  });

  it('waits for a task at work when it stops, and starts none any more', async () => {
    const { tasks } = setup();
    const begun = counter(1);
    let finish: () => void = () => undefined;
    let runs = 0;
    let aborted = false;
    tasks.every('slow', 1, async (signal) => {
      runs += 1;
      begun.hit();
      await new Promise<void>((resolve) => (finish = resolve));
      aborted = signal.aborted;
    });
    await keptAlive(begun.done);
    const stopped = tasks.stop(10_000);
    finish();
    expect(await stopped).toEqual([]);
    expect({ runs, aborted }).toEqual({ runs: 1, aborted: true });
  });

  it('ends with the application that it belongs to, whoever stopped it before', async () => {
    const { tasks } = setup();
    const begun = counter(1);
    let isAborted: () => boolean = () => false;
    tasks.every('sweep', 1, (signal) => {
      isAborted = () => signal.aborted;
      return Promise.resolve(void begun.hit());
    });
    await keptAlive(begun.done);
    await tasks.onModuleDestroy();
    expect(isAborted()).toBe(true);
    await tasks.onModuleDestroy();
  });

  it('does not wait for ever, and names what did not end', async () => {
    const { tasks } = setup();
    const begun = counter(1);
    tasks.every('stuck', 1, () => {
      begun.hit();
      return new Promise<void>(() => undefined);
    });
    await keptAlive(begun.done);
    expect(await tasks.stop(10)).toEqual(['stuck']);
  });
});
