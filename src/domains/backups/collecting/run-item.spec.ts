import { describe, expect, it } from 'vitest';
import { RunItemService } from './run-item.service.js';

const RUN = { _id: 'run', total: 2, by: null, description: '', notes: '' };
const anItem = (deviceId: string) => ({
  _id: `run:${deviceId}`,
  runId: 'run',
  deviceId,
  attempts: 1,
});

describe('RunItemService', () => {
  it('ends a run behind an attempt that lost its item, where that one was ended by another node', async () => {
    const open = new Set(['run:slow', 'run:quick']);
    const ended: string[] = [];
    let answer: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const runs = {
      find: () => Promise.resolve(RUN),
      finish: (id: string) => Promise.resolve(ended.push(id)),
    };
    const items = {
      finish: ({ _id }: { _id: string }) => Promise.resolve(open.delete(_id)),
      hasOpen: () => Promise.resolve(open.size > 0),
    };
    const devices = { findById: (_id: string) => Promise.resolve({ _id }) };
    const backups = {
      take: async ({ _id }: { _id: string }) => {
        if (_id === 'slow') await slow;
        return { outcome: 'new', backupId: 'b' };
      },
    };
    const given = [runs, items, devices, backups, {}] as never;
    const service = new RunItemService(...(given as ConstructorParameters<typeof RunItemService>));
    const { signal } = new AbortController();
    const carryOut = (deviceId: string): Promise<string> =>
      service.carryOut(anItem(deviceId) as never, {
        stopping: signal,
        lost: signal,
        deadlineMs: 1,
      });

    const late = carryOut('slow');
    open.delete('run:slow');
    expect([await carryOut('quick'), ended]).toEqual(['new', []]);
    answer();
    expect([await late, ended]).toEqual(['lost', ['run']]);
  });
});
