import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { EventBatch } from '../../src/platform/events/event-batch.js';
import { EventLogRepository } from '../../src/platform/events/event-log.repository.js';
import { toPlatformEvent } from '../../src/platform/events/stored-event.js';
import { NotificationPlannerService } from '../../src/domains/notifications/planning/notification-planner.service.js';
import { DeliveryTasks } from '../../src/domains/events/deliveries/delivery.tasks.js';
import { type TestReceiverAnswer } from '../../src/domains/events/deliveries/delivery.dto.js';
import {
  type ChannelShown,
  type ListChannelsAnswer,
  type NotificationShown,
} from '../../src/domains/notifications/channels/channels.dto.js';
import {
  type ListRulesAnswer,
  type PreviewRuleAnswer,
  type RuleShown,
} from '../../src/domains/notifications/rules/rules.dto.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import { chainOf } from '../support/factories/made-workflows.js';
import { FakeMail } from '../support/fakes/fake-mail.js';
import { FakeSystem, json } from '../support/fakes/fake-system.js';
import {
  CHANNELS,
  FULL_RULE,
  notificationCalls,
  RULES,
  TOKEN,
} from '../support/notification-calls.js';
import { selfSignedCertificate } from '../support/self-signed-certificate.js';
import { TwoNodes } from '../support/two-nodes.js';

const PASSWORD = 'canary-of-mail-77ab';
const HOUR_MS = 60 * 60_000;
const LOGIN = { username: 'netadmin', password: PASSWORD };
const CERTIFICATE = selfSignedCertificate('mail.test');

interface Job {
  readonly data: { readonly _id: string; readonly status: string; readonly variables: JsonObject };
}

describe('notifications', () => {
  const directory = mkdtempSync(join(tmpdir(), 'notifications-'));
  const authorities = join(directory, 'ca.pem');
  writeFileSync(authorities, CERTIFICATE.certificate);
  const nodes = new TwoNodes('notifications', {
    OUTBOUND_ALLOW: '127.0.0.1',
    EXTRA_CA_FILE: authorities,
    // Days pass here.
    SESSION_MINUTES: '43200',
  });
  let chat: FakeSystem;
  let mail: FakeMail;

  const systems: { chat?: FakeSystem; mail?: FakeMail } = {};
  const calls = notificationCalls(nodes, systems, LOGIN);
  const { call, at, nextName, slack, post, aChannel, mailBody, mailTo, aRule } = calls;
  const { deliveries, publish, sent, settled, textsTo } = calls;
  /** Lets time go by: for the nodes, and for what is due by the clock of the database. */
  const advance = async (minutes: number) => {
    nodes.clock.advance({ minutes });
    await deliveries().updateMany({ state: 'waiting' }, [
      { $set: { due: { $subtract: ['$due', minutes * 60_000] } } },
    ]);
  };
  /** The time of all that waits has come. */
  const come = () => deliveries().updateMany({ state: 'waiting' }, [{ $set: { due: '$$NOW' } }]);
  const waits = async (channel: ChannelShown, isIt: (one: NotificationShown) => boolean) => {
    const { results } = await eventually(
      () => sent(channel, 'state=waiting'),
      (answer) => answer.results.some(isIt),
    );
    return results[0];
  };
  /** So many hours after the hour that it is. */
  const hour = (more: number) => {
    const now = nodes.clock.now().getTime();
    return new Date((Math.floor(now / HOUR_MS) + more) * HOUR_MS).toISOString();
  };

  beforeAll(async () => {
    // Far ahead of the database: what waits does so until the test says otherwise.
    const ahead = Math.ceil((Date.now() - nodes.clock.now().getTime()) / HOUR_MS) + 48;
    nodes.clock.advance({ minutes: ahead * 60 + 5 });
    chat = await FakeSystem.start();
    mail = await FakeMail.start({ tls: { ...CERTIFICATE, fromStart: false }, login: LOGIN });
    Object.assign(systems, { chat, mail });
    await nodes.start();
  });
  afterEach(() => {
    chat.forget();
    mail.seen.length = 0;
  });
  afterAll(async () => {
    await nodes.close();
    await chat.close();
    await mail.close();
    rmSync(directory, { recursive: true });
  });

  describe('have channels', () => {
    it('that are made, read, listed, changed and deleted, and show no secret', async () => {
      const body = slack({ description: 'Of the operations centre' });
      const made = await post<ChannelShown>(CHANNELS, body);
      const url = `http://${chat.host}/<SECRET>`;
      expect(made).toMatchObject({ kind: 'slack', url, mail: null, password: '', enabled: true });
      const shown = await call<ChannelShown>('GET', at(CHANNELS, made));
      expect(shown.json).toEqual(made);
      const known = { 'if-none-match': shown.headers.get('etag') ?? '' };
      expect((await call('GET', at(CHANNELS, made), { headers: known })).status).toBe(304);
      const listed = await call<ListChannelsAnswer>('GET', `${CHANNELS}?equals[name]=${made.name}`);
      expect(listed.json).toEqual({ results: [made], total: 1 });
      // As it was shown: the URL stays.
      const back = { name: made.name, kind: 'slack', url, enabled: false };
      const changed = await call<ChannelShown>('PUT', at(CHANNELS, made), { body: back });
      expect(changed.json).toMatchObject({ url, enabled: false, description: '' });
      await call('POST', at(CHANNELS, made, '/test'));
      expect(chat.seen.map((seen) => seen.url)).toEqual([new URL(body.url).pathname]);
      const stale = { 'if-match': '"1"' };
      const put = await call('PUT', at(CHANNELS, made), { body: back, headers: stale });
      expect(put.status).toBe(412);
      expect((await call('DELETE', at(CHANNELS, made), { headers: stale })).status).toBe(412);
      expect((await call('DELETE', at(CHANNELS, made))).status).toBe(200);
      for (const [method, more, written] of [
        ['GET', '', undefined],
        ['PUT', '', body],
        ['DELETE', '', undefined],
        ['GET', '/deliveries', undefined],
        ['POST', '/test', undefined],
        ['POST', '/deliveries/x/retry', undefined],
      ] as const)
        expect(
          (await call(method, at(CHANNELS, made, more), written ? { body: written } : {})).status,
        ).toBe(404);
    });

    it('with names of their own, that go by force alone while rules send to them', async () => {
      const { made } = await aChannel();
      const taken = await call('POST', CHANNELS, {
        body: slack({ name: made.name.toUpperCase() }),
      });
      expect([taken.status, taken.json]).toMatchObject([409, { code: 'name-taken' }]);
      const { made: other } = await aChannel();
      const renamed = await call('PUT', at(CHANNELS, other), { body: slack({ name: made.name }) });
      expect(renamed.status).toBe(409);
      const { made: rule, source } = await aRule([made.name, other.name]);
      const used = await call('DELETE', at(CHANNELS, made));
      const usedBy = [{ kind: 'notification rule', name: rule.name }];
      expect(used).toMatchObject({ status: 409, json: { code: 'in-use', current: { usedBy } } });
      expect((await call('DELETE', at(CHANNELS, made, '?force=true'))).status).toBe(200);
      // The rule passes it over.
      await publish(source, { device: 'edge-1' });
      await settled(other, 'delivered');
      expect(await deliveries().countDocuments({ webhook: made._id })).toBe(0);
    });

    it.each<[string, () => JsonObject]>([
      ['#/url', () => slack({ url: 'http://user:word@chat.example/' })],
      ['#/url', () => ({ name: 'x', kind: 'teams' })],
      ['#/mail', () => ({ name: 'x', kind: 'mail' })],
      ['#/mail', () => slack({ mail: mailBody()['mail'] ?? null })],
      ['#/password', () => slack({ password: 'x' })],
      ['#/url', () => mailBody({ url: 'https://chat.example/' })],
      ['#/password', () => mailBody({ password: '<PASSWORD>' })],
      ['#/mail/to/1', () => mailTo(['noc@example.com', 'Somebody <a@example.com>'])],
    ])('that are refused with %s where that does not fit', async (pointer, body) => {
      const { status, json: refused } = await call('POST', CHANNELS, { body: body() });
      expect([status, refused]).toMatchObject([400, { errors: [{ pointer }] }]);
    });

    it('that ask for the password again when it would go elsewhere', async () => {
      const body = mailBody();
      const made = await post<ChannelShown>(CHANNELS, body);
      expect(made.password).toBe('<PASSWORD>');
      const kept = { name: body['name'] ?? '', kind: 'mail', mail: body['mail'] ?? null };
      expect((await call('PUT', at(CHANNELS, made), { body: kept })).status).toBe(200);
      const elsewhere = { ...(body['mail'] as JsonObject), host: 'mail.elsewhere.example' };
      const moved = await call('PUT', at(CHANNELS, made), { body: { ...kept, mail: elsewhere } });
      expect(moved.json).toMatchObject({ errors: [{ pointer: '#/password' }] });
    });

    it.each([
      ['slack', { text: expect.stringContaining('*A test of notifications*\n') as string }],
      ['mattermost', { text: expect.stringContaining('**A test of notifications**') as string }],
      ['teams', { type: 'message' }],
    ])('that %s understands', async (kind, body) => {
      const { made, to } = await aChannel({ kind });
      const tested = await call<TestReceiverAnswer>('POST', at(CHANNELS, made, '/test'));
      expect(tested.json).toEqual({ passed: true, status: 200, detail: 'It answered 200' });
      expect(chat.to(to).map((seen) => JSON.parse(seen.body) as unknown)).toMatchObject([body]);
    });

    it('that send mail with STARTTLS and a password', async () => {
      const made = await post<ChannelShown>(CHANNELS, mailBody());
      expect((await call('GET', at(CHANNELS, made))).json).toEqual(made);
      const tested = await call<TestReceiverAnswer>('POST', at(CHANNELS, made, '/test'));
      expect(tested.json).toEqual({ passed: true, status: 250, detail: 'It answered 250' });
      expect(mail.seen).toMatchObject([
        { to: ['noc@example.com'], isSecure: true, user: LOGIN.username },
      ]);
      expect(mail.seen[0]?.text).toContain('Subject: A test of notifications');
    });

    it('that send mail over TLS from the start, and without any', async () => {
      for (const [tls, security] of [
        [{ ...CERTIFICATE, fromStart: true }, 'tls'],
        [null, 'none'],
      ] as const) {
        const other = await FakeMail.start({ tls, login: null });
        const addresses = { from: 'netadmin@example.com', to: ['noc@example.com'] };
        const settings = { host: '127.0.0.1', port: other.port, security, ...addresses };
        const body = { name: nextName('Mail'), kind: 'mail', mail: settings };
        const made = await post<ChannelShown>(CHANNELS, body);
        const tested = await call<TestReceiverAnswer>('POST', at(CHANNELS, made, '/test'));
        expect([security, tested.json.passed]).toEqual([security, true]);
        expect(other.seen).toMatchObject([{ isSecure: tls !== null, user: null }]);
        await other.close();
      }
    });

    it.each<[string, string, () => JsonObject, JsonObject]>([
      ['a wrong password', 'It answered 535', () => mailBody({ password: 'another' }), {}],
      ['an unknown address', 'It answered 550', () => mailTo(['nobody@example.com']), {}],
      ['a server without TLS', 'the call to', () => mailBody(), { security: 'tls' }],
      ['a forbidden server', 'not allowed', () => mailBody(), { host: '169.254.169.254' }],
      ['a port that is closed', 'refuses connections', () => mailBody(), { port: 1 }],
    ])('that say of %s: %s', async (_, detail, body, more) => {
      const asked = body();
      const given = { ...asked, mail: { ...(asked['mail'] as JsonObject), ...more } };
      const made = await post<ChannelShown>(CHANNELS, given);
      const tested = await call<TestReceiverAnswer>('POST', at(CHANNELS, made, '/test'));
      expect(tested.json.passed).toBe(false);
      expect(tested.json.detail.toLowerCase()).toContain(detail.toLowerCase());
      expect(mail.seen).toEqual([]);
    });

    it('that reach no private address of a chat that is not allowed', async () => {
      const { made } = await aChannel({ url: 'http://127.0.0.2:9/' });
      const tested = await call<TestReceiverAnswer>('POST', at(CHANNELS, made, '/test'));
      expect(tested.json).toMatchObject({ passed: false, status: null });
    });
  });

  describe('have rules', () => {
    it('that are made, read, listed, changed and deleted', async () => {
      const { made: channel } = await aChannel();
      await post('/authorization/groups', { group: { name: 'Night shift' } });
      const { made, body } = await aRule([channel.name], FULL_RULE);
      expect(made).toMatchObject({
        ...body,
        groups: [expect.any(String)],
        channels: [channel._id],
      });
      const shown = await call<RuleShown>('GET', at(RULES, made));
      expect(shown.json).toEqual(made);
      const known = { 'if-none-match': shown.headers.get('etag') ?? '' };
      expect((await call('GET', at(RULES, made), { headers: known })).status).toBe(304);
      const listed = await call<ListRulesAnswer>('GET', `${RULES}?equals[name]=${made.name}`);
      expect(listed.json).toEqual({ results: [made], total: 1 });
      const bare = { name: made.name, filters: body.filters, channels: [channel._id] };
      const changed = await call<RuleShown>('PUT', at(RULES, made), { body: bare });
      expect(changed.json).toMatchObject({ quiet: null, groups: [], subject: null, to: [] });
      const stale = { 'if-match': '"1"' };
      expect((await call('PUT', at(RULES, made), { body: bare, headers: stale })).status).toBe(412);
      const { made: other } = await aRule([channel._id]);
      const taken = await call('PUT', at(RULES, other), { body: bare });
      expect([taken.status, (await call('POST', RULES, { body: bare })).status]).toEqual([
        409, 409,
      ]);
      expect((await call('DELETE', at(RULES, made), { headers: stale })).status).toBe(412);
      expect((await call('DELETE', at(RULES, made))).status).toBe(200);
      for (const [method, more, written] of [
        ['GET', '', undefined],
        ['PUT', '', bare],
        ['DELETE', '', undefined],
        ['POST', '/preview', {}],
      ] as const)
        expect(
          (await call(method, at(RULES, made, more), written ? { body: written } : {})).status,
        ).toBe(404);
    });

    it.each<[string, JsonObject]>([
      ['#/filters', { filters: [] }],
      ['#/channels', { channels: [] }],
      ['#/channels/0', { channels: ['a chat that is not there'] }],
      ['#/groups/0', { groups: ['a group that is not there'] }],
      ['#/to/0', { to: ['nobody'] }],
      ['#/text', { text: '{% if %}' }],
      ['#/quiet/timeZone', { quiet: { from: '22:00', to: '06:00', timeZone: 'Mars' } }],
      ['#/quiet/days/0', { quiet: { from: '01:00', to: '06:00', timeZone: 'UTC', days: ['x'] } }],
      ['#/quiet', { quiet: { from: '00:00', to: '24:00', timeZone: 'UTC' } }],
    ])('that are refused with %s where that makes no sense', async (pointer, more) => {
      const { made: channel } = await aChannel();
      const body = { name: nextName('Rule'), filters: [{ source: 'x' }], channels: [channel._id] };
      const { status, json: refused } = await call('POST', RULES, { body: { ...body, ...more } });
      expect([status, refused]).toMatchObject([400, { errors: [{ pointer }] }]);
    });

    it('that show what they would say', async () => {
      const { made: channel } = await aChannel();
      const filters = [{ source: 'WorkFlowEngine', topic: 'jobError' }];
      const { made } = await aRule([channel._id], { filters });
      const preview = async (rule: RuleShown, body: JsonObject = {}) =>
        (await call<PreviewRuleAnswer>('POST', at(RULES, rule, '/preview'), { body })).json;
      const usual = await preview(made);
      expect(usual).toMatchObject({ subject: 'jobError', failed: null });
      expect(usual.text).toContain('WorkFlowEngine jobError jobId=jobId');
      // What the rule itself says of the event does not come while the test looks.
      const later = { text: '{{ event.x.y.z }}', bundleMinutes: 60 };
      const { made: broken, source } = await aRule([channel._id], later);
      const event = await publish(source, { link: 'up', password: 'canary-of-payloads' });
      const about = await preview(broken, { event });
      expect(about.failed).not.toBeNull();
      expect(about.text).toContain('link=up');
      expect(about.text).not.toContain('canary-of-payloads');
      const absent = await call('POST', at(RULES, broken, '/preview'), { body: { event: 'none' } });
      expect([absent.status, chat.seen]).toEqual([404, []]);
    });
  });

  describe('of events', () => {
    it('go to each channel of a rule once, from any node, in the words of the rule', async () => {
      const [one, two] = [await aChannel(), await aChannel({ kind: 'mattermost' })];
      const { source } = await aRule([one.made._id, two.made.name], {
        subject: '{{ event.payload.device }} is {{ event.payload.state }}',
        text: 'Told by {{ rule.name }}',
      });
      await publish(source, { device: 'edge-1', state: 'down' });
      await publish('nobody asks for this', { device: 'edge-1' });
      await publish(source, { device: 'edge-2', state: 'up' }, nodes.otherNode);
      for (const { made } of [one, two]) await settled(made, 'delivered', 2);
      expect(
        textsTo(one.to)
          .map((text) => text.split('\n')[0])
          .sort(),
      ).toEqual(['*edge-1 is down*', '*edge-2 is up*']);
      const { results } = await sent(one.made);
      const ids = chat.to(one.to).map(({ headers }) => headers['x-notification-id']);
      expect(ids.sort()).toEqual(results.map(({ _id }) => _id).sort());
      expect(results[0]).toMatchObject({
        source,
        topic: 'told',
        attempts: 1,
        status: 200,
        due: null,
      });
    });

    it('are about the devices, also those of groups, that the rule names', async () => {
      const { made, to } = await aChannel();
      const body = { host: '192.0.2.1', type: 'cisco-ios', username: 'u', password: 'p' };
      await call('PUT', '/configuration_manager/devices/leaf-1', { body });
      const [leaves, none] = [nextName('Leaves'), nextName('Nothing')];
      const path = '/configuration_manager/devicegroup';
      await post(path, { groupName: leaves, deviceNames: 'leaf-1' });
      await post(path, { groupName: none });
      const words = { subject: '{{ event.payload.device }}', text: '-' };
      const scope = { devices: ['edge-1'], deviceGroups: [leaves] };
      const { source } = await aRule([made._id], { ...words, ...scope });
      await aRule([made._id], { ...words, deviceGroups: [none], filters: [{ source }] });
      for (const name of ['edge-2', 'edge-1', 'leaf-1']) await publish(source, { device: name });
      await settled(made, 'delivered', 2);
      expect((await sent(made)).total).toBe(2);
      expect(textsTo(to).sort()).toEqual(['*edge-1*\n-', '*leaf-1*\n-']);
    });

    it('are bundled', async () => {
      const { made, to } = await aChannel();
      const bundled = { bundleMinutes: 60, subject: '{{ count }} times', text: '{{ more }}' };
      const { source, made: rule } = await aRule([made._id], bundled);
      for (let n = 0; n < 52; n += 1) await publish(source, { n });
      const waiting = await waits(made, ({ more }) => more === 2);
      expect(waiting).toMatchObject({ rule: rule._id, events: { length: 50 }, attempts: 0 });
      expect(waiting?.due).toBe(hour(1));
      await come();
      await settled(made, 'delivered');
      expect(textsTo(to)).toEqual(['*52 times*\n2']);
    });

    it('are told once although they come twice, and by themselves when they come late', async () => {
      const { made, to } = await aChannel();
      const { source } = await aRule([made._id], { bundleMinutes: 60, subject: '{{ count }}' });
      const planner = nodes.node.app.get(NotificationPlannerService, { strict: false });
      const log = nodes.node.app.get(EventLogRepository, { strict: false });
      const planAgain = async (id: string) => {
        const stored = await log.find(id);
        if (stored) await planner.plan(toPlatformEvent(stored), new EventBatch());
      };
      const first = await publish(source, {});
      await waits(made, ({ events }) => events.length === 1);
      await planAgain(first);
      await come();
      await settled(made, 'delivered');
      await planAgain(first);
      await publish(source, {});
      await waits(made, ({ events }) => events[0] !== first);
      await come();
      await settled(made, 'delivered', 2);
      expect(textsTo(to).map((text) => text.split('\n')[0])).toEqual(['*1*', '*1*']);
    });

    it('wait for the end of a quiet time', async () => {
      const { made, to } = await aChannel();
      const quiet = { from: hour(-1).slice(11, 16), to: hour(2).slice(11, 16), timeZone: 'UTC' };
      const { source } = await aRule([made._id], { quiet });
      await publish(source, {});
      await publish(source, {});
      expect((await waits(made, ({ events }) => events.length === 2))?.due).toBe(hour(2));
      await come();
      await settled(made, 'delivered');
      expect(chat.to(to)).toHaveLength(1);
    });

    it('go to the addresses of the rule', async () => {
      const made = await post<ChannelShown>(CHANNELS, mailBody());
      const { source } = await aRule([made._id], { to: ['night@example.com'], text: 'Grüße' });
      await publish(source, {});
      const { results } = await settled(made, 'delivered');
      expect(mail.seen).toMatchObject([{ to: ['night@example.com'] }]);
      expect(mail.seen[0]?.text).toContain(`<${results[0]?._id ?? ''}@example.com>`);
    });

    it('are not sent any more once their rule is off', async () => {
      const { made } = await aChannel();
      const { made: rule, source, body } = await aRule([made._id], { bundleMinutes: 60 });
      await publish(source, {});
      await settled(made, 'waiting');
      await call('PUT', at(RULES, rule), { body: { ...body, enabled: false } });
      await come();
      const { results } = await settled(made, 'failed');
      expect(results[0]?.detail).toBe('The rule is off');
    });
  });

  it('say when a channel fails, try again, and leave the others alone', async () => {
    const [bad, good] = [await aChannel(), await aChannel()];
    chat.on(bad.to, (_, res) => {
      json(res, 500, {});
    });
    const { source } = await aRule([bad.made._id, good.made._id]);
    const told = (topic: string) =>
      eventually(
        () => call<{ results: { payload: JsonObject }[] }>('GET', `/events?topic=${topic}`),
        ({ json: { results } }) => results.some(({ payload }) => payload['id'] === bad.made._id),
      );
    await publish(source, {});
    await settled(good.made, 'delivered');
    const { results } = (await told('notificationChannelFailing')).json;
    const { name, _id: id } = bad.made;
    expect(results[0]?.payload).toEqual({ id, name, reason: 'It answered 500' });
    const shown = () => call<ChannelShown>('GET', at(CHANNELS, bad.made));
    expect((await shown()).json.failingSince).not.toBe(null);
    const early = await sent(bad.made);
    const retry = (one: NotificationShown | undefined) =>
      call<NotificationShown>(
        'POST',
        at(CHANNELS, bad.made, `/deliveries/${one?._id ?? ''}/retry`),
      );
    expect((await retry(early.results[0])).status).toBe(409);
    await advance(24 * 60 + 1);
    await told('notificationChannelDisabled');
    expect((await shown()).json).toMatchObject({
      enabled: false,
      disabledReason: 'It answered 500',
    });
    await advance(60);
    await settled(bad.made, 'failed');
    chat.forget();
    const body = slack({ name, url: `http://${chat.host}${bad.to}` });
    await call('PUT', at(CHANNELS, bad.made), { body });
    expect((await retry(early.results[0])).json).toMatchObject({ state: 'waiting', attempts: 0 });
    await settled(bad.made, 'delivered');
    await advance(8 * 24 * 60);
    await nodes.node.app.get(DeliveryTasks, { strict: false }).sweep();
    expect((await sent(bad.made)).total).toBe(0);
  });

  describe('of the task notify', () => {
    const notified = async (incoming: JsonObject) => {
      const name = nextName('Notifies');
      const task = {
        name: 'notify',
        type: 'automatic',
        incoming,
        outgoing: { notification: '$var.job.sent' },
        error: '$var.job.failure',
      };
      await post('/automation-studio/automations', { automation: chainOf(name, [task]) });
      const { data } = await post<Job>('/operations-manager/jobs/start', { workflow: name });
      const { json: ended } = await eventually(
        () => call<Job>('GET', `/operations-manager/jobs/${data._id}`),
        ({ json: job }) => job.data.status !== 'running',
      );
      return ended.data;
    };

    it('go on their way while the job goes on', async () => {
      const made = await post<ChannelShown>(CHANNELS, mailBody());
      const to = ['somebody@example.com'];
      const job = await notified({ channel: made.name, subject: 'Done', message: 'All well', to });
      expect(job).toMatchObject({ status: 'complete', variables: { sent: expect.any(String) } });
      const { results } = await settled(made, 'delivered');
      expect(results).toMatchObject([{ _id: job.variables['sent'], rule: null, events: [] }]);
      expect(mail.seen).toMatchObject([{ to }]);
    });

    it('go to nobody whom the channel does not admit, and through no channel that is not there', async () => {
      const made = await post<ChannelShown>(CHANNELS, mailBody());
      const said = { subject: 'x', message: 'x' };
      const stray = await notified({ ...said, channel: made._id, to: 'a@elsewhere.example' });
      expect(JSON.stringify(stray.variables['failure'])).toContain('no address that the channel');
      const lost = await notified({ ...said, channel: 'a chat that is not there' });
      expect(JSON.stringify(lost.variables['failure'])).toContain('not found');
      expect((await sent(made)).total).toBe(0);
    });
  });

  it('leave no secret in answers, logs and the database', async () => {
    const seen = await Promise.all(
      [CHANNELS, RULES, '/audit?limit=500', '/events?limit=500'].map((page) => call('GET', page)),
    );
    const stored = await Promise.all(
      ['notification_channels', 'event_deliveries'].map((name) =>
        nodes.node.app.get<Connection>(getConnectionToken()).collection(name).find().toArray(),
      ),
    );
    const all = [...seen.map(({ text }) => text), ...nodes.logged, JSON.stringify(stored)];
    const leaks = [PASSWORD, TOKEN].filter((secret) => all.some((text) => text.includes(secret)));
    expect(leaks).toEqual([]);
  });
});
