import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HandClock } from '#test/support/hand-clock.js';
import { conflict } from '../../../kernel/app-error.js';
import { EventListenersService } from './event-listeners.service.js';

const NOON = new Date('2026-05-04T12:00:00.000Z');
const EVENT = { id: 'e', seq: 1, source: 's', topic: 't', time: NOON, actor: null, payload: {} };
const UNREADABLE = conflict('No key of ours opens it', 'secret-unreadable');

const waiting = ['broken', 'sound'].map((jobId) => ({
  _id: `${jobId}-1`,
  jobId,
  task: 'a',
  startedAt: NOON,
  listener: '{"source":"s","topic":"t"}',
}));

describe('tasks that wait for an event', () => {
  const { signal } = new AbortController();
  const log = { error: vi.fn() };
  let told: string[];
  let failure: Error;

  const service = () => {
    const apply = (jobId: string): Promise<void> => {
      told.push(jobId);
      return jobId === 'broken' ? Promise.reject(failure) : Promise.resolve();
    };
    const found = (): Promise<typeof waiting> => Promise.resolve(waiting);
    const listeners = {
      hasAny: () => Promise.resolve(true),
      waitingFor: found,
      waitingSince: found,
    };
    const events = { happenedSince: () => Promise.resolve([EVENT, EVENT]) };
    return new EventListenersService(
      ...([
        listeners,
        events,
        { apply },
        new HandClock(NOON.toISOString()),
        log,
      ] as unknown as ConstructorParameters<typeof EventListenersService>),
    );
  };

  beforeEach(() => {
    told = [];
    failure = UNREADABLE;
    log.error.mockClear();
  });

  it('hear of it while the job of another one cannot be read', async () => {
    await service().handle(EVENT, signal);
    expect(told).toEqual(['broken', 'sound']);
    const fields = { err: UNREADABLE, job: 'broken', event: 'e' };
    expect(log.error).toHaveBeenCalledExactlyOnceWith(fields, expect.any(String));
  });

  it('hear of what they missed while the job of another one cannot be read', async () => {
    await service().catchUp(signal);
    expect(told).toEqual(['broken', 'sound']);
  });

  it('are told again when the database was away', async () => {
    failure = Object.assign(new Error('away'), { code: 'ECONNRESET' });
    await expect(service().handle(EVENT, signal)).rejects.toThrow(AggregateError);
    expect(told).toEqual(['broken', 'sound']);
  });
});
