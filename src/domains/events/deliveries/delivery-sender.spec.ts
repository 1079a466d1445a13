import { describe, expect, it } from 'vitest';
import { SystemClock } from '../../../platform/system/system-clock.js';
import { DeliverySenderService } from './delivery-sender.service.js';

const GONE = new Error('the connection is gone');

/** A sender whose deliveries are all due; the database loses the outcome of the first. */
function aSender(count: number): { sender: DeliverySenderService; noted: string[] } {
  const noted: string[] = [];
  let taken = 0;
  const deliveries = {
    take: async () => {
      // What failed before has failed by the time that the next one is here.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      taken += 1;
      return taken > count ? null : { _id: String(taken), webhook: 'w', event: 'e', attempts: 1 };
    },
    note: ({ _id }: { _id: string }) => {
      if (_id === '1') return Promise.reject(GONE);
      noted.push(_id);
      return Promise.resolve();
    },
  };
  const receivers = { find: () => Promise.resolve(null) };
  const given = [deliveries, receivers, {}, new SystemClock()] as never as ConstructorParameters<
    typeof DeliverySenderService
  >;
  return { sender: new DeliverySenderService(...given), noted };
}

describe('DeliverySenderService', () => {
  it('sends the others where an outcome cannot be noted, and tells of it at the end', async () => {
    const { sender, noted } = aSender(3);
    await expect(sender.run(new AbortController().signal)).rejects.toBe(GONE);
    expect(noted).toEqual(['2', '3']);
  });
});
