import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerTimeRepository } from './server-time.repository.js';

const noon = new Date('2026-05-04T12:00:00.000Z');
const after = (ms: number) => new Date(noon.getTime() + ms);

describe('the time at the database', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  it('goes on from the last look, and is looked up where it is unknown or a minute old', async () => {
    const findOne = vi.fn(() => Promise.resolve({ now: noon }));
    const connection = { db: { collection: () => ({ findOne }) } } as unknown;
    const time = new ServerTimeRepository(
      connection as ConstructorParameters<typeof ServerTimeRepository>[0],
    );
    expect(time.now()).toBeUndefined();
    await time.refresh();
    expect([time.now(), findOne.mock.calls.length]).toEqual([noon, 1]);
    vi.advanceTimersByTime(60_000);
    expect([time.now(), findOne.mock.calls.length]).toEqual([after(60_000), 1]);
    vi.advanceTimersByTime(1);
    expect([time.now(), findOne.mock.calls.length]).toEqual([after(60_001), 2]);
  });
});
