import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { EventTriggersService } from '../../src/domains/automations/firing/event-triggers.service.js';
import { JobStartQueueService } from '../../src/domains/automations/starting/job-start-queue.service.js';
import { type Config } from '../../src/platform/config/config.js';
import { FiredTriggersService } from '../../src/domains/automations/firing/fired-triggers.service.js';
import { PayloadsService } from '../../src/domains/automations/firing/payloads.service.js';
import { TriggerEditorsService } from '../../src/domains/automations/firing/trigger-editors.service.js';
import { TriggersRepository } from '../../src/domains/automations/triggers/triggers.repository.js';
import { TRIGGER_MODEL } from '../../src/domains/automations/triggers/trigger.schema.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { EventPublisherService } from '../../src/platform/events/event-publisher.service.js';
import { EventBatch } from '../../src/platform/events/event-batch.js';
import { eventually } from '../support/eventually.js';
import { FiringApp, TRIGGERS } from '../support/firing-app.js';

describe('triggers that wait for events', () => {
  let node: FiringApp;
  let topics = 0;

  /** Somebody else's event. */
  const happen = (topic: string, payload: JsonObject) =>
    node.app
      .get(EventPublisherService, { strict: false })
      .append({ source: 'Mars', topic, payload, actor: null });
  const waiting = async (fields: JsonObject = {}) => {
    const topic = `dust-${String(++topics)}`;
    return { topic, id: await node.trigger('eventSystem', { source: 'Mars', topic, ...fields }) };
  };
  const outcomes = (id: string, count: number) =>
    eventually(
      () => node.outcomesOf(id),
      (found) => found.length >= count,
    );

  beforeAll(async () => {
    node = await FiringApp.start('event-triggers');
  });
  afterAll(() => node.close());

  it('start a job with the payload of what they wait for, and of nothing else', async () => {
    const schema = { type: 'object', required: ['size'], properties: { size: { minimum: 10 } } };
    const { id, topic } = await waiting({ schema });
    await happen(topic, { size: 1 });
    await happen('another topic', { size: 12 });
    const event = await happen(topic, { size: 12 });
    await outcomes(id, 1);
    const [run, ...more] = await node.runsOf(id);
    expect([run?.outcome, run?.occurrence, more]).toEqual(['started', `event ${event}`, []]);
    const jobs = node.app.get(JobStartQueueService, { strict: false });
    expect(await jobs.find(run?.jobId ?? '')).toMatchObject({
      startedBy: node.engineerId,
      chain: [id],
    });
    expect(await node.variablesOf(run?.jobId ?? '')).toEqual({ size: 12 });
  });

  it('start one job for one event, however often they are told', async () => {
    const { id, topic } = await waiting();
    const events = node.app.get(EventTriggersService, { strict: false });
    const time = node.clock.now();
    const event = { id: 'e1', seq: 1, source: 'Mars', topic, time, actor: null, payload: { a: 1 } };
    const { signal } = new AbortController();
    await Promise.all([1, 2, 3, 4].map(() => events.handle(event, signal, new EventBatch())));
    await events.handle(event, signal, new EventBatch());
    expect(await node.outcomesOf(id)).toEqual(['started']);
  });

  it('start their jobs even where another one of the same event fails', async () => {
    const { id: one, topic } = await waiting();
    const other = await node.trigger('eventSystem', { source: 'Mars', topic });
    const [first = '', second = ''] = [one, other].sort();
    await node.app
      .get<Model<unknown>>(getModelToken(TRIGGER_MODEL), { strict: false })
      .updateOne({ _id: first }, { $set: { document: '{' } });
    const time = node.clock.now();
    const event = { id: 'e2', seq: 1, source: 'Mars', topic, time, actor: null, payload: {} };
    const events = node.app.get(EventTriggersService, { strict: false });
    const handled = events.handle(event, new AbortController().signal, new EventBatch());
    await expect(handled).rejects.toThrow('Not every trigger was fired');
    expect(await node.outcomesOf(second)).toEqual(['started']);
  });

  it('say that nothing could be made of an event', async () => {
    const { id, topic } = await waiting({ jst: 'Absent' });
    await happen(topic, {});
    expect(await outcomes(id, 1)).toEqual(['refused']);
    const told = await eventually(
      () => node.eventsOf('triggerRefused', id),
      (events) => events.length > 0,
    );
    expect(told).toMatchObject([{ reason: "Transformation 'Absent' not found", chain: [id] }]);
  });

  it('say neither why nor of which automation where not everybody may see that', async () => {
    const topic = `dust-${String(++topics)}`;
    const hidden = await node.hiddenAutomation();
    const fields = { source: 'Mars', topic, jst: 'Absent' };
    const id = await node.triggerOf(hidden, 'eventSystem', fields);
    await happen(topic, {});
    const told = await eventually(
      () => node.eventsOf('triggerRefused', id),
      (events) => events.length > 0,
    );
    expect(told).toEqual([{ id, automationId: null, reason: null, chain: [id] }]);
  });

  it('are all fired, however many wait for one event', async () => {
    const topic = `dust-${String(++topics)}`;
    const first = await node.trigger('eventSystem', { source: 'Mars', topic });
    const triggers = node.app.get<Model<{ _id: string }>>(getModelToken(TRIGGER_MODEL), {
      strict: false,
    });
    const record = await triggers.findOne({ _id: first }).lean<{ _id: string }>();
    const copies = Array.from({ length: 240 }, (_, at) => `${first}-${String(at)}`);
    await triggers.collection.insertMany(copies.map((_id) => ({ ...record, _id }) as never));
    const time = node.clock.now();
    const event = { id: 'e3', seq: 1, source: 'Mars', topic, time, actor: null, payload: {} };
    const events = node.app.get(EventTriggersService, { strict: false });
    await events.handle(event, new AbortController().signal, new EventBatch());
    const jobs = node.app.get(JobStartQueueService, { strict: false });
    const running = await Promise.all([first, ...copies].map((one) => jobs.isRunning(one)));
    expect(running.filter(Boolean)).toHaveLength(241);
  });

  it('start as many jobs as one event may, and say of the others that they did not', async () => {
    const topic = `dust-${String(++topics)}`;
    const filtered = { properties: { to: { const: 'nobody' } }, required: ['to'] };
    await node.trigger('eventSystem', { source: 'Mars', topic, schema: filtered });
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1)
      ids.push(await node.trigger('eventSystem', { source: 'Mars', topic }));
    const get = <T>(type: new (...args: never[]) => T): T =>
      node.app.get<T>(type, { strict: false });
    const events = new EventTriggersService(
      { engine: { jobsPerEventMax: 3 } } as Config,
      ...([get(TriggersRepository), get(PayloadsService), get(TriggerEditorsService)] as const),
      get(FiredTriggersService),
    );
    const time = node.clock.now();
    const event = { id: 'e4', seq: 1, source: 'Mars', topic, time, actor: null, payload: {} };
    await events.handle(event, new AbortController().signal, new EventBatch());
    const runs = await Promise.all(ids.map((id) => node.runsOf(id)));
    const outcomes = runs.map(([run]) => run?.outcome ?? '').toSorted();
    expect(outcomes).toEqual(['refused', 'refused', 'started', 'started', 'started']);
    const [refused] = runs.flat().filter(({ outcome }) => outcome === 'refused');
    expect(refused?.reason).toBe(
      'The event has started 3 jobs already, as many as EVENT_JOBS_MAX allows',
    );
    const told = await eventually(
      () => node.payloadsOf('eventJobsLimited'),
      (found) => found.length > 0,
    );
    expect(told).toEqual([
      {
        eventId: 'e4',
        source: 'Mars',
        topic,
        started: 3,
        refused: 2,
        chain: [expect.any(String)],
      },
    ]);
    const each = await Promise.all(ids.map((id) => node.eventsOf('triggerRefused', id)));
    expect(each.flat()).toEqual([]);
  });

  it('end a circle after a few rounds', async () => {
    // Once this one is refused, no job that another test has started is still to be told of.
    const before = await waiting({ jst: 'Absent' });
    await happen(before.topic, {});
    await outcomes(before.id, 1);
    const id = await node.trigger('eventSystem', {
      source: 'OperationsManager',
      topic: 'jobRequested',
      schema: { properties: { automationId: { const: node.automationId } } },
    });
    const first = await node.trigger('manual');
    await node.call('POST', `${TRIGGERS}/manual/${first}/run`, { body: {} });
    const found = await outcomes(id, 5);
    expect(found.toSorted()).toEqual(['refused', 'started', 'started', 'started', 'started']);
    const refused = (await node.runsOf(id)).find(({ outcome }) => outcome === 'refused');
    expect(refused?.reason).toBe('The event follows from 5 triggers already: a circle ends here');
    expect(await node.eventsOf('triggerRefused', id)).toEqual([]);
  });
});
