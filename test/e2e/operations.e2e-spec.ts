import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import {
  type ListedOperation,
  type TrackedOperationAnswer,
} from '../../src/api/tracking/tracked-operation.dto.js';
import { OperationFollowsService } from '../../src/domains/tracking/operation-follows.service.js';
import { conflict } from '../../src/kernel/app-error.js';
import { type Principal } from '../../src/kernel/principal.js';
import { type OperationProgress } from '../../src/platform/tracking/operation-progress.js';
import { type StoredOperation } from '../../src/platform/tracking/stored-operation.js';
import { TRACKED_OPERATION_MODEL } from '../../src/platform/tracking/tracked-operation.schema.js';
import { type OperationAbout } from '../../src/platform/tracking/tracked-operation.js';
import { TrackedOperationsService } from '../../src/platform/tracking/tracked-operations.service.js';
import { eventually } from '../support/eventually.js';
import { FrameReader } from '../support/frame-reader.js';
import { aSessionOf, anAccount } from '../support/sign-in.js';
import { type CallOptions, type TestApp } from '../support/start-app.js';
import { TwoNodes } from '../support/two-nodes.js';

const OPERATIONS = '/admin/operations';
const IMPORT = '/content/import';
const LATER = { prefer: 'respond-async' };
const ABOUT: OperationAbout = { kind: 'install', subject: '@acme/ports', isCancellable: true };

interface Listed {
  readonly results: readonly ListedOperation[];
  readonly total: number;
}
interface Imported {
  readonly imported: number;
  readonly results: readonly { readonly message: string }[];
}
interface Refused {
  readonly code: string;
}

const forms = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({ name: `${name} ${String(at)}`, children: [] }));

/** Work that goes on until the test lets it end. */
class HeldWork {
  progress: OperationProgress | undefined;
  #letEnd: () => void = () => undefined;
  readonly #ended = new Promise<void>((resolve) => (this.#letEnd = resolve));

  readonly run = async (progress: OperationProgress): Promise<{ done: boolean }> => {
    this.progress = progress;
    await new Promise<void>((resolve, reject) => {
      void this.#ended.then(resolve);
      progress.signal.addEventListener('abort', () => {
        reject(progress.signal.reason as Error);
      });
    });
    return { done: true };
  };

  end(): void {
    this.#letEnd();
  }
}

describe('operations that go on in the background', () => {
  const nodes = new TwoNodes('e2e-operations');
  const readers: FrameReader<ListedOperation>[] = [];
  const held: HeldWork[] = [];
  let app: TestApp;
  let starter: { readonly principal: Principal; readonly token: string };

  const admin = <T>(method: string, path: string, options: CallOptions = {}, on = app) =>
    on.as<T>('admin', method, path, options);
  const tracked = (of = app) => of.app.get(TrackedOperationsService, { strict: false });
  const stored = () =>
    app.app.get<Model<StoredOperation>>(getModelToken(TRACKED_OPERATION_MODEL), { strict: false });
  const begin = async (about: Partial<OperationAbout> = {}, on = app) => {
    const work = new HeldWork();
    held.push(work);
    const begun = await tracked(on).run({ ...ABOUT, ...about }, starter.principal, work.run);
    await eventually(
      () => Promise.resolve(work.progress),
      (progress) => progress !== undefined,
    );
    return { ...begun, work };
  };
  const get = async (id: string, on = app): Promise<TrackedOperationAnswer> =>
    (await admin<TrackedOperationAnswer>('GET', `${OPERATIONS}/${id}`, {}, on)).json;
  const ended = async (id: string): Promise<TrackedOperationAnswer> =>
    eventually(
      () => get(id),
      ({ finished }) => finished !== null,
    );
  const follow = async (id: string, { on = app, token = starter.token, headers = {} } = {}) => {
    const reader = new FrameReader<ListedOperation>();
    readers.push(reader);
    return reader.open(on, `${OPERATIONS}/${id}/events`, token, headers);
  };
  const account = async (name: string) => {
    const roles = [{ provenance: 'platform', name }];
    const made = await anAccount(app.app, { roles });
    const principal = {
      id: made._id,
      username: made.username,
      provenance: 'local',
      firstname: '',
      groups: [],
      roles: [],
    };
    return { principal, token: await aSessionOf(app.app, made) };
  };

  beforeAll(async () => {
    await nodes.start();
    app = nodes.node;
    starter = await account('apiwrite');
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.leave();
    for (const work of held.splice(0)) work.end();
    await eventually(
      () =>
        Promise.resolve(
          [app, nodes.otherNode].map(
            (of) => of.app.get(OperationFollowsService, { strict: false }).size,
          ),
        ),
      (sizes) => sizes.every((size) => size === 0),
    );
    await eventually(
      () => stored().collection.countDocuments({ state: { $in: ['queued', 'running'] } }),
      (open) => open === 0,
    );
  });
  afterAll(() => nodes.close());

  describe('imports', () => {
    it('are answered at once where the caller prefers that, and do the same', async () => {
      const body = { documents: [...forms(3, 'Later'), { name: 'no document' }] };
      const answer = await admin<TrackedOperationAnswer>('POST', IMPORT, { body, headers: LATER });
      expect(answer.status).toBe(202);
      const location = answer.headers.get('location') ?? '';
      expect(location).toBe(`${OPERATIONS}/${answer.json._id}`);
      expect(answer.headers.get('preference-applied')).toBe('respond-async');
      expect(answer.json).toMatchObject({ kind: 'import', subject: '4 documents', problem: null });
      const done = await ended(answer.json._id);
      expect(done).toMatchObject({
        state: 'succeeded',
        cancellable: false,
        cancelRequested: false,
        progress: { done: 3, total: 3 },
        result: { message: 'Imported 3, failed 1', imported: 3, failed: 1 },
      });
      expect(done.started).not.toBeNull();
    });

    it('are one operation for a request that is sent again with its key', async () => {
      const body = { documents: forms(1, 'Once') };
      const headers = { ...LATER, 'idempotency-key': 'an-import-once' };
      const send = () => admin<TrackedOperationAnswer>('POST', IMPORT, { body, headers });
      const [first, second] = [await send(), await send()];
      expect([first.status, second.status]).toEqual([202, 202]);
      expect(second.json._id).toBe(first.json._id);
      expect(second.headers.get('location')).toBe(first.headers.get('location'));
      expect((await ended(first.json._id)).result).toMatchObject({ imported: 1 });
    });

    it('wait for the end where the caller does not', async () => {
      const answer = await admin<Imported>('POST', IMPORT, {
        body: { documents: forms(1, 'Now') },
      });
      expect([answer.status, answer.json.imported]).toEqual([200, 1]);
      expect(answer.headers.get('location')).toBeNull();
    });

    it('leave audit entries that say who asked and in which request', async () => {
      const body = { documents: forms(2, 'Audited') };
      const headers = { ...LATER, 'x-request-id': 'an-import-of-two' };
      const { json } = await admin<TrackedOperationAnswer>('POST', IMPORT, { body, headers });
      await ended(json._id);
      const audit = await admin<{
        readonly results: readonly { readonly operation: string; readonly changes: object[] }[];
      }>('GET', '/audit?requestId=an-import-of-two');
      expect(JSON.stringify(audit.json)).toContain('"importContent"');
      expect(JSON.stringify(audit.json)).toContain('Audited 1');
    });

    it('end between two documents when they are cancelled, and say what was done', async () => {
      const documents = forms(2000, 'Many');
      const answer = await app.call<TrackedOperationAnswer>('POST', IMPORT, {
        body: { documents },
        headers: LATER,
        token: starter.token,
      });
      const { _id } = answer.json;
      await eventually(
        () => get(_id),
        ({ progress }) => progress.done > 0,
      );
      const path = `${OPERATIONS}/${_id}/cancel`;
      const cancelled = await nodes.otherNode.call<TrackedOperationAnswer>('POST', path, {
        token: starter.token,
      });
      expect(cancelled.status).toBe(200);
      expect(cancelled.json).toMatchObject({ cancelRequested: true, cancellable: false });
      const done = await ended(_id);
      expect(done).toMatchObject({ state: 'cancelled', problem: null });
      const { imported, results } = done.result as unknown as Imported;
      expect(imported).toBeGreaterThan(0);
      expect(imported).toBeLessThan(2000);
      const leftOut = results.filter(({ message }) => message.startsWith('Left out'));
      expect(leftOut).toHaveLength(2000 - imported);
      const there = await admin<{ readonly total: number }>(
        'GET',
        '/formbuilder/forms?limit=1&startsWith=Many',
      );
      expect(there.json.total).toBe(imported);
    });

    it('are refused beyond so many of one account', async () => {
      const work = new HeldWork();
      held.push(work);
      for (let count = 0; count < 20; count += 1) {
        await tracked().run(ABOUT, starter.principal, work.run);
      }
      const { json } = await admin<Listed>('GET', `${OPERATIONS}?state=queued`);
      expect(json.total).toBe(12);
      const answer = await app.call<Refused>('POST', IMPORT, {
        body: { documents: forms(1, 'Too many') },
        headers: LATER,
        token: starter.token,
      });
      expect([answer.status, answer.json.code]).toEqual([429, 'too-many-operations']);
      expect(answer.headers.get('retry-after')).toBe('10');
    });
  });

  it('tell why they failed as the request would have been told', async () => {
    const refuse = () => Promise.reject(conflict('It is taken', 'name-taken'));
    const { id, ended: end } = await tracked().run(ABOUT, starter.principal, refuse);
    await expect(end).rejects.toThrow('It is taken');
    expect(await get(id)).toMatchObject({
      state: 'failed',
      problem: { status: 409, code: 'name-taken', detail: 'It is taken' },
      result: null,
    });
  });

  it('say nothing of a defect but that there is one', async () => {
    const { id, ended: end } = await tracked().run(ABOUT, null, () =>
      Promise.reject(new TypeError('secret detail')),
    );
    await expect(end).rejects.toThrow('secret detail');
    const shown = await get(id);
    expect(shown).toMatchObject({ state: 'failed', startedBy: null, problem: { status: 500 } });
    expect(JSON.stringify(shown)).not.toContain('secret detail');
    expect(nodes.logged.join('')).toContain('secret detail');
  });

  it('are listed by kind and state, the latest first, on every node', async () => {
    const { id } = await begin({ kind: 'rollback' });
    const { id: later } = await begin({ kind: 'rollback' });
    const list = async (query: string, on = nodes.otherNode) =>
      (await admin<Listed>('GET', `${OPERATIONS}?${query}`, {}, on)).json;
    const running = await list('kind=rollback&state=running');
    expect(running.results.map(({ _id }) => _id).sort()).toEqual([id, later].sort());
    expect(running.results[0]).not.toHaveProperty('result');
    expect((await list('kind=rollback&limit=1&skip=1')).results).toHaveLength(1);
    expect((await list('kind=rollback&state=failed')).total).toBe(0);
  });

  it('are seen by who started them and by the roles of their area', async () => {
    const { id } = await begin();
    const see = async (token: string) => {
      const { status } = await app.call('GET', `${OPERATIONS}/${id}`, { token });
      const { json } = await app.call<Listed>('GET', `${OPERATIONS}?kind=install&state=running`, {
        token,
      });
      return [status, json.total];
    };
    expect(await see(starter.token)).toEqual([200, 1]);
    expect(await see(await app.tokenOf('apiread'))).toEqual([200, 1]);
    for (const token of [(await account('apiwrite')).token, await app.tokenOf('operator')]) {
      expect(await see(token)).toEqual([404, 0]);
      const path = `${OPERATIONS}/${id}/events`;
      expect((await app.call('GET', path, { token })).status).toBe(404);
    }
    const look = await app.as<Refused>('apiread', 'POST', `${OPERATIONS}/${id}/cancel`);
    expect([look.status, look.json.code]).toEqual([403, 'forbidden']);
    expect(look.text).toMatch(/admits you to installArtifact; it takes one of admin, /);
  });

  it('are cancelled once, as long as they can be', async () => {
    const cancel = async (id: string) => {
      const { status, json } = await admin<Refused>('POST', `${OPERATIONS}/${id}/cancel`);
      return [status, json.code];
    };
    const { id } = await begin();
    expect(await cancel(id)).toEqual([200, undefined]);
    expect(await ended(id)).toMatchObject({ state: 'cancelled', result: null });
    expect(await cancel(id)).toEqual([409, 'operation-ended']);
    const decided = await begin();
    await decided.work.progress?.decide();
    expect(await cancel(decided.id)).toEqual([409, 'operation-not-cancellable']);
    expect(decided.work.progress?.signal.aborted).toBe(false);
    expect(await cancel('absent')).toEqual([404, 'not-found']);
  });

  it('decide nothing any more once somebody has asked for their end', async () => {
    const { id, work } = await begin({}, nodes.otherNode);
    const path = `${OPERATIONS}/${id}/cancel`;
    expect((await admin('POST', path)).status).toBe(200);
    await expect(work.progress?.decide()).rejects.toMatchObject({ code: 'operation-cancelled' });
    expect(await ended(id)).toMatchObject({ state: 'cancelled' });
  });

  it('are found to be interrupted once their node says nothing any more', async () => {
    const { id } = await begin();
    await stored().collection.updateOne({ _id: id as never }, { $set: { beat: new Date(0) } });
    const other = tracked(nodes.otherNode);
    await other.sweep();
    expect(await get(id, nodes.otherNode)).toMatchObject({
      state: 'interrupted',
      cancellable: false,
    });
  });

  describe('as they are followed', () => {
    it('tell where they stand, what changes, and how they end, on every node', async () => {
      const { id, work } = await begin();
      const here = await follow(id);
      const there = await follow(id, { on: nodes.otherNode });
      for (const reader of [here, there]) {
        const [first] = await reader.untilCount(1);
        expect(first).toMatchObject({ event: 'snapshot', data: { _id: id, state: 'running' } });
      }
      work.progress?.report({ done: 1, total: 2, step: 'Half' });
      for (const reader of [here, there]) {
        await reader.until(({ event, data }) => event === 'change' && data.progress.done === 1);
      }
      work.end();
      for (const reader of [here, there]) {
        await reader.untilEnd();
        expect(reader.frames.at(-1)).toMatchObject({ event: 'end', data: { state: 'succeeded' } });
      }
      expect(await get(id)).toMatchObject({ result: { done: true } });
    });

    it('say nothing again to who comes back', async () => {
      const { id, work } = await begin();
      work.end();
      const { state } = await ended(id);
      const first = await follow(id);
      await first.untilEnd();
      const back = await follow(id, { headers: { 'last-event-id': first.frames[0]?.id ?? '' } });
      await back.untilEnd();
      expect(back.frames.map(({ event }) => event)).toEqual(['end']);
      expect(state).toBe('succeeded');
      const bad = { 'last-event-id': 'x' };
      const { status } = await admin('GET', `${OPERATIONS}/${id}/events`, { headers: bad });
      expect(status).toBe(400);
    });

    it('end at once for who takes no stream', async () => {
      const { id } = await begin();
      const { status, text } = await admin('GET', `${OPERATIONS}/${id}/events`);
      expect(status).toBe(200);
      expect(text).toMatch(/^retry: 3000\n\nid: \d+\nevent: snapshot\n/);
    });

    it('are followed by so many of one account at most', async () => {
      const { id } = await begin();
      await Promise.all(Array.from({ length: 20 }, () => follow(id)));
      const path = `${OPERATIONS}/${id}/events`;
      const { status, json } = await app.call<Refused>('GET', path, { token: starter.token });
      expect([status, json.code]).toEqual([429, 'too-many-streams']);
    });
  });
});
