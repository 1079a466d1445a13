import { createHmac } from 'node:crypto';
import { type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { DeliveriesRepository } from '../../src/domains/events/deliveries/deliveries.repository.js';
import { DeliveryTasks } from '../../src/domains/events/deliveries/delivery.tasks.js';
import { type TestReceiverAnswer } from '../../src/domains/events/deliveries/delivery.dto.js';
import {
  type DeliveryShown,
  type ListDeliveriesAnswer,
  type ListWebhooksAnswer,
  type WebhookShown,
} from '../../src/domains/events/webhooks/webhooks.dto.js';

import { eventually } from '../support/eventually.js';
import { FakeSystem, json, type SeenRequest } from '../support/fakes/fake-system.js';
import { type CallOptions } from '../support/start-app.js';
import { TwoNodes } from '../support/two-nodes.js';

const SECRET = 'canary-of-webhooks-1f0c';
const DAY_MINUTES = 24 * 60;

interface Sent {
  readonly delivery: string;
  readonly webhook: string;
  readonly event: { readonly topic: string; readonly payload: { readonly n: number } };
}
const bodyOf = ({ body }: SeenRequest) => JSON.parse(body) as Sent;

describe('webhooks', () => {
  const nodes = new TwoNodes('webhooks', {
    OUTBOUND_ALLOW: '127.0.0.1',
    // Days pass here.
    SESSION_MINUTES: '43200',
  });
  let receiver: FakeSystem;
  let names = 0;

  const call = <T>(method: string, path: string, options: CallOptions = {}) =>
    nodes.node.as<T>('admin', method, path, options);
  const path = ({ _id }: { readonly _id: string }, more = '') => `/events/webhooks/${_id}${more}`;
  const write = (more: object = {}) => {
    names += 1;
    const source = `source ${String(names)}`;
    const url = `http://${receiver.host}/hook${String(names)}`;
    return { name: `Hook ${String(names)}`, url, secret: SECRET, filters: [{ source }], ...more };
  };
  const create = async (more: object = {}) => {
    const body = write(more);
    const { json: made, status } = await call<WebhookShown>('POST', '/events/webhooks', { body });
    expect(status).toBe(200);
    return { made, source: body.filters[0]?.source ?? '', to: new URL(body.url).pathname };
  };
  const publish = async (source: string, n: number, topic = 'x', on = nodes.node) => {
    const body = { source, topic, payload: { n } };
    expect((await on.as('engineering', 'POST', '/events', { body })).status).toBe(200);
  };
  const deliveries = async (webhook: WebhookShown, query = '') =>
    (await call<ListDeliveriesAnswer>('GET', path(webhook, `/deliveries?${query}`))).json;
  const come = (to: string, count: number) =>
    eventually(
      () => Promise.resolve(receiver.to(to)),
      ({ length }) => length >= count,
    );
  const first = async (to: string): Promise<SeenRequest> => {
    const [seen] = await come(to, 1);
    if (!seen) throw new Error('nothing came');
    return seen;
  };
  const settled = (webhook: WebhookShown, state: string, count = 1) =>
    eventually(
      () => deliveries(webhook, `state=${state}`),
      ({ results }) => results.length >= count,
    );
  /** Lets time go by: for the nodes, and for what is due by the clock of the database. */
  const advance = async (minutes: number) => {
    nodes.clock.advance({ minutes });
    await nodes.node.app
      .get<Connection>(getConnectionToken(), { strict: false })
      .collection('event_deliveries')
      .updateMany({ state: 'waiting' }, [
        { $set: { due: { $subtract: ['$due', minutes * 60_000] } } },
      ]);
  };

  beforeAll(async () => {
    receiver = await FakeSystem.start();
    await nodes.start();
  });

  afterEach(() => {
    receiver.forget();
  });

  afterAll(async () => {
    await nodes.close();
    await receiver.close();
  });

  describe('as administrators keep them', () => {
    it('are made, read, listed, changed and deleted, and show no secret', async () => {
      const { made } = await create({ description: 'About mars' });
      expect(made).toMatchObject({ description: 'About mars', secret: '<SECRET>', enabled: true });
      const shown = await call<WebhookShown>('GET', path(made));
      expect(shown.json).toEqual(made);
      expect(shown.headers.get('etag')).toMatch(/^"1\./);
      const listed = await call<ListWebhooksAnswer>('GET', '/events/webhooks?limit=200');
      expect(listed.json.results).toContainEqual(made);
      expect(listed.json.total).toBe(listed.json.results.length);
      const paged = await call<ListWebhooksAnswer>('GET', '/events/webhooks?limit=1&skip=0');
      const [first] = listed.json.results;
      expect(paged.json).toEqual({ results: [first], total: listed.json.total });
      const body = { name: made.name, url: made.url, secret: '<SECRET>', enabled: false };
      const changed = await call<WebhookShown>('PUT', path(made), { body });
      expect(changed.json).toMatchObject({ enabled: false, filters: [], description: '' });
      const filters = [{ source: 'mars', topic: 'landed' }];
      const filtered = await call<WebhookShown>('PUT', path(made), { body: { ...body, filters } });
      expect(filtered.json.filters).toEqual(filters);
      const again = await call<WebhookShown>('GET', path(made));
      expect(again.json.filters).toEqual(filters);
      const relisted = await call<ListWebhooksAnswer>('GET', '/events/webhooks?limit=200');
      const found = relisted.json.results.find(({ _id }) => _id === made._id);
      expect(found).toMatchObject({ filters });
      const known = { 'if-none-match': again.headers.get('etag') ?? '' };
      expect((await call('GET', path(made), { headers: known })).status).toBe(304);
      const stale = { body, headers: { 'if-match': '"1"' } };
      expect((await call('PUT', path(made), stale)).status).toBe(412);
      expect((await call('DELETE', path(made), { headers: { 'if-match': '"1"' } })).status).toBe(
        412,
      );
      expect((await call('DELETE', path(made))).status).toBe(200);
      for (const [method, more, sent] of [
        ['GET', '', undefined],
        ['PUT', '', body],
        ['DELETE', '', undefined],
        ['GET', '/deliveries', undefined],
        ['POST', '/test', undefined],
        ['POST', '/deliveries/x/retry', undefined],
      ] as const) {
        const options = sent ? { body: sent } : {};
        expect((await call(method, path(made, more), options)).status).toBe(404);
      }
    });

    it('have a name of their own, whatever its case', async () => {
      const { made } = await create();
      const body = write({ name: made.name.toUpperCase() });
      const taken = await call('POST', '/events/webhooks', { body });
      expect(taken.status).toBe(409);
      expect(taken.json).toMatchObject({ code: 'name-taken' });
      const { made: other } = await create();
      const renamed = { ...write(), url: other.url, name: made.name };
      expect((await call('PUT', path(other), { body: renamed })).status).toBe(409);
    });

    it.each([
      ['url', { url: 'ftp://example.com/' }],
      ['url', { url: 'http://user:word@example.com/' }],
      ['secret', { secret: '<SECRET>' }],
      ['secret', { secret: undefined }],
    ])('refuse a bad %s: %j', async (key, more) => {
      const { status, json: refused } = await call('POST', '/events/webhooks', {
        body: write(more),
      });
      expect(status).toBe(400);
      expect(refused).toMatchObject({ errors: [{ pointer: `#/${key}` }] });
    });

    it('ask for the secret again when it would go elsewhere', async () => {
      const { made } = await create();
      const body = { name: made.name, url: 'https://elsewhere.example/', secret: '<SECRET>' };
      expect((await call('PUT', path(made), { body })).json).toMatchObject({
        errors: [{ pointer: '#/secret' }],
      });
    });

    it('are tested without an event', async () => {
      const { made, to } = await create();
      expect((await call<TestReceiverAnswer>('POST', path(made, '/test'))).json).toEqual({
        passed: true,
        status: 200,
        detail: 'It answered 200',
      });
      expect(receiver.to(to).map(bodyOf)).toMatchObject([{ event: { topic: 'webhookTest' } }]);
      receiver.on(to, (_, res) => {
        json(res, 500, {});
      });
      expect((await call('POST', path(made, '/test'))).json).toMatchObject({
        passed: false,
        status: 500,
      });
      expect((await deliveries(made)).total).toBe(0);
    });

    it('reach nothing on private addresses that is not allowed', async () => {
      const { made } = await create({ url: 'http://127.0.0.2:9/' });
      expect((await call<TestReceiverAnswer>('POST', path(made, '/test'))).json).toMatchObject({
        passed: false,
        status: null,
      });
    });
  });

  describe('as receivers see them', () => {
    it('tell of events that the filters describe, once each, from any node', async () => {
      const { made, source, to } = await create();
      await publish(source, 1);
      await publish(source, 2, 'y', nodes.otherNode);
      await publish('another', 3);
      await come(to, 2);
      await settled(made, 'delivered', 2);
      const sent = receiver.to(to).map(bodyOf);
      expect(sent.map(({ event }) => event.payload.n).toSorted()).toEqual([1, 2]);
      expect(new Set(sent.map(({ delivery }) => delivery)).size).toBe(2);
      const { results, total } = await deliveries(made);
      expect(total).toBe(2);
      expect(results[0]).toMatchObject({
        source,
        state: 'delivered',
        attempts: 1,
        status: 200,
        detail: 'It answered 200',
        due: null,
      });
    });

    it('are signed', async () => {
      const { source, to } = await create();
      await publish(source, 1);
      const seen = await first(to);
      const { headers, body } = seen;
      const timestamp = String(headers['x-webhook-timestamp']);
      const digest = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
      expect(headers['x-webhook-signature']).toBe(`v1=${digest}`);
      expect(headers['x-webhook-delivery']).toBe(bodyOf(seen).delivery);
      expect(Number(timestamp) * 1000).toBe(nodes.clock.now().getTime());
    });

    it('come again after a failure, later each time, under the same id', async () => {
      const { made, source, to } = await create();
      receiver.on(to, (_, res) => {
        json(res, [503, 502][receiver.to(to).length - 1] ?? 200, {});
      });
      const noted = (status: number) =>
        eventually(
          () => deliveries(made, 'state=waiting'),
          ({ results }) => results[0]?.status === status,
        );
      await publish(source, 1);
      await noted(503);
      expect((await call<WebhookShown>('GET', path(made))).json.failingSince).not.toBeNull();
      await advance(1);
      await noted(502);
      await advance(1);
      await settled(made, 'delivered');
      expect(new Set(receiver.to(to).map((seen) => bodyOf(seen).delivery)).size).toBe(1);
      expect((await deliveries(made)).results[0]).toMatchObject({ attempts: 3, status: 200 });
      expect((await call<WebhookShown>('GET', path(made))).json.failingSince).toBeNull();
    });

    it('do not wait for receivers that let theirs wait', async () => {
      const slow = await Promise.all(Array.from({ length: 3 }, () => create()));
      const { source, to } = await create();
      const held: ServerResponse[] = [];
      for (const one of slow) receiver.on(one.to, (_, res) => held.push(res));
      for (const one of slow) for (let n = 0; n < 20; n += 1) await publish(one.source, n);
      for (const one of slow) await come(one.to, 2);
      const calls = held.length;
      await publish(source, 1);
      await come(to, 1);
      expect(held.length - calls).toBeLessThan(20);
      for (const one of slow) receiver.on(one.to, (_, res) => res.end());
      for (const res of held) res.end();
      for (const one of slow) await settled(one.made, 'delivered', 20);
    });

    it('come again when the node that sent them died over it', async () => {
      const { made, to } = await create();
      // No filter is for it: nobody else plans it.
      const source = 'nobody asks for this';
      const repository = nodes.node.app.get(DeliveriesRepository, { strict: false });
      await publish(source, 1);
      const event = (await call<{ results: { _id: string }[] }>('GET', `/events?source=${source}`))
        .json;
      // As if it was planned, taken and sent, and nobody lived to say what came of it.
      await repository.add([
        {
          delivery: {
            _id: 'left-alone',
            webhook: made._id,
            event: event.results[0]?._id ?? '',
            source,
            topic: 'x',
            state: 'waiting',
            attempts: 1,
            status: null,
            detail: '',
            created: nodes.clock.now(),
            finished: null,
          },
          notBefore: new Date(Date.now() + 60_000),
        },
      ]);
      expect(receiver.to(to)).toEqual([]);
      await advance(2);
      expect(bodyOf(await first(to)).delivery).toBe('left-alone');
      await settled(made, 'delivered');
    });

    it('are given up in the end, and sent again by hand', async () => {
      const { made, source, to } = await create();
      // Another status each time tells that the attempt is over: it counts from its beginning.
      let answered = 0;
      receiver.on(to, (_, res) => {
        answered += 1;
        json(res, 500 + answered, {});
      });
      await publish(source, 1);
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        await come(to, attempt);
        await eventually(
          () => deliveries(made),
          ({ results }) => results[0]?.attempts === attempt && results[0].status === 500 + attempt,
        );
        await advance(attempt < 7 ? 60 : 5 * 60);
        // That nodes look again by themselves is seen above.
        nodes.node.app.get(DeliveryTasks, { strict: false }).sendNow();
      }
      const { results } = await settled(made, 'failed');
      const again = path(made, `/deliveries/${results[0]?._id ?? ''}/retry`);
      expect((await call('POST', path(made, '/deliveries/absent/retry'))).status).toBe(404);
      receiver.forget();
      const retried = await call<DeliveryShown>('POST', again);
      expect(retried.json).toMatchObject({ state: 'waiting', attempts: 0 });
      await settled(made, 'delivered');
      receiver.on(to, (_, res) => {
        json(res, 500, {});
      });
      await call('POST', again);
      expect((await call('POST', again)).status).toBe(409);
    });

    it('are switched off after a day of failures, with an event that says so', async () => {
      const { made, source, to } = await create();
      receiver.on(to, (_, res) => {
        json(res, 500, {});
      });
      await publish(source, 1);
      await eventually(
        () => deliveries(made),
        ({ results }) => results[0]?.status === 500,
      );
      await advance(DAY_MINUTES + 1);
      await eventually(
        () => call<WebhookShown>('GET', path(made)),
        ({ json: shown }) => !shown.enabled,
      );
      const shown = (await call<WebhookShown>('GET', path(made))).json;
      expect(shown.disabledReason).toBe('It answered 500');
      const told = await eventually(
        async () =>
          (await call<{ results: { payload: object }[] }>('GET', '/events?topic=webhookDisabled'))
            .json,
        (answer) => answer.results.length > 0,
      );
      expect(told.results[0]?.payload).toEqual({
        id: made._id,
        name: made.name,
        reason: 'It answered 500',
      });
      await advance(10);
      await settled(made, 'failed');
    });

    it('are forgotten when they are old', async () => {
      const { made, source } = await create();
      await publish(source, 1);
      await settled(made, 'delivered');
      await advance(8 * DAY_MINUTES);
      await nodes.node.app.get(DeliveryTasks, { strict: false }).sweep();
      expect((await deliveries(made)).total).toBe(0);
    });
  });

  it('leaves no secret in answers, logs and what is sent', () => {
    expect(JSON.stringify(receiver.seen)).not.toContain(SECRET);
    expect(nodes.logged.join('')).not.toContain(SECRET);
    expect(nodes.logged.filter((line) => line.includes('a consumer of events failed'))).toEqual([]);
  });

  it('calls a URL with credentials, shows it without, and takes that back for it', async () => {
    const secret = 'canary-of-urls-9c1b';
    const url = `http://${receiver.host}/with-token?room=4&token=${secret}`;
    const { made, source } = await create({ url });
    const shown = `http://${receiver.host}/with-token?room=4&token=<SECRET>`;
    expect(made.url).toBe(shown);
    const body = { name: made.name, url: shown, secret: '<SECRET>', filters: [{ source }] };
    const kept = await call<WebhookShown>('PUT', path(made), { body });
    expect([kept.status, kept.json.url]).toEqual([200, shown]);
    await publish(source, 1);
    const told = new URL(url);
    const [sent] = await come(told.pathname, 1);
    expect(sent?.url).toContain(`token=${secret}`);
    const seen = await Promise.all(
      ['/events/webhooks', path(made), '/audit?limit=100'].map((page) => call('GET', page)),
    );
    expect(seen.map(({ text }) => text).join()).not.toContain(secret);
    const { db } = nodes.node.app.get<Connection>(getConnectionToken());
    const all = db?.collection<{ _id: string; url: string }>('event_webhooks');
    expect(await all?.findOne({ _id: made._id })).toMatchObject({
      url: expect.stringMatching(/^\$ENC1\./),
    });
    await all?.updateOne({ _id: made._id }, { $set: { url } });
    expect((await call<WebhookShown>('GET', path(made))).json.url).toBe(shown);
  });
});
