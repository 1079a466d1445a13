import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { BackupWorkerService } from './backup-worker.service.js';
import { type AttemptEnds } from './run-item.service.js';

/** A worker that talks to two devices at a time, and more items than it can begin. */
function aWorker() {
  const begun: { readonly read: () => void; readonly finish: () => void }[] = [];
  let ids = 0;
  const items = {
    claim: (_: string, count: number) =>
      Promise.resolve(Array.from({ length: count }, () => ({ _id: String((ids += 1)) }))),
  };
  const work = {
    carryOut: (_: unknown, { onRead }: AttemptEnds) =>
      new Promise((resolve) => {
        begun.push({
          read: () => onRead?.(),
          finish: () => {
            resolve('new');
          },
        });
      }),
  };
  const config = { collecting: { atOnce: 2, timeoutSeconds: 1 } };
  const given = [config, items, work, { next: () => 'holder' }, {}, new Metrics()];
  const worker = new BackupWorkerService(
    ...(given as never as ConstructorParameters<typeof BackupWorkerService>),
  );
  return { worker, begun };
}

describe('BackupWorkerService', () => {
  it('talks to further devices while what was read is stored, unless too much waits for that', async () => {
    const { worker, begun } = aWorker();
    await worker.fill();
    expect(begun.length).toBe(2);
    const counts: number[] = [];
    for (const event of ['read', 'read', 'read', 'finish', 'finish'] as const) {
      begun[counts.length % 3]?.[event]();
      await setImmediate();
      counts.push(begun.length);
    }
    expect(counts).toEqual([3, 4, 4, 5, 5]);
    for (const { finish } of begun) finish();
    await worker.onModuleDestroy();
  });
});
