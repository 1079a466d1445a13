import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type SearchBackupsAnswer } from '../../src/domains/backups/records/backups.dto.js';
import { type RetentionPolicy } from '../../src/domains/backups/retention/retention-policy.js';
import { RETENTION_POLICY_MODEL } from '../../src/domains/backups/retention/retention-policy.schema.js';
import { RetentionRunsService } from '../../src/domains/backups/retention/retention-runs.service.js';
import {
  type ListRetentionPoliciesAnswer,
  type RetentionPolicyAnswer,
} from '../../src/domains/backups/retention/retention.dto.js';
import { type Account } from '../../src/domains/user-management/stored/account.js';
import { eventually } from '../support/eventually.js';
import { aSessionOf, aSignedInCaller, anAccount } from '../support/sign-in.js';
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

  const left = async (...names: readonly string[]): Promise<readonly number[]> =>
    Promise.all(
      names.map(async (name) => {
        const body = { options: { filter: { name } } };
        const path = '/configuration_manager/backups';
        return (await app.as<SearchBackupsAnswer>('admin', 'POST', path, { body })).json.backups
          .total;
      }),
    );

  it('deletes what no rule keeps of the devices that it means', async () => {
    const versions = (name: string) =>
      Array.from({ length: 6 }, (_, at) => ({
        name,
        type: 'cisco-ios',
        rawConfig: `hostname ${name}\nline ${String(at)}\n`,
        date: `2026-01-0${String(at + 1)}T00:00:00Z`,
      }));
    const body = { backups: [...versions('edge-1'), ...versions('core-1')] };
    await app.as('admin', 'POST', '/configuration_manager/backups/import', { body });
    const { json: policy } = await write('POST', POLICIES, {
      name: 'Edges',
      namePattern: '^EDGE',
      keepLast: 2,
      types: ['cisco-ios'],
    });
    await write('POST', POLICIES, { name: 'Off', enabled: false, keepLast: 1 });
    await app.app.get(RetentionRunsService, { strict: false }).run();
    const { json } = await app.as<SearchBackupsAnswer>(
      ...(['apiread', 'POST', '/configuration_manager/backups'] as const),
      { body: { options: { filter: { name: 'edge-1' } } } },
    );
    expect(json.backups.list.map(({ rawConfig }) => rawConfig)).toEqual([
      'hostname edge-1\nline 5\n',
      'hostname edge-1\nline 4\n',
    ]);
    expect(await left('edge-1', 'core-1')).toEqual([2, 6]);
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

  describe('by its author', () => {
    const GROUP = { provenance: 'local', name: 'retention members' };
    const ROLES = [{ provenance: 'platform', name: 'apiwrite' }];
    const stored = async (name: string, gbac?: object): Promise<void> => {
      const backups = [1, 2, 3].map((day) => ({
        name,
        type: 'x',
        rawConfig: `hostname ${name}\nline ${String(day)}\n`,
        date: `2026-02-0${String(day)}T00:00:00Z`,
        ...(gbac && { gbac }),
      }));
      const answer = await app.as<{ stored: number }>(
        ...(['admin', 'POST', '/configuration_manager/backups/import'] as const),
        { body: { backups } },
      );
      expect(answer.json.stored).toBe(3);
    };
    const run = (): Promise<void> => app.app.get(RetentionRunsService, { strict: false }).run();
    const policyOf = async (token: string, namePattern: string): Promise<string> => {
      const body = { name: `Policy ${namePattern}`, namePattern, keepLast: 1 };
      const made = await app.call<RetentionPolicyAnswer>('POST', POLICIES, { token, body });
      return made.json.id;
    };
    const changed = async ({ _id }: Account, body: object): Promise<void> => {
      const path = `/authorization/accounts/${_id}`;
      expect((await app.as('admin', 'PATCH', path, { body })).status).toBe(200);
    };
    const gbac = { read: [], write: [GROUP] };
    beforeAll(() => anAccount(app.app, { groups: [GROUP.name] }));

    it('deletes what the author may change, and nothing else', async () => {
      await stored('shut-1', gbac);
      await stored('seen-1', { read: [GROUP], write: [] });
      await stored('open-1');
      const stranger = await aSignedInCaller(app.app, { username: 'stranger', roles: ROLES });
      const member = await aSignedInCaller(app.app, { roles: ROLES, groups: [GROUP.name] });
      const id = await policyOf(stranger, '^(shut|seen|open)-1$');
      await run();
      expect(await left('shut-1', 'seen-1', 'open-1')).toEqual([3, 3, 1]);
      const read = await app.as<RetentionPolicyAnswer>('admin', 'GET', `${POLICIES}/${id}`);
      expect(read.json).toMatchObject({ author: 'stranger', lastDeleted: 2 });
      // Whoever saves it is answerable for it from then on.
      const body = { name: 'Taken over', namePattern: '^(shut|seen|open)-1$', keepLast: 1 };
      await app.call('PUT', `${POLICIES}/${id}`, { token: member, body });
      await run();
      expect(await left('shut-1', 'seen-1', 'open-1')).toEqual([1, 3, 1]);
    });

    it('judges the author anew at each run, and stops with the account', async () => {
      const author = await anAccount(app.app, { roles: ROLES, groups: [GROUP.name] });
      const leaver = await anAccount(app.app, { roles: ROLES });
      await policyOf(await aSessionOf(app.app, author), '^left-1$');
      await policyOf(await aSessionOf(app.app, leaver), '^left-2$');
      await stored('left-1', gbac);
      await stored('left-2');
      await changed(author, { memberOf: [] });
      await changed(leaver, { assignedRoles: [] });
      await run();
      expect(await left('left-1', 'left-2')).toEqual([3, 3]);
    });

    it('deletes by a policy of before there were authors what belongs to everybody', async () => {
      await stored('old-1', gbac);
      await stored('old-2');
      const id = await policyOf(await app.tokenOf('admin'), '^old-[12]$');
      const policies: Model<RetentionPolicy> = app.app.get(getModelToken(RETENTION_POLICY_MODEL), {
        strict: false,
      });
      await policies.updateOne({ _id: id }, { $unset: { author: 1 } });
      await run();
      expect(await left('old-1', 'old-2')).toEqual([3, 1]);
    });
  });

  it('lets policies be read, changed and deleted', async () => {
    const rules = { keepLast: 1, keepDays: 2, keepDaily: 3, keepWeekly: 4, keepMonthly: 5 };
    const body = { name: 'Everything', enabled: false, namePattern: 'x', types: ['x'], ...rules };
    const count = async (): Promise<number> =>
      (await app.as<ListRetentionPoliciesAnswer>('apiread', 'GET', POLICIES)).json.total;
    const before = await count();
    const made = await write('POST', POLICIES, body);
    const path = `${POLICIES}/${made.json.id}`;
    expect((await write('POST', POLICIES, body)).status).toBe(409);
    expect((await write('POST', POLICIES, { name: 'x', namePattern: '(' })).status).toBe(400);
    const tag = made.headers.get('etag') ?? '';
    const known = (await app.as('apiread', 'GET', path)).headers.get('etag') ?? '';
    const unchanged = await app.as('apiread', 'GET', path, { headers: { 'if-none-match': known } });
    expect(unchanged.status).toBe(304);
    const changed = await write('PUT', path, { ...body, keepLast: 9 }, { 'if-match': tag });
    expect(changed.json).toMatchObject({ ...body, keepLast: 9, lastRun: null, lastDeleted: 0 });
    expect((await write('PUT', path, body, { 'if-match': tag })).status).toBe(412);
    const other = await write('POST', POLICIES, { name: 'Another', enabled: false });
    expect((await write('PUT', path, { ...body, name: 'another' })).status).toBe(409);
    expect((await write('DELETE', `${POLICIES}/${other.json.id}`)).status).toBe(200);
    expect((await write('DELETE', path, undefined, { 'if-match': tag })).status).toBe(412);
    const list = await app.as<ListRetentionPoliciesAnswer>('apiread', 'GET', `${POLICIES}?limit=1`);
    expect(list.json.total).toBe(before + 1);
    expect(list.json.results).toHaveLength(1);
    expect((await write('DELETE', path)).status).toBe(200);
    expect((await app.as('apiread', 'GET', path)).status).toBe(404);
    expect((await write('PUT', path, body)).status).toBe(404);
    expect((await write('DELETE', path)).status).toBe(404);
  });
});
