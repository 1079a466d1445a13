import { describe, expect, it } from 'vitest';
import { eventually } from '#test/support/eventually.js';
import { RunningReadings, type Reading } from './running-readings.js';

/** A reading that goes on until it is told to end, or is stopped. */
const aReading = () => {
  let end = (): void => undefined;
  const stopped: unknown[] = [];
  const read: Reading = (_, signal) =>
    new Promise((resolve, reject) => {
      end = resolve;
      signal.addEventListener('abort', () => {
        stopped.push(signal.reason);
        queueMicrotask(() => {
          reject(new Error('stopped'));
        });
      });
    });
  return {
    read,
    stopped,
    end: () => {
      end();
    },
  };
};
const left = new Error('left');

describe('RunningReadings', () => {
  it('lets whoever joined a reading have it, though the one who began it leaves', async () => {
    const readings = new RunningReadings();
    const { read, stopped, end } = aReading();
    const first = new AbortController();
    const began = readings.join('a', read, { signal: first.signal });
    const joined = readings.join('a', read, { signal: new AbortController().signal });
    first.abort(left);
    await expect(began).rejects.toBe(left);
    expect(stopped).toEqual([]);
    end();
    await expect(joined).resolves.toBeUndefined();
  });

  it('ends a reading when the last one leaves, and waits for its end', async () => {
    const readings = new RunningReadings();
    const { read, stopped } = aReading();
    const [first, second] = [new AbortController(), new AbortController()];
    const began = readings.join('a', read, { signal: first.signal });
    const joined = readings.join('a', read, { signal: second.signal });
    first.abort(left);
    await expect(began).rejects.toBe(left);
    second.abort(left);
    await expect(joined).rejects.toThrow('stopped');
    expect(stopped).toEqual([left]);
    expect(readings.has('a')).toBe(false);
  });

  it('begins anew behind one that was left, and joins none that is about to end', async () => {
    const readings = new RunningReadings();
    const [old, fresh] = [aReading(), aReading()];
    const first = new AbortController();
    const began = readings.join('a', old.read, { signal: first.signal });
    first.abort(left);
    const second = readings.join('a', fresh.read);
    await expect(began).rejects.toThrow('stopped');
    await eventually(
      () => Promise.resolve(readings.has('a')),
      (isThere) => isThere,
    );
    fresh.end();
    await expect(second).resolves.toBeUndefined();
  });

  it('ends all readings when the node stops, whoever waits for them', async () => {
    const readings = new RunningReadings();
    const { read } = aReading();
    const waits = [readings.join('a', read), readings.join('b', read), readings.join('a', read)];
    const ends = Promise.allSettled(waits);
    await readings.stop();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
