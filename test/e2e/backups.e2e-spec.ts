import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { type DiffBackupsAnswer } from '../../src/domains/backups/records/backup-diffs.dto.js';
import {
  type BackupRecord,
  type DeleteBackupsAnswer,
  type ImportBackupsAnswer,
  type ListDeviceBackupsAnswer,
  type RevealedBackup,
  type SearchBackupsAnswer,
} from '../../src/domains/backups/records/backups.dto.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { aSignedInCaller } from '../support/sign-in.js';

const BACKUPS = '/configuration_manager/backups';
const CANARY = 'canary-of-backups-77ab';
const SEARCH = { options: {} };

describe('backups', () => {
  let app: TestApp;
  let names = 0;
  beforeAll(async () => {
    app = await startApp('backups');
  });
  afterAll(() => app.close());

  const aName = () => {
    names += 1;
    return `router ${String(names)}`;
  };
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString();
  const post = (items: readonly unknown[], token?: string) =>
    token === undefined
      ? app.as<ImportBackupsAnswer>('admin', 'POST', `${BACKUPS}/import`, {
          body: { backups: items },
        })
      : app.call<ImportBackupsAnswer>('POST', `${BACKUPS}/import`, {
          body: { backups: items },
          token,
        });
  /** Versions of a router of its own. @returns its name and their ids. */
  const versions = async (texts: readonly string[], more: object = {}) => {
    const name = aName();
    const items = texts.map((rawConfig, at) => ({
      name,
      type: 'cisco-ios',
      provider: 'lab',
      rawConfig,
      date: day(at),
      ...more,
    }));
    const { json } = await post(items);
    return { name, ids: json.results.map(({ id }) => id ?? '') };
  };
  const search = (options: object, token?: string) =>
    token === undefined
      ? app.as<SearchBackupsAnswer>('apiread', 'POST', BACKUPS, { body: { options } })
      : app.call<SearchBackupsAnswer>('POST', BACKUPS, { body: { options }, token });
  const get = (id: string, headers: Record<string, string> = {}) =>
    app.as<BackupRecord>('apiread', 'GET', `${BACKUPS}/${id}`, { headers });

  it('stores what was taken elsewhere, each item with an outcome of its own', async () => {
    const name = aName();
    const item = { name, type: 'cisco-ios', rawConfig: 'hostname a\n', date: day(1) };
    const { status, json } = await post([
      item,
      { ...item, date: day(2) },
      { ...item, rawConfig: 'hostname b\n', date: day(0), xmlConfig: '<a/>' },
      'no object',
      { ...item, date: 'yesterday' },
      { name, type: 'x' },
      { ...item, unknown: 1 },
      { ...item, rawConfig: 'x'.repeat(13 * 1024 * 1024) },
      { ...item, gbac: { read: ['absent'] } },
    ]);
    expect(status).toBe(200);
    expect([json.stored, json.unchanged, json.refused]).toEqual([2, 1, 6]);
    expect(json.results.map(({ outcome }) => outcome)).toEqual([
      ...['new', 'unchanged', 'new'],
      ...Array.from({ length: 6 }, () => 'refused'),
    ]);
    expect(json.results.map(({ pointer }) => pointer)).toEqual([
      ...[null, null, null, '#/backups/3', '#/backups/4/date', '#/backups/5', '#/backups/6'],
      ...['#/backups/7', '#/backups/8/gbac'],
    ]);
    const list = await app.as<ListDeviceBackupsAnswer>(
      ...(['apiread', 'GET', `/configuration_manager/devices/${name}/backups?limit=1`] as const),
    );
    expect(list.json).toMatchObject({
      total: 2,
      list: [{ id: json.results[0]?.id, date: day(1), lastSeen: day(2), hasXml: false }],
    });
  });

  it('answers the newest 25 to empty options, and pages of the rest', async () => {
    await versions(Array.from({ length: 30 }, (_, at) => `hostname page${String(at)}\n`));
    const first = await search({});
    expect(first.json.backups.list).toHaveLength(25);
    expect(first.json.backups.total).toBeGreaterThanOrEqual(30);
    const dates = first.json.backups.list.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
    const second = await search({ start: '25', limit: '2' });
    expect(second.json.backups.list).toHaveLength(2);
    const bare = await app.as<SearchBackupsAnswer['backups']>('apiread', 'POST', BACKUPS, {
      body: SEARCH,
      headers: { prefer: 'envelope=bare' },
    });
    expect(bare.json.total).toBe(first.json.backups.total);
  });

  it('finds by exact name, or by a pattern in any case', async () => {
    const { name, ids } = await versions(['hostname one\n', 'hostname two\n']);
    const exact = await search({ filter: { name } });
    expect(exact.json.backups).toMatchObject({ total: 2, list: [{ id: ids[1] }, { id: ids[0] }] });
    expect((await search({ filter: { name: name.toUpperCase() } })).json.backups.total).toBe(0);
    const pattern = `^${name.toUpperCase()}$`;
    const found = await search({ regex: true, filter: { name: pattern }, sort: { date: 1 } });
    expect(found.json.backups.list.map(({ id }) => id)).toEqual(ids);
    const sorted = await search({ filter: { name }, sort: { name: -1, date: 1 } });
    expect(sorted.json.backups.list.map(({ id }) => id)).toEqual(ids);
    expect((await search({ regex: true, filter: { name: '(a+)+$' } })).status).toBe(200);
  });

  it.each([
    [{ regex: true, filter: { name: '(' } }, '#/options/filter/name'],
    [{ limit: 0 }, '#/options/limit'],
    [{ start: -1 }, '#/options/start'],
    [{ sort: { size: 1 } }, '#/options/sort/size'],
    [{ sort: { name: 2 } }, '#/options/sort/name'],
  ])('refuses %j', async (options, pointer) => {
    const { status, json } = await search(options);
    const { errors } = json as unknown as { errors?: { pointer: string }[] };
    expect([status, errors?.map((one) => one.pointer)]).toEqual([400, [pointer]]);
  });

  it('masks secrets wherever a text is read, and reveals them to administrators alone', async () => {
    const text = `hostname a\nusername bob privilege 15 password 0 ${CANARY} and more\n`;
    const { name, ids } = await versions([text, `${text}end\n`]);
    const [id = '', other = ''] = ids;
    const answers = [
      await search({ filter: { name } }),
      await get(id),
      await app.as('apiread', 'GET', `${BACKUPS}/${id}/diff/${other}?context=1000`),
      await app.as('apiread', 'GET', `${BACKUPS}/${id}/diff/${other}?format=sideBySide`),
      await app.as('apiread', 'GET', `/configuration_manager/devices/${name}/backups`),
      await app.as('admin', 'GET', '/audit?limit=100'),
      await app.as('admin', 'GET', '/events?limit=100'),
    ];
    for (const answer of answers) expect(answer.text).not.toContain(CANARY);
    expect((await get(id)).json.rawConfig).toContain('password 0 <SECRET:1>');
    const path = `${BACKUPS}/${id}/reveal`;
    const revealed = await app.as<RevealedBackup>('admin', 'POST', path);
    expect(revealed.json).toEqual({ id, rawConfig: text, xmlConfig: '' });
    expect(revealed.headers.get('cache-control')).toBe('no-store');
    expect((await app.as('apiwrite', 'POST', path)).status).toBe(403);
    expect((await app.as('admin', 'POST', `${BACKUPS}/absent/reveal`)).status).toBe(404);
  });

  it('says so where a secret that it has sealed is gone', async () => {
    const { ids } = await versions([`hostname a\nenable secret 0 ${CANARY}\n`]);
    const [id = ''] = ids;
    const { db } = app.app.get<Connection>(getConnectionToken(), { strict: false });
    await db?.collection('backup.secrets').deleteMany({});
    const { status, json } = await app.as<{ code: string }>(
      'admin',
      'POST',
      `${BACKUPS}/${id}/reveal`,
    );
    expect([status, json.code]).toEqual([409, 'secret-unreadable']);
    expect((await get(id)).json.rawConfig).toContain('<SECRET:1>');
  });

  it('shows how two versions differ', async () => {
    const { ids } = await versions(['a\nb\nc\n', 'a\nB\nc\nd\n']);
    const path = `${BACKUPS}/${ids.join('/diff/')}`;
    const unified = await app.as<DiffBackupsAnswer>('apiread', 'GET', path);
    expect(unified.json).toMatchObject({ before: ids[0], after: ids[1] });
    expect(unified.json.unified).toContain('-b\n+B\n c\n+d\n');
    const beside = await app.as<DiffBackupsAnswer>(
      'apiread',
      'GET',
      `${path}?format=sideBySide&context=0`,
    );
    expect(beside.json.stats).toEqual({ equal: 2, added: 1, removed: 0, changed: 1 });
    expect(beside.json.rows).toContainEqual({
      kind: 'changed',
      left: { number: 2, text: 'b' },
      right: { number: 2, text: 'B' },
    });
    expect((await app.as('apiread', 'GET', `${BACKUPS}/absent/diff/${ids[0] ?? ''}`)).status).toBe(
      404,
    );
  });

  it('folds long parts that are equal', async () => {
    const lines = Array.from({ length: 50 }, (_, at) => `line ${String(at)}\n`).join('');
    const { ids } = await versions([lines, `${lines}more\n`]);
    const path = `${BACKUPS}/${ids.join('/diff/')}?format=sideBySide`;
    const { json } = await app.as<DiffBackupsAnswer>('apiread', 'GET', path);
    expect(json.rows?.[0]).toEqual({ kind: 'folded', left: null, right: null, count: 47 });
  });

  it('changes description and notes of the revision that the caller read', async () => {
    const { ids } = await versions(['hostname a\n']);
    const [id = ''] = ids;
    const read = await get(id);
    const tag = read.headers.get('etag') ?? '';
    expect((await get(id, { 'if-none-match': tag })).status).toBe(304);
    const change = (headers: Record<string, string>, body: object = { notes: 'seen' }) =>
      app.as<BackupRecord>('apiwrite', 'PATCH', `${BACKUPS}/${id}`, { headers, body });
    const changed = await change({ 'if-match': tag }, { notes: 'seen', description: 'core' });
    expect(changed.json).toMatchObject({ id, notes: 'seen', description: 'core' });
    expect((await change({ 'if-match': tag })).status).toBe(412);
    expect((await change({}, { rawConfig: 'x' })).status).toBe(400);
    const absent = await app.as('apiwrite', 'PATCH', `${BACKUPS}/absent`, { body: {} });
    expect(absent.status).toBe(404);
  });

  it('deletes some and keeps the others byte for byte', async () => {
    const texts = Array.from({ length: 25 }, (_, at) => `a\n${String(at)}\nz\n`);
    const { name, ids } = await versions(texts);
    const gone = [ids[0], ids[7], ids[20]].map((id) => `backupIds=${id ?? ''}`).join('&');
    const deleted = await app.as<DeleteBackupsAnswer>('apiwrite', 'DELETE', `${BACKUPS}?${gone}`);
    expect(deleted.json).toEqual({ status: 'success', deleted: 3 });
    expect((await get(ids[0] ?? '')).status).toBe(404);
    const { json } = await search({ filter: { name }, sort: { date: 1 }, limit: 100 });
    expect(json.backups.list.map(({ rawConfig }) => rawConfig)).toEqual(
      texts.filter((_, at) => ![0, 7, 20].includes(at)),
    );
    const again = await app.as<DeleteBackupsAnswer>('apiwrite', 'DELETE', `${BACKUPS}?${gone}`);
    expect(again.json.deleted).toBe(0);
  });

  it('hides from others what belongs to a group, and lets members change it', async () => {
    const roles = [
      { provenance: 'platform', name: 'apiread' },
      { provenance: 'platform', name: 'apiwrite' },
    ];
    const member = await aSignedInCaller(app.app, {
      roles,
      groups: ['backup readers', 'backup writers'],
    });
    const reader = await aSignedInCaller(app.app, { roles, groups: ['backup readers'] });
    const stranger = await aSignedInCaller(app.app, { roles });
    const group = (name: string) => ({ provenance: 'local', name });
    const gbac = { read: [group('backup readers')], write: [group('backup writers')] };
    const { name, ids } = await versions(['hostname a\n', 'hostname b\n'], { gbac });
    const [id = '', other = ''] = ids;
    const status = async (token: string, method: string, path: string, body?: object) =>
      (await app.call(method, path, { token, ...(body && { body }) })).status;
    const edit = (token: string) => status(token, 'PATCH', `${BACKUPS}/${id}`, { notes: 'x' });
    expect([await edit(member), await edit(reader), await edit(stranger)]).toEqual([200, 403, 404]);
    const removal = `${BACKUPS}?backupIds=${id}&backupIds=${other}`;
    expect(await status(reader, 'DELETE', removal)).toBe(403);
    const diff = `${BACKUPS}/${id}/diff/${other}`;
    expect([await status(reader, 'GET', diff), await status(stranger, 'GET', diff)]).toEqual([
      200, 404,
    ]);
    const totals = [];
    for (const token of [member, reader, stranger])
      totals.push((await search({ filter: { name } }, token)).json.backups.total);
    expect(totals).toEqual([2, 2, 0]);
    const more = [{ name, type: 'x', rawConfig: 'hostname c\n' }];
    expect((await post(more, stranger)).json.refused).toBe(1);
    expect((await post(more, member)).json.stored).toBe(1);
  });

  it('refuses a request of a hundred megabytes', async () => {
    const raw = `{"backups":[{"name":"x","type":"x","rawConfig":"${'x'.repeat(17 * 1024 * 1024)}"}]}`;
    const { status } = await app.as('admin', 'POST', `${BACKUPS}/import`, {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(413);
  });
});
