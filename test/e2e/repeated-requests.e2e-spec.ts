import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { ArtifactsService } from '../../src/domains/artifacts/artifacts.service.js';
import { Clock } from '../../src/kernel/clock.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { HandClock } from '../support/hand-clock.js';
import { aSignedInCaller } from '../support/sign-in.js';
import {
  type Answer,
  type CallOptions,
  startApp,
  type TestApp,
  type TestAppOptions,
} from '../support/start-app.js';

const RATE_LIMIT = 60;
const CONFIGS = '/prebuilts-repository/configs';

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly { readonly pointer: string }[];
}
interface Installation {
  readonly data: { readonly _id: string; readonly installed: string };
}

describe('a request that is sent again', () => {
  const clock = new HandClock();
  let nodes: readonly [TestApp, TestApp];
  let token: string;
  let names = 0;

  const start = (options: TestAppOptions = {}) =>
    startApp('e2e-repeated-requests', {
      ...options,
      env: { RATE_LIMIT_PER_MINUTE: String(RATE_LIMIT) },
      override: (builder) => builder.overrideProvider(Clock).useValue(clock),
    });
  const aCaller = (role = 'admin') =>
    aSignedInCaller(nodes[0].app, { roles: [{ provenance: 'platform', name: role }] });
  /** A name that no other test uses, for a package or for a key. */
  const aName = () => {
    names += 1;
    return `@acme/name-${String(names)}`;
  };
  const keyed = (key: string, more: Record<string, string> = {}) => ({
    headers: { 'idempotency-key': key, ...more },
  });
  const call = <T = Refusal>(method: string, path: string, options: CallOptions = {}, node = 0) =>
    (nodes[node] ?? nodes[0]).call<T>(method, path, { token, ...options });
  const install = <T = Installation>(artifact: JsonObject, options: CallOptions = {}, node = 0) =>
    call<T>('POST', '/admin/artifacts', { body: { artifact }, ...options }, node);
  const isReplayed = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true';
  const uses = ({ app }: TestApp) =>
    app.get<Connection>(getConnectionToken(), { strict: false }).collection('idempotency_keys');
  const pathOf = (name: string) => `/prebuilts/${encodeURIComponent(name)}`;
  const howMany = async (name: string) =>
    (
      await call<{ total: number }>(
        'GET',
        `/admin/artifacts?equals[name]=${encodeURIComponent(name)}`,
      )
    ).json.total;

  beforeAll(async () => {
    const first = await start();
    nodes = [first, await start({ databaseUri: first.databaseUri })];
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
  });
  beforeEach(async () => {
    clock.advance({ minutes: 1 });
    token = await aCaller();
  });

  describe('with its Idempotency-Key', () => {
    it('is another request where a token of the same owner may do less', async () => {
      const [name, key] = [aName(), aName()];
      const body = { name, roles: ['admin'] };
      const made = await call<{ token: string }>('POST', '/user-management/tokens', { body });
      await install(anArtifact({ name }), keyed(key));
      const lesser = { ...keyed(key), token: made.json.token };
      const again = await install<Refusal>(anArtifact({ name }), lesser);
      expect([again.status, isReplayed(again)]).toEqual([409, false]);
      expect(isReplayed(await install(anArtifact({ name }), keyed(key)))).toBe(true);
    });

    it('is answered as the first time, on every node, and carried out once', async () => {
      const [name, key] = [aName(), aName()];
      const first = await install(anArtifact({ name }), keyed(key));
      expect([first.status, isReplayed(first)]).toEqual([200, false]);
      for (const node of [0, 1]) {
        const again = await install(anArtifact({ name }), keyed(key), node);
        expect([again.status, isReplayed(again)]).toEqual([200, true]);
        expect(again.json).toEqual(first.json);
        expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
      }
      expect(await howMany(name)).toBe(1);
    });

    it('would be a conflict without it', async () => {
      const name = aName();
      expect((await install(anArtifact({ name }))).status).toBe(200);
      expect((await install(anArtifact({ name }))).status).toBe(409);
    });

    it('is answered alike again where the thing is gone by then', async () => {
      const [name, key] = [aName(), aName()];
      await install(anArtifact({ name }));
      const remove = (node: number) => call('DELETE', pathOf(name), keyed(key), node);
      const answers = [await remove(0), await remove(1)];
      const done = { status: 'OK', message: 'Successfully deleted the prebuilt.' };
      expect(answers.map((answer) => [answer.status, answer.json, isReplayed(answer)])).toEqual([
        [200, done, false],
        [200, done, true],
      ]);
      expect((await call('DELETE', pathOf(name))).status).toBe(404);
    });

    it('takes the order of keys in the body for nothing, and the token in the query too', async () => {
      const [name, key] = [aName(), aName()];
      const { metadata, ...rest } = anArtifact({ name });
      await install({ metadata: metadata ?? {}, ...rest }, keyed(key));
      const path = `/admin/artifacts?token=${token}`;
      const body = { artifact: { ...rest, metadata: metadata ?? {} } };
      const again = await nodes[1].call('POST', path, { ...keyed(key), body });
      expect([again.status, isReplayed(again)]).toEqual([200, true]);
    });

    it('is refused with 422 when it asks for something else', async () => {
      const [name, key] = [aName(), aName()];
      await install(anArtifact({ name }), keyed(key));
      const others = [
        await install<Refusal>(anArtifact({ name, version: '1.0.1' }), keyed(key), 1),
        await install<Refusal>(anArtifact({ name: aName() }), keyed(key)),
      ];
      for (const { status, json } of others) {
        expect([status, json]).toMatchObject([422, { code: 'idempotency-key-reused' }]);
      }
      const another = aName();
      await install(anArtifact({ name: another }));
      const key2 = aName();
      await call('DELETE', pathOf(name), keyed(key2));
      expect((await call('DELETE', pathOf(another), keyed(key2), 1)).status).toBe(422);
      expect(await howMany(another)).toBe(1);
    });

    it('is a new one for another caller and for another operation', async () => {
      const [name, key] = [aName(), aName()];
      await install(anArtifact({ name }), keyed(key));
      const other = { ...keyed(key), token: await aCaller('apiwrite') };
      const stranger = await install<Refusal>(anArtifact({ name }), other);
      expect([stranger.status, stranger.json.code]).toEqual([409, 'already-installed']);
      expect((await call('DELETE', pathOf(name), keyed(key))).status).toBe(200);
    });

    it('is told to wait on every node while the first one runs', async () => {
      const [name, key] = [aName(), aName()];
      const gate = holdInstallations(nodes[0]);
      const first = install(anArtifact({ name }), keyed(key));
      await gate.reached;
      for (const node of [0, 1]) {
        const meanwhile = await install<Refusal>(anArtifact({ name }), keyed(key), node);
        expect([meanwhile.status, meanwhile.json.code]).toEqual([409, 'idempotency-key-in-use']);
        expect(Number(meanwhile.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      gate.open();
      expect((await first).status).toBe(200);
      expect(isReplayed(await install(anArtifact({ name }), keyed(key), 1))).toBe(true);
    });

    it('is not carried out again when the first node has died over it', async () => {
      const [name, key] = [aName(), aName()];
      const gate = holdInstallations(nodes[0]);
      const lost = install(anArtifact({ name }), keyed(key));
      await gate.reached;
      await uses(nodes[0]).updateMany({ answer: null }, { $set: { leaseUntil: new Date() } });
      const again = await install<Refusal>(anArtifact({ name }), keyed(key), 1);
      expect([again.status, again.json.code]).toEqual([409, 'idempotency-outcome-unknown']);
      expect(await howMany(name)).toBe(0);
      // What comes back to life says how it ended.
      gate.open();
      const late = await lost;
      expect(late.status).toBe(200);
      const replayed = await install(anArtifact({ name }), keyed(key), 1);
      expect([replayed.json, isReplayed(replayed)]).toEqual([late.json, true]);
    });

    it('may be tried again after a refusal', async () => {
      const [name, key] = [aName(), aName()];
      const body = { name };
      expect((await call('POST', '/admin/artifacts', { ...keyed(key), body })).status).toBe(404);
      expect((await call('POST', '/admin/artifacts', { ...keyed(key), body: {} })).status).toBe(
        400,
      );
      const last = await install(anArtifact({ name }), keyed(key));
      expect([last.status, isReplayed(last)]).toEqual([200, false]);
    });

    it('is a new one after a day', async () => {
      const [name, key] = [aName(), aName()];
      await install(anArtifact({ name }), keyed(key));
      await uses(nodes[0]).updateMany({}, { $set: { expiresAt: new Date() } });
      expect((await install(anArtifact({ name: aName() }), keyed(key))).status).toBe(200);
    });

    it.each(['', 'a b', 'ümlaut', 'x'.repeat(256)])('is refused for the key %j', async (key) => {
      const answer = await install<Refusal>(anArtifact({ name: aName() }), keyed(key));
      expect(answer.status).toBe(400);
      expect(answer.json.errors?.[0]?.pointer).toBe('#/headers/idempotency-key');
    });

    it('is never answered with the token of another sign-in', async () => {
      const key = aName();
      const body = { username: 'admin', password: 'first-admin-password' };
      const tokens = [
        await call('POST', '/login', { ...keyed(key), body }),
        await call('POST', '/login', { ...keyed(key), body }),
      ].map(({ text }) => text);
      expect(new Set(tokens).size).toBe(2);
    });

    it('is carried out once when many come at the same time over two nodes', async () => {
      const [name, key] = [aName(), aName()];
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) => install(anArtifact({ name }), keyed(key), at % 2)),
      );
      const done = answers.filter(({ status }) => status === 200);
      expect(done.filter((answer) => !isReplayed(answer))).toHaveLength(1);
      expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
      expect(await howMany(name)).toBe(1);
    });
  });

  describe('to read a thing', () => {
    const tagOf = ({ headers }: Answer) => headers.get('etag') ?? '';
    const aPackage = async () => {
      const name = aName();
      await install(anArtifact({ name }));
      return { name, tag: tagOf(await call('GET', pathOf(name))) };
    };
    const read = (name: string, tag: string) =>
      call('GET', pathOf(name), { headers: { 'if-none-match': tag } }, 1);

    it('names its revision', async () => {
      const { name, tag } = await aPackage();
      expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
      const answer = await call('GET', pathOf(name));
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    });

    it('is answered without the thing while that is as it was', async () => {
      const { name, tag } = await aPackage();
      for (const asked of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
        const answer = await read(name, asked);
        expect([answer.status, answer.text, tagOf(answer)]).toEqual([304, '', tag]);
        expect(answer.headers.get('content-type')).toBeNull();
      }
      for (const asked of ['"99"', 'nonsense', '', '"']) {
        expect((await read(name, asked)).status).toBe(200);
      }
    });

    it('is answered with the thing after a change', async () => {
      const { name, tag } = await aPackage();
      const body = { prebuilt: anArtifact({ name, version: '1.1.0' }) };
      const changed = await call('PUT', pathOf(name), { body });
      expect(changed.status).toBe(200);
      const answer = await read(name, tag);
      expect(answer.status).toBe(200);
      expect(tagOf(answer)).not.toBe(tag);
      // The revision, and a digest of what is read.
      expect(tagOf(answer).startsWith(tagOf(changed).slice(0, -1))).toBe(true);
    });
  });

  describe('to change a thing', () => {
    const aThing = async () => {
      const name = aName();
      await install(anArtifact({ name }));
      const { headers } = await call('GET', pathOf(name));
      return { name, tag: headers.get('etag') ?? '' };
    };
    const replace = (name: string, version: string, ifMatch?: string, node = 0) =>
      call(
        'PUT',
        pathOf(name),
        {
          body: { prebuilt: anArtifact({ name, version }) },
          ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
        },
        node,
      );

    it('is carried out for the revision that was read, and refused for an older one', async () => {
      const { name, tag } = await aThing();
      const changed = await replace(name, '1.1.0', tag);
      expect(changed.status).toBe(200);
      const late = await replace(name, '1.2.0', tag, 1);
      expect([late.status, late.json.code]).toEqual([412, 'precondition-failed']);
      expect(late.headers.get('etag')).toBeNull();
      const next = await replace(name, '1.2.0', changed.headers.get('etag') ?? '', 1);
      expect(next.status).toBe(200);
    });

    it.each(['*', undefined])(
      'is carried out whatever the revision for If-Match: %s',
      async (tag) => {
        const { name } = await aThing();
        expect((await replace(name, '1.1.0', tag)).status).toBe(200);
      },
    );

    it('is refused for revisions that never were, and for weak ones', async () => {
      const { name, tag } = await aThing();
      for (const asked of ['"99"', '"nonsense"', `W/${tag}`, '"98", W/"2"']) {
        expect((await replace(name, '1.1.0', asked)).status).toBe(412);
        const removal = await call('DELETE', pathOf(name), { headers: { 'if-match': asked } });
        expect(removal.status).toBe(412);
      }
    });

    it.each(['nonsense', '"', '1', '"1" "2"', ','])(
      'is refused as invalid for If-Match: %s',
      async (tag) => {
        const { name } = await aThing();
        const answer = await replace(name, '1.1.0', tag);
        expect(answer.status).toBe(400);
        expect(answer.json.errors?.[0]?.pointer).toBe('#/headers/if-match');
        const headers = { 'if-match': tag };
        for (const thing of [pathOf(name), `/admin/artifacts/absent`, `${CONFIGS}/%40absent`]) {
          expect((await call('DELETE', thing, { headers })).status).toBe(400);
        }
      },
    );

    it('is carried out for one of two who read the same', async () => {
      const { name, tag } = await aThing();
      const answers = await Promise.all([
        replace(name, '1.1.0', tag, 0),
        replace(name, '1.2.0', tag, 1),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    });

    it('holds for repository configurations too', async () => {
      const name = `@scope-${String(names)}`;
      const body = { name, type: 'gitlab', enabled: false, hostname: 'a.example', path: 'x' };
      expect((await call('POST', CONFIGS, { body })).status).toBe(200);
      const patch = (ifMatch: string) =>
        call('PATCH', `${CONFIGS}/${encodeURIComponent(name)}`, {
          body: { path: 'y' },
          headers: { 'if-match': ifMatch },
        });
      const stale = await patch('"0"');
      expect([stale.status, stale.json.code]).toEqual([412, 'precondition-failed']);
      const changed = await patch('*');
      expect(changed.status).toBe(200);
      const tag = changed.headers.get('etag') ?? '';
      expect((await patch(tag)).status).toBe(200);
      expect((await patch(tag)).status).toBe(412);
      const removal = await call('DELETE', `${CONFIGS}/${encodeURIComponent(name)}`, {
        headers: { 'if-match': tag },
      });
      expect(removal.status).toBe(412);
    });
  });

  describe('too often in a minute', () => {
    const whoami = (node = 0, options: CallOptions = {}) => call('GET', '/whoami', options, node);
    /** Calls until the node refuses; answers how many calls it admitted. */
    const exhaust = async (
      node: number,
    ): Promise<{ admitted: number; refusal: Answer<Refusal> }> => {
      for (let admitted = 0; ; admitted += 1) {
        const answer = await whoami(node);
        if (answer.status !== 200) return { admitted, refusal: answer };
      }
    };

    it('is refused with the time when to come back, and admitted then', async () => {
      const first = await whoami();
      expect(first.headers.get('ratelimit-policy')).toContain(`q=${String(RATE_LIMIT)};w=60`);
      expect(first.headers.get('ratelimit')).toContain(`r=${String(RATE_LIMIT - 1)};`);
      const { admitted, refusal } = await exhaust(0);
      expect(admitted).toBe(RATE_LIMIT - 1);
      expect([refusal.status, refusal.json]).toMatchObject([
        429,
        { code: 'rate-limit', message: expect.any(String) },
      ]);
      const seconds = Number(refusal.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      clock.advance({ seconds });
      expect((await whoami()).status).toBe(200);
    });

    it('is refused on the other node too, before that has admitted as many itself', async () => {
      const before = await exhaust(0);
      expect(before.admitted).toBe(RATE_LIMIT);
      const { admitted } = await exhaustSlowly(() => whoami(1));
      expect(admitted).toBeLessThan(RATE_LIMIT);
    });

    it('does not count for anybody else', async () => {
      await exhaust(0);
      const other = await aCaller();
      expect((await whoami(0, { token: other })).status).toBe(200);
      expect((await whoami()).status).toBe(429);
    });

    it('is never refused to a supervisor', async () => {
      const statuses = new Set<number>();
      for (let at = 0; at <= RATE_LIMIT; at += 1) {
        statuses.add((await nodes[0].call('GET', '/health/live')).status);
      }
      expect([...statuses]).toEqual([200]);
    });
  });
});

/** Stops installations of a node before they begin; `reached` when one has come, `open` lets it go on. */
function holdInstallations({ app }: TestApp): { reached: Promise<void>; open: () => void } {
  const service = app.get(ArtifactsService, { strict: false });
  let reach!: () => void;
  let open!: () => void;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  const change = async (...given: Parameters<ArtifactsService['change']>) => {
    // What is left is the method of the class.
    Reflect.deleteProperty(service, 'change');
    reach();
    await opened;
    return service.change(...given);
  };
  Object.assign(service, { change });
  return { reached, open };
}

/** Nodes tell each other once a second: calls in the meantime are admitted, and counted. */
async function exhaustSlowly(request: () => Promise<Answer>): Promise<{ admitted: number }> {
  for (let admitted = 0; ; admitted += 1) {
    const { status } = await request();
    if (status === 429) return { admitted };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
