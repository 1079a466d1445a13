import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Injectable,
  Query,
  Res,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { getConnectionToken } from '@nestjs/mongoose';
import { type FastifyReply } from 'fastify';
import { type Connection, mongo } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { eventually } from '../../../test/support/eventually.js';
import { type HttpApp, startHttpApp } from '../../../test/support/http-app.js';
import { HandClock } from '../../../test/support/hand-clock.js';
import { AppError } from '../../kernel/app-error.js';
import { Clock } from '../../kernel/clock.js';
import { type Principal } from '../../kernel/principal.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { SecretBox } from '../../platform/secrets/secret-box.js';
import { SecretsModule } from '../../platform/secrets/secrets.module.js';
import { type AccessRequest } from '../request/access-request.js';
import { Operation } from '../operation.decorator.js';
import { revisioned } from '../revision/revisioned.js';
import { fingerprint } from './fingerprint.js';
import { IDEMPOTENCY_RECORD } from './idempotency-record.schema.js';
import { IdempotencyModule } from './idempotency.module.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { KEPT_BODY_MAX_BYTES } from './kept-answer.js';

/** What the operation does next, and how often it was carried out; shared by all nodes. */
const work = {
  runs: 0,
  next: (): Promise<unknown> => Promise.resolve({}),
};

@Controller()
class Handlers {
  @Operation('createRepositoryConfig')
  async createRepositoryConfig(
    @Body() _body: unknown,
    @Query() _query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    work.runs += 1;
    reply.header('location', '/somewhere/1');
    return revisioned(4, await work.next());
  }

  @Operation('startJob')
  async startJob(@Body() _body: unknown): Promise<unknown> {
    work.runs += 1;
    return work.next();
  }

  @Operation('deleteTransformation')
  deleteTransformation(): void {
    work.runs += 1;
  }

  @Operation('logout')
  logout(): object {
    work.runs += 1;
    return {};
  }
}

@Injectable()
class CallerByHeader implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    request.principal = { id: String(request.headers['x-caller'] ?? 'a') } as Principal;
    return true;
  }
}

describe('Idempotency-Key', () => {
  const database = testDatabase('idempotency');
  const clock = new HandClock();
  let nodes: HttpApp[];
  let keys = 0;

  beforeAll(async () => {
    const node = (): Promise<HttpApp> =>
      startHttpApp([Handlers], {
        imports: [DatabaseModule.with(database.uri), SecretsModule, IdempotencyModule],
        env: { SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64') },
        providers: [{ provide: APP_GUARD, useClass: CallerByHeader }],
        override: (builder) => builder.overrideProvider(Clock).useValue(clock),
      });
    nodes = [await node(), await node()];
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await database.drop();
  });

  const setup = (next: () => Promise<unknown> = () => Promise.resolve({ done: true })) => {
    work.runs = 0;
    work.next = next;
    keys += 1;
    return { key: `key-${keys}` };
  };
  interface Call {
    readonly node?: number;
    readonly body?: unknown;
    readonly query?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly path?: string;
  }
  const call = (key: string | undefined, options: Call = {}): Promise<Response> => {
    const asked = { node: 0, path: '/prebuilts-repository/configs', query: '', ...options };
    const headers = new Headers({ 'content-type': 'application/json', ...options.headers });
    if (key !== undefined) headers.set('idempotency-key', key);
    return fetch(`${nodes[asked.node]?.url ?? ''}${asked.path}${asked.query}`, {
      method: asked.path.startsWith('/transformations/') ? 'DELETE' : 'POST',
      headers,
      body: JSON.stringify(options.body ?? { name: 'x', url: 'y' }),
    });
  };
  const codeOf = async (response: Response): Promise<unknown> =>
    ((await response.json()) as { code: unknown }).code;

  it('does nothing without the header', async () => {
    setup();
    await call(undefined);
    await call(undefined);
    expect(work.runs).toBe(2);
  });

  it('keeps nothing of the input by which a password in it could be guessed', async () => {
    const { key } = setup();
    await call(key, { body: { name: 'secret-input' } });
    const connection = nodes[0]?.app.get<Connection>(getConnectionToken());
    const plain = fingerprint([{}, {}, { name: 'secret-input' }]);
    const kept = (await connection?.collection('idempotency_keys').find().toArray()) ?? [];
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain(plain);
    // The probe itself: without a key this is what would have been kept.
    expect(kept.at(-1)?.['fingerprint']).toBe(new SecretBox([Buffer.alloc(32, 7)]).hash(plain));
  });

  it('answers a repeated request as the first one was answered, on every node', async () => {
    const { key } = setup();
    const first = await call(key);
    work.next = () => Promise.resolve({ done: 'again' });
    for (const node of [0, 1]) {
      const again = await call(key, { node, body: { url: 'y', name: 'x' } });
      expect(again.status).toBe(200);
      expect(await again.json()).toEqual({ done: true });
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.headers.get('etag')).toBe('"4"');
      expect(again.headers.get('location')).toBe('/somewhere/1');
    }
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(await first.json()).toEqual({ done: true });
    expect(work.runs).toBe(1);
  });

  it('repeats an empty answer', async () => {
    const { key } = setup();
    for (const replayed of [null, 'true']) {
      const answer = await call(key, { path: '/transformations/a' });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('idempotency-replayed')).toBe(replayed);
    }
    expect(work.runs).toBe(1);
  });

  it('tells callers, operations and keys apart', async () => {
    const { key } = setup();
    await call(key);
    await call(key, { headers: { 'x-caller': 'b' } });
    await call(`${key}-other`);
    await call(key, { path: '/transformations/a' });
    expect(work.runs).toBe(4);
  });

  it('refuses the key for other input: body, query or path', async () => {
    const { key } = setup();
    await call(key);
    const otherBody = await call(key, { body: { name: 'z' } });
    expect(otherBody.status).toBe(422);
    expect(await codeOf(otherBody)).toBe('idempotency-key-reused');
    expect((await call(key, { query: '?force=true' })).status).toBe(422);
    await call(key, { path: '/transformations/a' });
    expect((await call(key, { path: '/transformations/b' })).status).toBe(422);
    expect(work.runs).toBe(2);
  });

  it('takes no notice of the credential on the query string', async () => {
    const { key } = setup();
    await call(key, { query: '?token=one' });
    expect((await call(key, { query: '?token=other' })).status).toBe(200);
    expect(work.runs).toBe(1);
  });

  it('asks to wait while the first request still runs, on every node', async () => {
    let finish: () => void = () => undefined;
    let begun: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const { key } = setup(() => {
      begun();
      return new Promise(
        (resolve) =>
          (finish = () => {
            resolve({ done: true });
          }),
      );
    });
    const first = call(key);
    await started;
    for (const node of [0, 1]) {
      const meanwhile = await call(key, { node });
      expect(meanwhile.status).toBe(409);
      expect(Number(meanwhile.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await codeOf(meanwhile)).toBe('idempotency-key-in-use');
    }
    finish();
    expect((await first).status).toBe(200);
    expect((await call(key, { node: 1 })).headers.get('idempotency-replayed')).toBe('true');
  });

  it('carries out one of many requests at once', async () => {
    const { key } = setup();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => call(key, { node: at % 2 })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(work.runs).toBe(1);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(statuses).toContain(200);
  });

  it('lets a request be tried again after a refusal', async () => {
    const { key } = setup(() => Promise.reject(new AppError('not-found', 'gone')));
    expect((await call(key)).status).toBe(404);
    work.next = () => Promise.resolve({ done: true });
    const again = await call(key, { node: 1 });
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    expect(work.runs).toBe(2);
  });

  it.each([
    ['a fault', new Error('broken'), 500],
    ['a reply that the database lost', new mongo.MongoNetworkError('reset'), 503],
  ])('carries nothing out twice that failed in the middle: %s', async (_, error, status) => {
    const { key } = setup(() => Promise.reject(error));
    expect((await call(key)).status).toBe(status);
    work.next = () => Promise.resolve({ done: true });
    const again = await call(key, { node: 1 });
    expect([again.status, await codeOf(again)]).toEqual([409, 'idempotency-outcome-unknown']);
    expect(work.runs).toBe(1);
  });

  it('gives a key back whose taking seemed to fail', async () => {
    const { key } = setup();
    const records = nodes[0]?.app.get(IdempotencyRepository, { strict: false });
    if (!records) throw new Error('no node');
    const use = records.use.bind(records);
    records.use = async (wanted) => {
      await use(wanted);
      throw new mongo.MongoNetworkError('reset');
    };
    expect((await call(key)).status).toBe(503);
    records.use = use;
    await eventually(
      () => call(key, { node: 1 }),
      ({ status }) => status === 200,
    );
    expect(work.runs).toBe(1);
  });

  const leaseOver = () =>
    nodes[0]?.app
      .get<Connection>(getConnectionToken())
      .collection('idempotency_keys')
      .updateMany({ answer: null }, { $set: { leaseUntil: new Date() } });
  /** Sends a request to a node that dies over it. */
  const dying = async (key: string, path: string): Promise<void> => {
    const abort = new AbortController();
    const dead = fetch(`${nodes[0]?.url ?? ''}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name: 'x', url: 'y' }),
      signal: abort.signal,
    }).catch(() => undefined);
    while (work.runs === 0) await new Promise(setImmediate);
    abort.abort();
    await dead;
  };

  it.each([10, -10])(
    'does not carry a request out again whose node has died; its clock is %d minutes off',
    async (minutes) => {
      const { key } = setup(() => new Promise(() => undefined));
      await dying(key, '/prebuilts-repository/configs');
      work.next = () => Promise.resolve({ done: true });
      clock.advance({ minutes });
      expect(await codeOf(await call(key, { node: 1 }))).toBe('idempotency-key-in-use');
      await leaseOver();
      const taken = await call(key, { node: 1 });
      clock.advance({ minutes: -minutes });
      expect([taken.status, await codeOf(taken)]).toEqual([409, 'idempotency-outcome-unknown']);
      expect(work.runs).toBe(1);
    },
  );

  it('hands a request whose node has died to an operation that knows its repeats, once', async () => {
    const path = '/operations-manager/jobs/start';
    const { key } = setup(() => new Promise(() => undefined));
    await dying(key, path);
    work.next = () => Promise.resolve({ done: true });
    expect((await call(key, { node: 1, path })).status).toBe(409);
    await leaseOver();
    const taken = await Promise.all([0, 1, 0, 1].map((node) => call(key, { node, path })));
    const fresh = taken.filter(
      ({ status, headers }) => status === 200 && !headers.has('idempotency-replayed'),
    );
    expect(fresh).toHaveLength(1);
    expect((await call(key, { path })).headers.get('idempotency-replayed')).toBe('true');
    expect(work.runs).toBe(2);
  });

  it('carries nothing out twice whose answer was too large to keep', async () => {
    const { key } = setup(() => Promise.resolve({ text: 'x'.repeat(KEPT_BODY_MAX_BYTES) }));
    expect((await call(key)).status).toBe(200);
    const again = await call(key);
    expect(again.status).toBe(409);
    expect(await codeOf(again)).toBe('idempotency-answer-not-kept');
    expect(work.runs).toBe(1);
  });

  it('forgets a key after a day, and removes it then', async () => {
    const { key } = setup();
    await call(key);
    const app = nodes[0]?.app;
    const stored = app?.get<Connection>(getConnectionToken()).collection('idempotency_keys');
    await stored?.updateMany({}, { $set: { expiresAt: new Date() } });
    const again = await call(key, { body: { other: true } });
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    expect(work.runs).toBe(2);
    await app?.get<Connection>(getConnectionToken()).model(IDEMPOTENCY_RECORD).createIndexes();
    await app?.get(IdempotencyRepository, { strict: false }).deleteExpired();
    expect(await stored?.countDocuments()).toBe(1);
  });

  it.each(['', ' ', 'a b', 'ü', 'x'.repeat(256)])('refuses the key %j', async (key) => {
    setup();
    const answer = await call(encodeURI(key) === key ? key : Buffer.from(key).toString('latin1'));
    expect(answer.status).toBe(400);
    expect(work.runs).toBe(0);
  });

  it('takes the longest key', async () => {
    setup();
    expect((await call('x'.repeat(255))).status).toBe(200);
  });

  it('leaves alone what must not be stored', async () => {
    const { key } = setup();
    await call(key, { path: '/logout' });
    await call(key, { path: '/logout' });
    expect(work.runs).toBe(2);
  });
});
