import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestingModule } from '@nestjs/testing';
import { testDatabase } from '../../../test/support/database.js';
import { startDomain } from '../../../test/support/domain-app.js';
import { HandClock } from '../../../test/support/hand-clock.js';
import { Clock } from '../../kernel/clock.js';
import { EventLogRepository } from './event-log.repository.js';
import { EventPublisherService } from './event-publisher.service.js';
import { EventRetentionService } from './event-retention.service.js';
import { EventsLogModule } from './events-log.module.js';
import { PlatformLifeService } from './platform-life.service.js';
import { isEvent } from './stored-event.js';

describe('retention of events', () => {
  const database = testDatabase('event-retention');
  const clock = new HandClock();
  let node: TestingModule;
  const start = () =>
    startDomain({
      uri: database.uri,
      module: EventsLogModule,
      env: { EVENT_RETENTION_DAYS: '2' },
      override: (builder) => builder.overrideProvider(Clock).useValue(clock),
    });
  const entries = () => node.get(EventLogRepository).after(0, 100);
  const tell = (id: string) =>
    node.get(EventPublisherService).publish('roleCreated', { id, name: id, by: null });
  const aDay = () => {
    clock.advance({ minutes: 24 * 60 });
  };

  beforeAll(async () => {
    node = await start();
  });

  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it('removes what is too old, empty places with it, and says up to where', async () => {
    const last = (await entries()).at(-1)?.seq ?? 0;
    const places = async () =>
      (await entries()).map(({ seq }) => seq - last).filter((place) => place > 0);
    await tell('a');
    await node.get(EventLogRepository).close(last + 2, last + 2);
    await node.get(EventLogRepository).reserve(1);
    await tell('b');
    aDay();
    await tell('c');
    await node.get(EventRetentionService).sweep();
    expect(await places()).toEqual([1, 2, 3, 4]);
    aDay();
    clock.advance({ seconds: 1 });
    await node.get(EventRetentionService).sweep();
    expect(await places()).toEqual([4]);
    expect(await node.get(EventLogRepository).removedUpTo()).toBe(last + 3);
  });

  it('tells that a node came and went', async () => {
    const other = await start();
    await other.get(PlatformLifeService).started();
    await other.close();
    const [started, stopped] = (await entries()).filter(isEvent).slice(-2);
    expect(started).toMatchObject({ source: 'Platform', topic: 'platformStarted' });
    expect(stopped).toMatchObject({ source: 'Platform', topic: 'platformStopped' });
    expect(stopped?.payload).toEqual({ node: (started?.payload as { node: string }).node });
  });

  it('says nothing of services that were booted without a server', async () => {
    const before = await entries();
    await (await start()).close();
    expect(await entries()).toEqual(before);
  });
});
