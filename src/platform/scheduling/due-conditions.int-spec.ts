import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import mongoose, { type Connection } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { AppLogger } from '../logging/app-logger.js';
import { isDue } from '../work/database-time.js';
import { BackgroundTasks } from './background-tasks.js';
import { type DueCondition } from '../work/due-condition.js';
import { DueConditionsRepository } from './due-conditions.repository.js';

const PATIENCE = { timeout: 60_000 };

describe('tasks that have something to do by what is stored', () => {
  const database = testDatabase('due-conditions');
  let connection: Connection;
  const lines: Record<string, unknown>[] = [];
  const log = new AppLogger(
    { level: 'info', format: 'json' },
    { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const inWork = (filter: DueCondition['filter']): DueCondition => ({ collection: 'work', filter });
  const nothing = inWork(() => ({ _id: 'none' }));
  const asks: (readonly object[])[] = [];
  const known = (conditions: readonly DueCondition[]): Promise<readonly boolean[]> => {
    const checks = new DueConditionsRepository(connection, log);
    return Promise.all(conditions.map((condition) => checks.isMet(condition)));
  };

  beforeAll(async () => {
    connection = await mongoose
      .createConnection(database.uri, { monitorCommands: true })
      .asPromise();
    connection.getClient().on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'aggregate') asks.push((command as { pipeline: object[] }).pipeline);
    });
    await connection.collection('work').insertMany([
      { name: 'past', due: new Date(0) },
      { name: 'later', due: new Date(Date.now() + 3_600_000) },
    ]);
  });
  afterEach(() => {
    vi.useRealTimers();
    asks.splice(0);
    lines.splice(0);
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  it('are asked for together, by the time of the database and in collections that may not be there', async () => {
    const found = await known([
      { collection: 'nowhere', filter: () => ({}) },
      inWork(() => ({ name: 'past', ...isDue('due') })),
      inWork(() => ({ name: 'later', ...isDue('due') })),
      inWork(() => undefined),
      inWork(() => ({ name: 'past' })),
    ]);
    expect(found).toEqual([false, true, false, true, true]);
    expect(asks).toHaveLength(1);
  });

  it('cost nothing where all of them are sure', async () => {
    expect(await known([inWork(() => undefined)])).toEqual([true]);
    expect(asks).toEqual([]);
  });

  it('are all let run when it cannot be found out, which is logged once', async () => {
    const wrong = inWork(() => ({ $nonsense: 1 }));
    expect(await known([nothing, wrong, nothing])).toEqual([true, true, true]);
    expect(lines).toMatchObject([{ level: 'warn', err: {} }]);
  });

  it('are asked for once a tick', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const tasks = new BackgroundTasks(log, new DueConditionsRepository(connection, log));
    for (const name of ['a', 'b', 'c'])
      tasks.every(name, 1000, () => Promise.resolve(), { due: nothing });
    await vi.advanceTimersByTimeAsync(1600);
    await tasks.stop(5000);
    expect(asks[0]?.map((stage) => Object.keys(stage)[0])).toEqual([
      ...['$match', '$limit', '$project'],
      ...['$unionWith', '$unionWith'],
    ]);
  });

  it('run when something is found, and at once when they are asked for', async () => {
    const tasks = new BackgroundTasks(log, new DueConditionsRepository(connection, log));
    const ran: string[] = [];
    const work = (name: string) => (): Promise<void> => Promise.resolve(void ran.push(name));
    let looks = 0;
    const counted = inWork(() => ({ name: 'none', looks: (looks += 1) }));
    const hasLooked = (times: number) =>
      vi.waitFor(() => {
        expect(looks).toBeGreaterThan(times);
      }, PATIENCE);
    const askFor = tasks.every('idle', 1, work('idle'), { due: counted });
    await hasLooked(2);
    expect(ran).toEqual([]);
    askFor();
    await vi.waitFor(() => {
      expect(ran).toEqual(['idle']);
    }, PATIENCE);
    tasks.every('busy', 1, work('busy'), { due: inWork(() => ({ name: 'past' })) });
    await vi.waitFor(() => {
      expect(ran.length).toBeGreaterThan(2);
    }, PATIENCE);
    await hasLooked(looks + 2);
    await tasks.stop(5000);
    expect(new Set(ran.slice(1))).toEqual(new Set(['busy']));
  });
});
