import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Test, type TestingModule } from '@nestjs/testing';
import { testDatabase } from '../../../test/support/database.js';
import { HandClock } from '../../../test/support/hand-clock.js';
import { Clock } from '../../kernel/clock.js';
import { SystemModule } from '../system/system.module.js';
import { DatabaseModule } from './database.module.js';
import { ListTotals } from './list-totals.js';
import { ListTotalsModule } from './list-totals.module.js';

describe('ListTotals', () => {
  const database = testDatabase('list-totals');
  const clock = new HandClock();
  let nodes: readonly [TestingModule, TestingModule];
  let lists = 0;

  const start = async () => {
    const builder = Test.createTestingModule({
      imports: [SystemModule, DatabaseModule.with(database.uri), ListTotalsModule],
    });
    const node = await builder.overrideProvider(Clock).useValue(clock).compile();
    return node.init();
  };
  beforeAll(async () => {
    nodes = [await start(), await start()];
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await database.drop();
  });

  /** A list of its own, that two nodes read and change, with the number of times it was counted. */
  const setup = () => {
    lists += 1;
    const list = `list-${String(lists)}`;
    const state = { size: 0, counted: 0 };
    const totals = (node: 0 | 1) => nodes[node].get(ListTotals);
    const read = async (node: 0 | 1 = 0, filter: object = {}) => {
      const { total } = await totals(node).known(list, filter, () => {
        state.counted += 1;
        return Promise.resolve(state.size);
      });
      return total;
    };
    const add = (node: 0 | 1 = 0) =>
      totals(node).whileChanging(list, () => {
        state.size += 1;
        return Promise.resolve();
      });
    return { list, state, totals, read, add };
  };

  it('counts once for each filter while nothing changes', async () => {
    const { state, read } = setup();
    expect([await read(), await read(), await read()]).toEqual([0, 0, 0]);
    expect(state.counted).toBe(1);
    await read(0, { name: /a/ });
    await read(0, { name: /b/ });
    await read(0, { name: /a/ });
    expect(state.counted).toBe(3);
  });

  it('counts again after a change on any node', async () => {
    const { state, read, add } = setup();
    await read();
    await add(1);
    expect(await read()).toBe(1);
    await add(0);
    expect([await read(0), await read(1)]).toEqual([2, 2]);
    expect(state.counted).toBe(4);
  });

  it('keeps nothing while a change lasts, and gives what it answers', async () => {
    const { list, state, totals, read } = setup();
    await read();
    const answer = await totals(1).whileChanging(list, async () => {
      state.size = 7;
      expect([await read(), await read()]).toEqual([7, 7]);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(state.counted).toBe(3);
  });

  it('keeps nothing until the last of several changes has ended, however long they follow each other', async () => {
    const { list, state, totals, read } = setup();
    /** Begins a change. @returns what ends it. */
    const begin = async () => {
      let end: () => void = () => undefined;
      let change: Promise<unknown> = Promise.resolve();
      await new Promise<void>((begun) => {
        change = totals(1).whileChanging(list, () => {
          begun();
          return new Promise<void>((resolve) => (end = resolve));
        });
      });
      return async () => {
        end();
        await change;
      };
    };
    let endLast = await begin();
    for (let times = 0; times < 10; times += 1) {
      clock.advance({ minutes: 1 });
      const endNext = await begin();
      await endLast();
      endLast = endNext;
      await read();
    }
    expect(state.counted).toBe(10);
    await endLast();
    await read();
    await read();
    expect(state.counted).toBe(11);
  });

  it('does not keep what was counted before a change that came in between', async () => {
    const { list, state, totals, read, add } = setup();
    const late = await totals(0).known(list, {}, async () => {
      const { size } = state;
      await add(1);
      return size;
    });
    expect(late.total).toBe(0);
    expect(await read()).toBe(1);
  });

  it('counts again after a change that failed half way', async () => {
    const { list, state, totals, read } = setup();
    await read();
    const failing = totals(0).whileChanging(list, () => {
      state.size = 3;
      return Promise.reject(new Error('half way'));
    });
    await expect(failing).rejects.toThrow('half way');
    expect(await read()).toBe(3);
  });

  it('recovers from a node that died over a change', async () => {
    const { list, state, totals, read } = setup();
    // It never comes to its end, and is waited for until it has begun.
    await new Promise<void>((begun) => {
      void totals(1).whileChanging(list, () => {
        begun();
        return new Promise(() => undefined);
      });
    });
    await read();
    clock.advance({ minutes: 6 });
    // The first reading finds the mark too old, the second one keeps its total.
    await read();
    await read();
    expect(state.counted).toBe(3);
    await read();
    expect(state.counted).toBe(3);
  });

  it('keeps a total for a minute at most: somebody may write past the application', async () => {
    const { state, read } = setup();
    await read();
    state.size = 5;
    clock.advance({ minutes: 1 });
    expect(await read()).toBe(5);
  });

  it('is right whenever nobody is changing anything, whoever changed what before', async () => {
    const { state, read, add } = setup();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([add(0), add(1), read(0), add(1), read(1), add(0)]);
      expect([await read(0), await read(1)]).toEqual([state.size, state.size]);
    }
  });

  describe('of a list that grows', () => {
    /** Times of its documents, and the spans that were counted. */
    const growing = () => {
      const { list, totals } = setup();
      const times: Date[] = [];
      const spans: string[] = [];
      const read = async (node: 0 | 1 = 0) => {
        const { total } = await totals(node).knownOfGrowing(list, {}, (from, before) => {
          spans.push(`${from ? 'from' : ''}${before ? 'before' : ''}`);
          const isMeant = (time: Date) => (!from || time >= from) && (!before || time < before);
          return Promise.resolve(times.filter(isMeant).length);
        });
        return total;
      };
      return { list, times, spans, read, totals };
    };

    it('counts what is old once, and is right as time goes on', async () => {
      const { times, spans, read } = growing();
      for (let minute = 0; minute < 400; minute += 25) {
        times.push(clock.now());
        expect(await read()).toBe(times.length);
        clock.advance({ minutes: 25 });
      }
      expect(spans.filter((span) => span === 'before')).toHaveLength(1);
      // Each hour adds what has become old.
      expect(spans.filter((span) => span === 'frombefore').length).toBeLessThan(8);
    });

    it('counts anew after a removal on another node, and all of it while that lasts', async () => {
      const { list, times, spans, read, totals } = growing();
      times.push(new Date(0), new Date(1), clock.now());
      expect([await read(), await read(1)]).toEqual([3, 3]);
      await totals(1).whileChanging(list, async () => {
        times.shift();
        expect(await read()).toBe(2);
        expect(spans.at(-1)).toBe('');
      });
      expect([await read(), await read(1)]).toEqual([2, 2]);
    });
  });
});
