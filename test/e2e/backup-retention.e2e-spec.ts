import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SearchBackupsAnswer } from '../../src/domains/configuration-manager/backups/backups.dto.js';
import { RetentionRuns } from '../../src/domains/configuration-manager/backups/retention/retention-runs.service.js';
import {
  type ListRetentionPoliciesAnswer,
  type RetentionPolicyAnswer,
} from '../../src/domains/configuration-manager/backups/retention/retention.dto.js';
import { eventually } from '../support/eventually.js';
import { startApp, type TestApp } from '../support/start-app.js';

const POLICIES = '/configuration_manager/retention-policies';

describe('retention of backups', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp('backup-retention');
  });
  afterAll(() => app.close());

  const write = (method: string, path: string, body?: object, headers = {}) =>
    app.as<RetentionPolicyAnswer>('apiwrite', method, path, { headers, ...(body && { body }) });

  it('deletes what no rule keeps of the devices that it means', async () => {
    const versions = (name: string) =>
      Array.from({ length: 6 }, (_, at) => ({
        ...{ name, type: 'cisco-ios', rawConfig: `hostname ${name}\nline ${String(at)}\n` },
        date: `2026-01-0${String(at + 1)}T00:00:00Z`,
      }));
    const body = { backups: [...versions('edge-1'), ...versions('core-1')] };
    await app.as('admin', 'POST', '/configuration_manager/backups/import', { body });
    const { json: policy } = await write('POST', POLICIES, {
      ...{ name: 'Edges', namePattern: '^EDGE', keepLast: 2, types: ['cisco-ios'] },
    });
    await write('POST', POLICIES, { name: 'Off', enabled: false, keepLast: 1 });
    await app.app.get(RetentionRuns, { strict: false }).run();
    const { json } = await app.as<SearchBackupsAnswer>(
      ...(['apiread', 'POST', '/configuration_manager/backups'] as const),
      { body: { options: {} } },
    );
    const texts = json.backups.list.filter(({ name }) => name === 'edge-1');
    expect(texts.map(({ rawConfig }) => rawConfig)).toEqual([
      'hostname edge-1\nline 5\n',
      'hostname edge-1\nline 4\n',
    ]);
    expect(json.backups.total).toBe(8);
    const read = await app.as<RetentionPolicyAnswer>('apiread', 'GET', `${POLICIES}/${policy.id}`);
    expect(read.json).toMatchObject({ lastDeleted: 4, keepLast: 2, keepDays: null });
    expect(read.json.lastRun).not.toBeNull();
    const entries = (): Promise<{ json: { results: readonly object[] } }> =>
      app.as('admin', 'GET', '/audit?kind=platform&objectType=backup');
    await eventually(entries, ({ json: { results } }) =>
      results.some((one) => JSON.stringify(one).includes('retention')),
    );
    const events = await app.as<object>('admin', 'GET', '/events?topic=backupsDeletedByRetention');
    expect(JSON.stringify(events.json)).toContain('"deleted":4');
  });

  it('lets policies be read, changed and deleted', async () => {
    const rules = { keepLast: 1, keepDays: 2, keepDaily: 3, keepWeekly: 4, keepMonthly: 5 };
    const body = { name: 'Everything', enabled: false, namePattern: 'x', types: ['x'], ...rules };
    const made = await write('POST', POLICIES, body);
    const path = `${POLICIES}/${made.json.id}`;
    expect((await write('POST', POLICIES, body)).status).toBe(409);
    expect((await write('POST', POLICIES, { name: 'x', namePattern: '(' })).status).toBe(400);
    const tag = made.headers.get('etag') ?? '';
    const unchanged = await app.as('apiread', 'GET', path, { headers: { 'if-none-match': tag } });
    expect(unchanged.status).toBe(304);
    const changed = await write('PUT', path, { ...body, keepLast: 9 }, { 'if-match': tag });
    expect(changed.json).toMatchObject({ ...body, keepLast: 9, lastRun: null, lastDeleted: 0 });
    expect((await write('PUT', path, body, { 'if-match': tag })).status).toBe(412);
    expect((await write('PUT', path, { ...body, name: 'Edges' })).status).toBe(409);
    expect((await write('DELETE', path, undefined, { 'if-match': tag })).status).toBe(412);
    const list = await app.as<ListRetentionPoliciesAnswer>('apiread', 'GET', `${POLICIES}?limit=1`);
    expect(list.json.total).toBe(3);
    expect(list.json.results).toHaveLength(1);
    expect((await write('DELETE', path)).status).toBe(204);
    expect((await app.as('apiread', 'GET', path)).status).toBe(404);
    expect((await write('PUT', path, body)).status).toBe(404);
    expect((await write('DELETE', path)).status).toBe(404);
  });
});
