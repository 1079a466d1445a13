import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import {
  type ChannelShown,
  type ListNotificationsAnswer,
} from '../../src/domains/notifications/channels/channels.dto.js';
import { type RuleShown } from '../../src/domains/notifications/rules/rules.dto.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from './eventually.js';
import { type FakeMail } from './fakes/fake-mail.js';
import { type FakeSystem } from './fakes/fake-system.js';
import { type CallOptions } from './start-app.js';
import { type TwoNodes } from './two-nodes.js';

export const CHANNELS = '/notifications/channels';
export const RULES = '/notifications/rules';
export const TOKEN = 'canary-of-chats-51fe';
/** A rule that says everything that one may say. */
export const FULL_RULE = {
  description: 'At night',
  filters: [{ source: 'x', topic: 'y' }],
  workflows: ['Nightly'],
  devices: ['edge-1'],
  deviceGroups: ['edges'],
  groups: ['Night shift'],
  to: ['a@example.com'],
  subject: '{{ event.topic }}',
  text: '{{ count }}',
  quiet: { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin', days: ['fri'] },
  bundleMinutes: 5,
};

/** The systems that are told; they start before the first call. */
interface Systems {
  readonly chat?: FakeSystem;
  readonly mail?: FakeMail;
}

/** What tests of notifications ask an administrator's platform for. */
export function notificationCalls(
  nodes: TwoNodes,
  systems: Systems,
  login: { readonly username: string; readonly password: string },
) {
  let names = 0;
  const call = <T>(method: string, path: string, options: CallOptions = {}) =>
    nodes.node.as<T>('admin', method, path, options);
  const at = (base: string, { _id }: { readonly _id: string }, more = '') =>
    `${base}/${_id}${more}`;
  const nextName = (what: string) => `${what} ${String((names += 1))}`;
  const slack = (more: JsonObject & { url?: string } = {}): JsonObject & { url: string } => ({
    name: nextName('Chat'),
    kind: 'slack',
    url: `http://${systems.chat?.host ?? ''}/chat${String(names)}/${TOKEN}`,
    ...more,
  });
  const post = async <T>(path: string, body: JsonObject): Promise<T> => {
    const { json: made, status, text } = await call<T>('POST', path, { body });
    if (status !== 200) throw new Error(text);
    return made;
  };
  const aChannel = async (more: JsonObject & { url?: string } = {}) => {
    const body = slack(more);
    const made = await post<ChannelShown>(CHANNELS, body);
    return { made, to: new URL(body.url).pathname };
  };
  const mailBody = (more: JsonObject = {}): JsonObject => ({
    name: nextName('Mail'),
    kind: 'mail',
    mail: {
      host: '127.0.0.1',
      port: systems.mail?.port ?? 0,
      security: 'starttls',
      username: login.username,
      from: 'netadmin@example.com',
      to: ['noc@example.com'],
      domains: ['example.com'],
    },
    password: login.password,
    ...more,
  });
  const mailTo = (to: string[]): JsonObject => {
    const body = mailBody();
    return { ...body, mail: { ...(body['mail'] as JsonObject), to } };
  };
  const textsTo = (to: string) =>
    (systems.chat?.to(to) ?? []).map(({ body }) => (JSON.parse(body) as { text: string }).text);
  const aRule = async (channels: readonly string[], more: JsonObject = {}) => {
    const source = nextName('source');
    const body = {
      name: nextName('Rule'),
      filters: [{ source }],
      channels: [...channels],
      ...more,
    };
    return { made: await post<RuleShown>(RULES, body), source, body };
  };
  const publish = async (source: string, payload: JsonObject, on = nodes.node) => {
    const body = { source, topic: 'told', payload };
    const { json: made } = await on.as<{ _id: string }>('engineering', 'POST', '/events', { body });
    return made._id;
  };
  const sent = async (channel: ChannelShown, query = '') =>
    (await call<ListNotificationsAnswer>('GET', at(CHANNELS, channel, `/deliveries?${query}`)))
      .json;
  const settled = (channel: ChannelShown, state: string, count = 1) =>
    eventually(
      () => sent(channel, `state=${state}`),
      ({ results }) => results.length >= count,
    );
  const deliveries = () =>
    nodes.node.app
      .get<Connection>(getConnectionToken(), { strict: false })
      .collection('event_deliveries');
  const made = { slack, mailBody, mailTo, aChannel, aRule };
  return { ...made, call, at, nextName, deliveries, post, publish, sent, settled, textsTo };
}
