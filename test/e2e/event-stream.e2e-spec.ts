import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type Account } from '../../src/domains/user-management/stored/account.js';
import { ACCOUNT_MODEL } from '../../src/domains/user-management/stored/account.schema.js';
import { EventStreamsService } from '../../src/domains/events/stream/event-streams.service.js';
import { eventually } from '../support/eventually.js';
import { type Frame, FrameReader } from '../support/frame-reader.js';
import { anAccount, aSessionOf, aSignedInCaller } from '../support/sign-in.js';
import { TwoNodes } from '../support/two-nodes.js';

interface Told {
  readonly topic: string;
  readonly payload: { readonly n?: number };
}

describe('the stream of events', () => {
  const nodes = new TwoNodes('event-stream');
  const followers: FrameReader<Told>[] = [];
  let token: string;

  const follow = async (query: string, { on = nodes.node, as = token, headers = {} } = {}) => {
    const follower = new FrameReader<Told>();
    followers.push(follower);
    return follower.open(on, `/events/stream?${query}`, as, headers);
  };
  const publish = async (source: string, n: number, topic = 'x', on = nodes.node) => {
    const body = { source, topic, payload: { n } };
    expect((await on.as('engineering', 'POST', '/events', { body })).status).toBe(200);
  };
  const ns = (told: readonly Frame<Told>[]) => told.map(({ data }) => data.payload.n);
  /** What each node answers each credential. */
  const statusesOf = async (credentials: readonly string[]) => {
    const answers = [nodes.node, nodes.otherNode].flatMap((on) =>
      credentials.map((as) => on.call('GET', '/whoami', { token: as })),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  const streams = (of = nodes.node) => of.app.get(EventStreamsService, { strict: false });

  beforeAll(async () => {
    await nodes.start();
    token = await nodes.node.tokenOf('operations');
  });

  afterEach(async () => {
    for (const follower of followers.splice(0)) follower.leave();
    await eventually(
      () => Promise.resolve(streams().size + streams(nodes.otherNode).size),
      (size) => size === 0,
    );
  });

  afterAll(() => nodes.close());

  it('tells of what happens on any node, as it happens', async () => {
    const here = await follow('source=live');
    const there = await follow('source=live', { on: nodes.otherNode });
    expect(here.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(here.headers['content-encoding']).toBeUndefined();
    await publish('live', 1);
    await publish('live', 2, 'y', nodes.otherNode);
    await publish('other', 3);
    await publish('live', 4);
    expect(ns(await here.untilCount(3))).toEqual([1, 2, 4]);
    expect(ns(await there.untilCount(3))).toEqual([1, 2, 4]);
  });

  it('goes on behind the last event that a client has seen', async () => {
    const first = await follow('source=again&from=0');
    for (const n of [1, 2, 3]) await publish('again', n);
    const told = await first.untilCount(3);
    first.leave();
    await publish('again', 4);
    const headers = { 'last-event-id': told[1]?.id ?? '' };
    const second = await follow('source=again&from=0', { headers, on: nodes.otherNode });
    expect(ns(await second.untilCount(2))).toEqual([3, 4]);
  });

  it('takes filters by source and topic, and ends after as many as were wanted', async () => {
    for (const n of [1, 2, 3, 4]) await publish('filtered', n, n % 2 ? 'odd' : 'even');
    const follower = await follow('source=filtered&topic=even&from=0&limit=2');
    await follower.untilEnd();
    expect(ns(follower.frames)).toEqual([2, 4]);
  });

  it('ends with the last event for those who do not ask for a stream', async () => {
    await publish('polled', 1);
    const { status, text, headers } = await nodes.node.as(
      'apiread',
      'GET',
      '/events/stream?source=polled&from=0',
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(text).toMatch(/^retry: 3000\n\nid: \d+\ndata: .*"source":"polled".*\n\n$/);
  });

  it('refuses what is no id', async () => {
    const headers = { 'last-event-id': 'x' };
    const path = '/events/stream?from=-1';
    expect((await nodes.node.as('admin', 'GET', '/events/stream', { headers })).status).toBe(400);
    expect((await nodes.node.as('admin', 'GET', path)).status).toBe(400);
  });

  it('begins now for who has seen more than there is', async () => {
    const follower = await follow('source=beyond&from=999999999');
    await publish('beyond', 1);
    expect(ns(await follower.untilCount(1))).toEqual([1]);
  });

  it('ends when the credential does', async () => {
    const roles = [{ provenance: 'platform', name: 'operations' as const }];
    const as = await aSignedInCaller(nodes.node.app, { roles });
    const follower = await follow('', { as });
    await streams().checkCredentials();
    expect(follower.isEnded).toBe(false);
    const ended = await nodes.otherNode.call('POST', '/logout', { token: as });
    expect(ended.status).toBeLessThan(300);
    nodes.clock.advance({ seconds: 2 });
    await streams().checkCredentials();
    await follower.untilEnd();
  });

  // Time stands still: what the nodes remember of the credential does not end meanwhile.
  it.each<[string, string, (id: string) => readonly [path: string, body: object]]>([
    [
      'SCIM',
      'scim',
      (id) => [
        `/scim/v2/Users/${id}`,
        { Operations: [{ op: 'replace', path: 'active', value: false }] },
      ],
    ],
    [
      'an administrator',
      'local',
      (id) => [`/authorization/accounts/${id}`, { account: { inactive: true } }],
    ],
  ])(
    'ends on all nodes, with sessions and tokens, when %s closes the account',
    async (by, provenance, closing) => {
      const roles = [{ provenance: 'platform', name: 'operations' as const }];
      const account = await anAccount(nodes.node.app, { username: `leaver of ${by}`, roles });
      const stored = nodes.node.app.get<Model<Account>>(getModelToken(ACCOUNT_MODEL), {
        strict: false,
      });
      const scim = provenance === 'scim' ? { externalId: null, emails: [], attributes: {} } : null;
      await stored.updateOne({ _id: account._id }, { provenance, scim });
      const as = await aSessionOf(nodes.node.app, account);
      const here = await follow('', { as });
      const there = await follow('', { as, on: nodes.otherNode });
      const others = await follow('');
      const made = await nodes.node.call<{ token: string }>('POST', '/user-management/tokens', {
        token: as,
        body: { name: 'of the leaver' },
      });
      const statuses = () => statusesOf([as, made.json.token]);
      expect(await statuses()).toEqual([200, 200, 200, 200]);
      const [path, body] = closing(account._id);
      expect((await nodes.otherNode.as('admin', 'PATCH', path, { body })).status).toBe(200);
      await Promise.all([here.untilEnd(), there.untilEnd()]);
      expect(others.isEnded).toBe(false);
      nodes.clock.advance({ seconds: 1 });
      expect(await statuses()).toEqual([401, 401, 401, 401]);
    },
  );

  it('admits so many of one account, and others beside them', async () => {
    const as = await nodes.node.tokenOf('engineering');
    const all = await Promise.all(Array.from({ length: 10 }, () => follow('', { as })));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    const refused = await nodes.node.call('GET', '/events/stream', { token: as });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.json).toMatchObject({ code: 'too-many-streams' });
    expect((await follow('')).status).toBe(200);
  });
});
