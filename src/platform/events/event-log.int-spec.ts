import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { startDomain } from '../../../test/support/domain-app.js';
import { eventually } from '../../../test/support/eventually.js';
import { watchCommands, watched } from '../../../test/support/watch-commands.js';
import { BackgroundTasks } from '../scheduling/background-tasks.js';
import { EventFeedService } from './event-feed.service.js';
import { EventLogRepository } from './event-log.repository.js';
import { EventPublisherService } from './event-publisher.service.js';
import { EventReader } from './event-reader.js';
import { EventsLogModule } from './events-log.module.js';
import { EVENT_MODEL } from './stored-event.schema.js';
import { isEvent, type PlatformEvent, type StoredEvent } from './stored-event.js';

const aGroup = (id: string) => ({ id, name: `group ${id}`, by: 'eve' });
const anEvent = (seq: number): StoredEvent => ({
  _id: `event-${seq}`,
  seq,
  source: 'Mars',
  topic: 'dust',
  time: new Date('2026-01-01T00:00:00Z'),
  actor: null,
  payload: {},
});

describe('the log of events', () => {
  const database = testDatabase('event-log');
  const nodes: TestingModule[] = [];
  let node: TestingModule;

  const start = async (): Promise<TestingModule> => {
    const started = await startDomain({ uri: watched(database.uri), module: EventsLogModule });
    nodes.push(started);
    return started;
  };
  const log = (of = node) => of.get(EventLogRepository);
  const publisher = (of = node) => of.get(EventPublisherService);
  const stored = async () => (await log().after(0, 10_000)).filter(isEvent);
  /** A consumer that remembers what it was told. */
  const follow = async (
    name: string,
    of = node,
    fail: (event: PlatformEvent) => boolean = () => false,
  ) => {
    const told: PlatformEvent[] = [];
    await of.get(EventFeedService).follow(name, (event) => {
      told.push(event);
      return fail(event) ? Promise.reject(new Error('not this one')) : Promise.resolve();
    });
    return told;
  };
  const stop = async (of: TestingModule) => {
    nodes.splice(nodes.indexOf(of), 1);
    await of.close();
  };

  beforeEach(async () => {
    node = await start();
  });

  afterEach(async () => {
    await node.get<Model<StoredEvent>>(getModelToken(EVENT_MODEL)).db.dropDatabase();
    await Promise.all(nodes.splice(0).map((started) => started.close()));
  });

  afterAll(() => database.drop());

  it('keeps what was published, in order and without gaps', async () => {
    await publisher().publish('groupCreated', aGroup('a'), 'eve');
    await Promise.all(['b', 'c', 'd'].map((id) => publisher().publish('groupDeleted', aGroup(id))));
    expect(await stored()).toMatchObject([
      {
        seq: 1,
        source: 'UserManagement',
        topic: 'groupCreated',
        actor: 'eve',
        payload: aGroup('a'),
      },
      { seq: 2, topic: 'groupDeleted', actor: null, payload: aGroup('b') },
      { seq: 3, payload: aGroup('c') },
      { seq: 4, payload: aGroup('d') },
    ]);
  });

  it('gives each event of two nodes a place of its own', async () => {
    const other = await start();
    const ids = Array.from({ length: 100 }, (_, index) => String(index));
    await Promise.all(
      ids.map((id) => publisher(Number(id) % 2 ? other : node).publish('roleCreated', aGroup(id))),
    );
    const found = await stored();
    expect(found.map(({ seq }) => seq)).toEqual(ids.map((_, index) => index + 1));
    expect(new Set(found.map(({ payload }) => (payload as { id: string }).id)).size).toBe(100);
  });

  it('tells a consumer of everything from its first day on, once each and in order', async () => {
    await publisher().publish('groupCreated', aGroup('before'));
    const told = await follow('one');
    for (const id of ['a', 'b', 'c']) await publisher().publish('groupCreated', aGroup(id));
    await eventually(
      () => Promise.resolve(told.map(({ payload }) => payload['id'])),
      (ids) => ids.length === 3,
    );
    expect(told.map(({ payload }) => payload['id'])).toEqual(['a', 'b', 'c']);
  });

  it('keeps events back from a consumer that pauses, and tells them in order afterwards', async () => {
    let [isPaused, asked] = [true, 0];
    const told: unknown[] = [];
    const handle = ({ payload }: PlatformEvent): Promise<void> =>
      Promise.resolve(void told.push(payload['id']));
    const pause = (): Promise<boolean> => {
      asked += 1;
      return Promise.resolve(isPaused);
    };
    await node.get(EventFeedService).follow('pausing', handle, { isPaused: pause });
    for (const id of ['a', 'b']) await publisher().publish('groupCreated', aGroup(id));
    await eventually(
      () => Promise.resolve(asked),
      (times) => times > 1,
    );
    expect(told).toEqual([]);
    isPaused = false;
    await eventually(
      () => Promise.resolve(told),
      ({ length }) => length === 2,
    );
    expect(told).toEqual(['a', 'b']);
  });

  it('lets a consumer go on where it stood, on another node and after a restart', async () => {
    const first = await follow('one');
    await publisher().publish('groupCreated', aGroup('a'));
    await eventually(
      () => Promise.resolve(first),
      ({ length }) => length === 1,
    );
    await stop(node);
    node = await start();
    await publisher().publish('groupCreated', aGroup('b'));
    const second = await follow('one');
    await eventually(
      () => Promise.resolve(second),
      ({ length }) => length === 1,
    );
    expect(second[0]?.payload['id']).toBe('b');
  });

  it('keeps the lock of a consumer from one event to the next', async () => {
    const told = await follow('one');
    const { seen } = watchCommands(node);
    for (let count = 1; count <= 10; count += 1) {
      await publisher().publish('groupCreated', aGroup(String(count)));
      await eventually(
        () => Promise.resolve(told),
        ({ length }) => length === count,
      );
    }
    const locks = seen.filter((command) => command === 'findAndModify platform.locks');
    expect(locks.length).toBeLessThan(5);
  });

  it('tells one of two nodes alone', async () => {
    const other = await start();
    const told = [await follow('one'), await follow('one', other)];
    const ids = Array.from({ length: 60 }, (_, index) => String(index));
    for (const id of ids)
      await publisher(Number(id) % 2 ? other : node).publish('formCreated', aGroup(id));
    await eventually(
      () => Promise.resolve(told.flat()),
      ({ length }) => length >= ids.length,
    );
    const seqs = told.flat().map(({ seq }) => seq);
    expect(seqs.toSorted((a, b) => a - b)).toEqual(ids.map((_, index) => index + 1));
  });

  it('tells an event again that its consumer failed at, and no later one before', async () => {
    let failures = 2;
    const told = await follow(
      'one',
      node,
      ({ payload }) => payload['id'] === 'b' && failures-- > 0,
    );
    for (const id of ['a', 'b', 'c']) await publisher().publish('groupCreated', aGroup(id));
    await eventually(
      () => Promise.resolve(told),
      ({ length }) => length === 5,
    );
    expect(told.map(({ payload }) => payload['id'])).toEqual(['a', 'b', 'b', 'b', 'c']);
  });

  it('does not pass over an event that is written later than the next one', async () => {
    const told = await follow('one');
    const slow = await log().reserve(1);
    const fast = await log().reserve(1);
    await log().insert([anEvent(fast)]);
    await publisher().publish('groupCreated', aGroup('later'));
    const reader = new EventReader(log());
    expect(await reader.after(0, 10)).toEqual({ events: [], position: 0 });
    await log().insert([anEvent(slow)]);
    await eventually(
      () => Promise.resolve(told),
      ({ length }) => length === 3,
    );
    expect(told.map(({ seq }) => seq)).toEqual([slow, fast, fast + 1]);
  });

  it('gives a writer another place when readers did not wait for the first', async () => {
    await publisher().publish('groupCreated', aGroup('a'));
    const next = (await log().lastPlace()) + 1;
    await log().close(next, next);
    await publisher().publish('groupCreated', aGroup('b'));
    const reader = new EventReader(log(), 0);
    const first = await reader.after(0, 10);
    expect(first.events.map(({ payload }) => payload['id'])).toEqual(['a', 'b']);
  });

  it('closes a place whose writer died, and reads on', async () => {
    await log().reserve(1); // and the writer is gone
    await publisher().publish('groupCreated', aGroup('a'));
    const patient = new EventReader(log());
    expect((await patient.after(0, 10)).events).toEqual([]);
    const impatient = new EventReader(log(), 0);
    const { events, position } = await impatient.after(0, 10);
    expect(events.map(({ seq }) => seq)).toEqual([2]);
    expect(position).toBe(2);
    // The writer was only slow: its place is gone, and it is told so.
    expect(await log().insert([anEvent(1)])).toBe(false);
  });

  it('does not wait for what was removed because of its age', async () => {
    for (const id of ['a', 'b', 'c']) await publisher().publish('groupCreated', aGroup(id));
    await log().removeUpTo(2);
    const reader = new EventReader(log());
    const { position } = await reader.after(0, 10);
    expect((await reader.after(position, 10)).events.map(({ seq }) => seq)).toEqual([3]);
  });

  it('stores what could not be stored at first, and fails nobody over it', async () => {
    await node
      .get<Model<StoredEvent>>(getModelToken(EVENT_MODEL))
      .collection.insertMany([anEvent(1), anEvent(2)] as never[]);
    await expect(publisher().publish('groupCreated', aGroup('a'))).resolves.toBeUndefined();
    expect((await stored()).at(-1)).toMatchObject({ seq: 3, payload: aGroup('a') });
  });

  it('ends with the background work', async () => {
    const told = await follow('one');
    expect(await node.get(BackgroundTasks, { strict: false }).stop(1000)).toEqual([]);
    const others = await follow('one', await start());
    await publisher().publish('groupCreated', aGroup('a'));
    await eventually(
      () => Promise.resolve(others),
      ({ length }) => length === 1,
    );
    expect(told).toEqual([]);
  });
});
