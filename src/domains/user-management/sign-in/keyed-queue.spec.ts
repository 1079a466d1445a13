import { describe, expect, it } from '@jest/globals';
import { KeyedQueue } from './keyed-queue.js';

/** A task that ends when it is told to, and says when it began. */
function aTask(name: string, log: string[]) {
  let end: (outcome: string | Error) => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (outcome) => {
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    };
  });
  const task = () => {
    log.push(name);
    return ended;
  };
  return {
    task,
    end: (outcome: string | Error = name) => {
      end(outcome);
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('KeyedQueue', () => {
  const setup = () => {
    const log: string[] = [];
    const [first, second] = [aTask('first', log), aTask('second', log)];
    return { queue: new KeyedQueue(), log, first, second };
  };

  it('begins a task of the same key only when the one before has ended', async () => {
    const { queue, log, first, second } = setup();
    const runs = [queue.run('a', first.task), queue.run('a', second.task)];
    await settled();
    expect(log).toEqual(['first']);
    first.end();
    await settled();
    expect(log).toEqual(['first', 'second']);
    second.end();
    expect(await Promise.all(runs)).toEqual(['first', 'second']);
  });

  it('goes on after a task that failed, and tells only its own caller', async () => {
    const { queue, first, second } = setup();
    const failing = queue.run('a', first.task);
    const following = queue.run('a', second.task);
    first.end(new Error('no'));
    second.end();
    await expect(failing).rejects.toThrow('no');
    expect(await following).toBe('second');
  });

  it('runs tasks of different keys side by side', async () => {
    const { queue, log, first, second } = setup();
    const runs = [queue.run('a', first.task), queue.run('b', second.task)];
    await settled();
    expect(log).toEqual(['first', 'second']);
    first.end();
    second.end();
    await Promise.all(runs);
  });
});
