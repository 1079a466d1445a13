import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { IdempotencyModule } from '../../src/api/idempotency/idempotency.module.js';
import { EventsModule } from '../../src/domains/events/events.module.js';
import { EVENT_LIST } from '../../src/domains/events/log/event-list.js';
import { StoredEventsService } from '../../src/domains/events/log/stored-events.service.js';
import { EVENT_TYPE_MODEL } from '../../src/domains/events/registry/event-type.schema.js';
import { EVENT_TYPE_LIST } from '../../src/domains/events/registry/event-type-lists.js';
import { EventTypesRepository } from '../../src/domains/events/registry/event-types.repository.js';
import { DeliveriesRepository } from '../../src/domains/events/deliveries/deliveries.repository.js';
import { DELIVERY_LIST } from '../../src/domains/events/webhooks/webhook-lists.js';
import { DELIVERY_MODEL } from '../../src/domains/events/deliveries/delivery.schema.js';
import { DeliveryTasks } from '../../src/domains/events/deliveries/delivery.tasks.js';
import { WebhookTasks } from '../../src/domains/events/webhooks/webhook.tasks.js';
import { EVENT_MODEL } from '../../src/platform/events/stored-event.schema.js';
import { testDatabase } from '../support/database.js';
import { startDomain } from '../support/domain-app.js';
import { type ExplainedRead, explainReads } from '../support/explained.js';
import { partOfList } from '../support/part-of-list.js';
import { watched } from '../support/watch-commands.js';

@Module({ imports: [IdempotencyModule, EventsModule] })
class EventReads {}

const DOCUMENTS = 10_000;
const NUMBERS = Array.from({ length: DOCUMENTS }, (_, at) => at);
const timeOf = (at: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + at * 1000);
const padded = (at: number) => String(at).padStart(5, '0');

const event = (at: number) => ({
  _id: `event-${padded(at)}`,
  seq: at + 1,
  source: `source ${String(at % 10)}`,
  topic: `topic ${String(at % 7)}`,
  time: timeOf(at),
  actor: null,
  payload: {},
});
const delivery = (at: number) => ({
  _id: `delivery-${padded(at)}`,
  webhook: `webhook ${String(at % 10)}`,
  event: `event-${padded(at)}`,
  source: 's',
  topic: 't',
  state: at % 3 === 0 ? 'failed' : 'delivered',
  attempts: 1,
  due: null,
  status: 200,
  detail: '',
  created: timeOf(at),
  finished: timeOf(at),
});
const declared = (at: number) => ({
  _id: `type-${padded(at)}`,
  source: `source ${String(at % 100)}`,
  topic: `topic ${padded(at)}`,
  description: '',
  schema: {},
  revision: 1,
  created: timeOf(at),
  createdBy: 'ada',
  updated: timeOf(at),
  updatedBy: 'ada',
});

describe('the indexes of events', () => {
  const database = testDatabase('event-indexes');
  let node: TestingModule;
  const fill = (model: string, make: (at: number) => object) =>
    node
      .get<Model<unknown>>(getModelToken(model), { strict: false })
      .collection.insertMany(NUMBERS.map(make));
  const get = <T>(type: new (...args: never[]) => T): T => node.get<T>(type, { strict: false });

  /** No sorting, and no document beyond the page; counts look at keys alone. */
  const expectLean = (reads: readonly ExplainedRead[]) => {
    expect(reads).toHaveLength(2);
    for (const { kind, stages, docsExamined, skip, returned } of reads) {
      expect(stages).not.toContain('COLLSCAN');
      expect(stages).not.toContain('SORT');
      expect(docsExamined).toBeLessThanOrEqual(kind === 'count' ? 0 : skip + returned);
    }
  };

  beforeAll(async () => {
    node = await startDomain({
      uri: watched(database.uri),
      module: EventReads,
      // Its own reads would stand between those that are explained.
      override: (builder) =>
        builder
          .overrideProvider(DeliveryTasks)
          .useValue({})
          .overrideProvider(WebhookTasks)
          .useValue({}),
    });
    await fill(EVENT_MODEL, event);
    await fill(DELIVERY_MODEL, delivery);
    await fill(EVENT_TYPE_MODEL, declared);
  });

  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it.each<[object, number]>([
    [{}, DOCUMENTS],
    [{ skip: 100 }, DOCUMENTS],
    [{ source: 'source 3' }, 1000],
    [{ topic: 'topic 2' }, 1429],
    [{ source: 'source 3', topic: 'topic 3' }, 143],
    [{ from: timeOf(9000).toISOString(), to: timeOf(9100).toISOString() }, 100],
    [{ source: 'source 3', from: timeOf(9000).toISOString() }, 100],
  ])('carry the list of events: %j', async (search, total) => {
    const { result, reads } = await explainReads(node, () =>
      get(StoredEventsService).list(partOfList(EVENT_LIST, search)),
    );
    expect(result.total).toBe(total);
    expectLean(reads);
  });

  it.each([undefined, 'failed' as const])(
    'carry the deliveries of a webhook in state %s',
    async (state) => {
      const { result, reads } = await explainReads(node, () =>
        get(DeliveriesRepository).list('webhook 3', partOfList(DELIVERY_LIST, { state })),
      );
      expect(result.items).toHaveLength(25);
      expectLean(reads);
    },
  );

  it.each([{}, { source: 'source 3' }])('carry the declared events: %j', async (filter) => {
    const { result, reads } = await explainReads(node, () =>
      get(EventTypesRepository).list(partOfList(EVENT_TYPE_LIST, filter)),
    );
    expect(result.items).toHaveLength(25);
    const [page] = reads.filter(({ kind }) => kind === 'find');
    expect(page?.stages).not.toContain('SORT');
    expect(page?.docsExamined).toBe(25);
  });
});
