import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whileRenewed } from './while-renewed.js';

const everyMs = 1000;

/** Work that ends when its lease is lost. */
const work = (lost: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    lost.addEventListener('abort', () => {
      reject(lost.reason as Error);
    });
  });

const failureOf = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  );

describe('whileRenewed', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('tells the work that its lease is lost', async () => {
    const lost = (): Error => new Error('taken');
    const renew = (): Promise<boolean> => Promise.resolve(false);
    const done = failureOf(whileRenewed({ everyMs, renew, lost }, work));
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(await done).toBe('taken');
  });

  it('goes on while the database is away or answers late, and hears of it then', async () => {
    let answerLate: (isHeld: boolean) => void = () => undefined;
    const late = new Promise<boolean>((resolve) => (answerLate = resolve));
    const renew = vi
      .fn<() => Promise<boolean>>()
      .mockRejectedValueOnce(new Error('away'))
      .mockReturnValueOnce(late)
      .mockResolvedValue(true);
    const done = failureOf(whileRenewed({ everyMs, renew }, work));
    await vi.advanceTimersByTimeAsync(4 * everyMs);
    expect(renew).toHaveBeenCalledTimes(4);
    answerLate(false);
    expect(await done).toBe('somebody else has the work');
  });

  it.each([
    ['is done', () => Promise.resolve()],
    ['has failed', () => Promise.reject(new Error('failed'))],
  ])('renews nothing any more when the work %s', async (_, ended) => {
    const renew = vi.fn(() => Promise.resolve(true));
    await whileRenewed({ everyMs, renew }, ended).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(2 * everyMs);
    expect(renew).not.toHaveBeenCalled();
  });
});
