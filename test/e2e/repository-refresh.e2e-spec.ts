import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { getConnectionToken } from '@nestjs/mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Connection } from 'mongoose';
import { CatalogueSyncService } from '../../src/domains/catalogue/refreshing/catalogue-sync.service.js';
import { NamedLocks } from '../../src/platform/database/named-locks.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { eventually } from '../support/eventually.js';
import { FakeGitlab } from '../support/fakes/gitlab.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

const CONFIGS = '/prebuilts-repository/configs';
const TEAM = `${CONFIGS}/%40team`;
const SECRET = 'the secret of the webhook';
const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

interface Status {
  readonly name: string;
  readonly state: string;
  readonly lastSuccess: string | null;
  readonly lastRun: string | null;
  readonly lastError: { readonly at: string; readonly message: string } | null;
  readonly nextRun: string | null;
  readonly packages: number;
  readonly versions: number;
  readonly broken: number;
  readonly progress: { readonly projects: number; readonly versions: number } | null;
}
interface Problem {
  readonly code: string;
  readonly detail: string;
}
interface Operation {
  readonly _id: string;
  readonly kind: string;
  readonly state: string;
  readonly subject: string;
  readonly result: Status | null;
  readonly failure?: Problem | null;
}

describe('repositories that are read', () => {
  let gitlab: FakeGitlab;
  let app: TestApp;
  /** How many there are before a test. */
  let packages: number;

  const admin = <T>(method: string, path: string, options?: CallOptions) =>
    app.as<T>('admin', method, path, options);
  const statuses = async () =>
    (
      await app.as<{ results: Status[]; total: number }>(
        'apiread',
        'GET',
        '/prebuilts-repository/status',
      )
    ).json.results;
  const team = async () => (await statuses()).find(({ name }) => name === '@team');
  const refresh = (headers: Record<string, string> = {}) =>
    app.as<Status & Problem & Operation>('apiwrite', 'POST', `${TEAM}/refresh`, { headers });
  const later = async () => (await refresh({ prefer: 'respond-async' })).json;
  const operation = async (id: string) =>
    (await admin<Operation>('GET', `/admin/operations/${id}`)).json;
  const ended = (id: string) =>
    eventually(
      () => operation(id),
      ({ state }) => !['queued', 'running'].includes(state),
    );
  /** Time passes for the record of the repository. */
  const note = (said: Record<string, Date>) =>
    app.app
      .get<Connection>(getConnectionToken(), { strict: false })
      .collection<{ _id: string }>('catalogue_repositories')
      .updateOne({ _id: '@team' }, { $set: said });
  /** A repository that was just read is left alone for ten seconds. */
  const readLongAgo = () => note({ begun: new Date(Date.now() - 60_000) });
  const webhook = (options: CallOptions, name = '%40team') =>
    app.call<Problem>('POST', `${CONFIGS}/${name}/webhook`, options);
  const offer = (name: string, version: string, branch?: string) =>
    gitlab
      .project(`team/${name}`)
      .commit(
        { 'artifact.json': JSON.stringify(anArtifact({ name: `@team/${name}`, version })) },
        branch,
      );

  beforeAll(async () => {
    gitlab = await FakeGitlab.start({ token: 'glpat-x' });
    app = await startApp('e2e-repository-refresh', { env: { CATALOGUE_RESCAN_SECONDS: '86400' } });
    offer('one', '1.0.0');
    offer('two', '1.0.0');
    const config = { name: '@team', type: 'gitlab', hostname: gitlab.baseUrl, path: 'team' };
    const terms = { webhook: { secret: SECRET }, refreshSeconds: 3600 };
    const credentials = { token: 'glpat-x' };
    await admin('POST', CONFIGS, { body: { ...config, ...terms, credentials } });
  });
  beforeEach(async () => {
    gitlab.forget();
    gitlab.latencyMs = 0;
    packages = (await team())?.packages ?? 0;
  });
  afterAll(async () => {
    await app.close();
    await gitlab.close();
  });

  it('say how they stand', async () => {
    expect(packages).toBeGreaterThan(1);
    const found = await statuses();
    expect(found.map(({ name }) => name)).toEqual(['@local', '@team']);
    expect(await team()).toMatchObject({
      type: 'gitlab',
      state: 'current',
      lastError: null,
      progress: null,
      packages,
      versions: packages,
      broken: 0,
    });
    const { lastSuccess, nextRun } = (await team()) ?? {};
    expect(Date.parse(nextRun ?? '') - Date.parse(lastSuccess ?? '')).toBeGreaterThan(3_500_000);
  });

  it('are read when somebody asks for it, and answer what that came to', async () => {
    offer('three', '1.0.0');
    const { status, json } = await refresh();
    expect(status).toBe(200);
    expect(json).toMatchObject({ name: '@team', state: 'current', packages: packages + 1 });
    const { json: page } = await admin<{ results: { total: number } }>(
      'GET',
      '/prebuilts-repository?queryOptions[config]=%40team',
    );
    expect(page.results.total).toBe(packages + 1);
  });

  it('are read in the background for those who prefer it, with their progress', async () => {
    gitlab.latencyMs = 50;
    const answer = await refresh({ prefer: 'respond-async' });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`/admin/operations/${answer.json._id}`);
    await eventually(team, (status) => status?.state === 'reading');
    expect((await team())?.progress).toMatchObject({ read: 0 });
    expect(await ended(answer.json._id)).toMatchObject({
      kind: 'refresh',
      subject: '@team',
      state: 'succeeded',
      result: { state: 'current', packages },
    });
  });

  it('stop being read when that is cancelled, and keep what they have', async () => {
    gitlab.latencyMs = 500;
    const { _id: id } = await later();
    await eventually(team, (status) => status?.state === 'reading');
    expect((await admin('POST', `/admin/operations/${id}/cancel`)).status).toBeLessThan(300);
    expect((await ended(id)).state).toBe('cancelled');
    expect(await team()).toMatchObject({ state: 'current', packages, progress: null });
  });

  it('are waited for while another node reads them, until that is cancelled', async () => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const other = app.app
      .get(NamedLocks, { strict: false })
      .hold('catalogue:repository:@team', { waitMs: 10_000 }, () => held);
    const { _id: id } = await later();
    await eventually(
      () => operation(id),
      ({ state }) => state === 'running',
    );
    await admin('POST', `/admin/operations/${id}/cancel`);
    // The other node still holds the lock.
    expect((await ended(id)).state).toBe('cancelled');
    letGo();
    await other;
    expect((await refresh()).json).toMatchObject({ state: 'current', packages });
  });

  it('keep their index when they cannot be read, say why, and recover', async () => {
    gitlab.fail('invalid-json');
    const { status, json } = await refresh();
    expect([status, json.code]).toEqual([502, 'upstream-failed']);
    expect(json.detail).toContain("'@team' was not read to its end");
    expect(await team()).toMatchObject({ state: 'failed', packages });
    expect((await team())?.lastError?.message).not.toBe('');
    const { json: page } = await admin<{
      results: { total: number; warnings: { config: string }[] };
    }>('GET', '/prebuilts-repository?queryOptions[config]=%40team');
    expect(page.results.total).toBe(packages);
    expect(page.results.warnings).toMatchObject([{ config: '@team' }]);
    const { _id: id } = await later();
    expect((await ended(id)).state).toBe('failed');
    gitlab.forget();
    expect((await refresh()).json).toMatchObject({ state: 'current' });
    expect(await team()).toMatchObject({ lastError: null });
  });

  it('are left alone while their registry wants no calls, and go on after that', async () => {
    const look = () => app.app.get(CatalogueSyncService, { strict: false }).refresh();
    await refresh();
    const before = await team();
    gitlab.fail({ answer: 429, headers: { 'retry-after': '7200' } });
    const begun = Date.now();
    const paused = await refresh();
    expect(paused.status).toBe(200);
    expect(paused.json).toMatchObject({ state: 'paused', packages });
    const { lastError, nextRun, ...stands } = (await team()) ?? {};
    expect(stands).toMatchObject({
      state: 'paused',
      packages,
      versions: packages,
      progress: null,
      lastSuccess: before?.lastSuccess,
    });
    expect(lastError?.message).toContain('wants no more calls before');
    // Two hours, although it is read each hour otherwise.
    expect(Date.parse(nextRun ?? '')).toBeGreaterThanOrEqual(begun + 2 * HOUR_MS);
    const { json: page } = await admin<{ results: { total: number; warnings: object[] } }>(
      'GET',
      '/prebuilts-repository?queryOptions[config]=%40team',
    );
    expect(page.results).toMatchObject({ total: packages, warnings: [{ config: '@team' }] });

    gitlab.forget();
    await webhook({ body: {}, headers: { 'x-gitlab-token': SECRET } });
    await note({ begun: new Date(begun - 3 * HOUR_MS) });
    await look();
    expect(gitlab.calls).toEqual([]);
    expect(await team()).toMatchObject({ state: 'paused' });
    const over = new Date(begun - 1);
    await note({ pausedUntil: over, nextRun: over });
    await look();
    expect(gitlab.calls).not.toEqual([]);
    expect(await team()).toMatchObject({ state: 'current', packages, lastError: null });
  });

  it('are read at once with another token, whenever they were due', async () => {
    const withToken = async (token: string) => {
      await readLongAgo();
      await admin('PATCH', TEAM, { body: { credentials: { token } } });
      return team();
    };
    expect(await withToken('glpat-wrong')).toMatchObject({ state: 'failed', packages });
    expect(await withToken('glpat-x')).toMatchObject({ state: 'current', lastError: null });
  });

  it('are not read while they are disabled, and nobody reads what is not there', async () => {
    await admin('PATCH', TEAM, { body: { enabled: false } });
    const refused = await refresh();
    expect([refused.status, refused.json.code]).toEqual([409, 'repository-disabled']);
    expect(await team()).toMatchObject({ state: 'disabled', nextRun: null });
    await admin('PATCH', TEAM, { body: { enabled: true } });
    const absent = await app.as<Problem>('apiwrite', 'POST', `${CONFIGS}/%40absent/refresh`);
    expect(absent.status).toBe(404);
  });

  describe('by their webhook', () => {
    const body = { ref: 'refs/heads/main' };
    const signed = (secret: string, bytes: string) =>
      `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;
    const signature = (secret: string) => signed(secret, JSON.stringify(body));
    /** The event of a push of many commits, of so many bytes in all. */
    const push = (length: number) => {
      const [start, end] = ['{"commits":[{"message":"', '"}]}'];
      return start + 'x'.repeat(length - start.length - end.length) + end;
    };
    const send = (raw: string, headers: Record<string, string>) =>
      webhook({ raw, headers: { 'content-type': 'application/json', ...headers } });

    it.each([
      ['GitLab sends its token', { 'x-gitlab-token': SECRET }],
      ['GitHub sends its signature', { 'x-hub-signature-256': signature(SECRET) }],
    ])('are read soon: %s', async (_, headers) => {
      const before = (await team())?.lastRun ?? '';
      await readLongAgo();
      const { status, text } = await webhook({ body, headers });
      expect([status, text]).toEqual([202, '{"message":"The repository will be read"}']);
      const after = await eventually(
        team,
        (found) => found?.state === 'current' && (found.lastRun ?? '') > before,
      );
      expect(after?.packages).toBe(packages);
    });

    it.each([
      ['as GitLab sends it', () => ({ 'x-gitlab-token': SECRET })],
      ['as GitHub sends it', (raw: string) => ({ 'x-hub-signature-256': signed(SECRET, raw) })],
    ])('take the event of a push of many commits, %s', async (_, headers) => {
      const raw = push(MIB);
      expect((await send(raw, headers(raw))).status).toBe(202);
      const larger = push(MIB + 1);
      expect((await send(larger, headers(larger))).status).toBe(413);
    });

    it('do not parse what is large: who sent it is judged by its bytes', async () => {
      const raw = push(MIB).slice(0, -1);
      expect((await send(raw, { 'x-hub-signature-256': signed(SECRET, raw) })).status).toBe(202);
      const wrong = { 'x-hub-signature-256': signed('wrong', raw) };
      expect((await send(raw, wrong)).status).toBe(401);
      expect((await send(raw, {})).status).toBe(401);
    });

    it('read a bounded number of large ones at a time, and small ones beside them', async () => {
      const { hostname, port } = new URL(app.url);
      const head = `POST ${CONFIGS}/%40team/webhook HTTP/1.1\r\nhost: x\r\ncontent-type: application/json`;
      /** Announces a megabyte and sends none of it. */
      const slow = () => {
        const socket = connect(Number(port), hostname);
        socket.write(`${head}\r\ncontent-length: ${MIB}\r\n\r\n`);
        return socket;
      };
      const headers = { 'x-gitlab-token': SECRET };
      const sockets = Array.from({ length: 33 }, slow);
      const answers = sockets.map(async (socket) => String(await once(socket, 'data')));
      expect(await Promise.race(answers)).toMatch(/^HTTP\/1.1 503 [^]*\r\nretry-after: 5\r\n/i);
      expect((await webhook({ body, headers })).status).toBe(202);
      for (const socket of sockets) socket.destroy();
      // A connection may break while it is refused.
      const taken = await eventually(
        () => send(push(MIB), headers).catch(() => null),
        (answer) => answer?.status === 202,
      );
      expect(taken?.json).toEqual({ message: 'The repository will be read' });
      // Each gives its place back when it was read.
      for (let times = 0; times < 33; times += 1) {
        expect((await send(push(MIB / 8), headers)).status).toBe(202);
      }
    });

    it('tell strangers nothing, whatever is wrong', async () => {
      const wrong = { 'x-gitlab-token': 'wrong' };
      const answers = [
        await webhook({ body, headers: wrong }),
        await webhook({ body }),
        await webhook({ body, headers: { 'x-hub-signature-256': signature('wrong') } }),
        await webhook({ body, headers: { 'x-gitlab-token': SECRET } }, '%40local'),
        await webhook({ body, headers: { 'x-gitlab-token': SECRET } }, '%40absent'),
        await webhook({ body, headers: { ...wrong, 'x-hub-signature-256': signature(SECRET) } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
      expect(new Set(answers.map(({ json }) => json.detail)).size).toBe(1);
    });
  });
});
