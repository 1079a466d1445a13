import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExplainAccessAnswer } from '../../src/domains/user-management/identities/explain.dto.js';
import { type RoleAnswer } from '../../src/domains/user-management/roles/roles.dto.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { GuardedObjects } from '../../src/platform/auth/guarded-objects.js';
import { anAccount } from '../support/sign-in.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

interface Listed {
  readonly results: readonly unknown[];
  readonly total: number;
}

/** Groups of the one kind of object that this test registers. */
const NOTES: Record<string, { read: string[]; write: string[] }> = {};

describe('GET /authorization/explain', () => {
  let platform: TestApp;
  let ann: string;

  const explain = (query: Record<string, string>): Promise<Answer<ExplainAccessAnswer>> =>
    platform.as('admin', 'GET', `/authorization/explain?${new URLSearchParams(query).toString()}`);

  beforeAll(async () => {
    platform = await startApp('explain');
    const records = platform.app.get(UserRecordsService, { strict: false });
    const group = (name: string, given: object = {}) =>
      records.ensureGroup({ provenance: 'local', name, ...given });
    const role = { provenance: 'platform', name: 'support', description: '' };
    const assignedRoles = (await records.ensureRoles([role])).map(({ _id }) => _id);
    const emea = await group('emea', { assignedRoles });
    const noc = await group('noc', { memberOf: [emea._id] });
    const secret = await group('secret');
    await group('closed', { inactive: true, assignedRoles });
    ann = (await anAccount(platform.app, { username: 'Ann', groups: ['noc'] }))._id;
    await anAccount(platform.app, { username: 'bob', groups: ['closed'] });
    Object.assign(NOTES, {
      open: { read: [], write: [] },
      shared: { read: [noc._id], write: [] },
      hidden: { read: [], write: [secret._id, 'gone'] },
    });
    platform.app.get(GuardedObjects, { strict: false }).register('note', {
      application: 'UserManagement',
      find: (id) => Promise.resolve(NOTES[id] ? { gbac: NOTES[id] } : null),
    });
  });
  afterAll(() => platform.close());

  it('names role and groups of an account, found by id or by name', async () => {
    for (const account of [ann, 'ANN']) {
      const { status, json } = await explain({ operation: 'GET /authorization/roles', account });
      expect(status).toBe(200);
      expect(json).toMatchObject({
        operation: {
          id: 'listRoleRecords',
          method: 'GET',
          path: '/authorization/roles',
          application: 'UserManagement',
          access: 'roles',
          roles: ['admin'],
        },
        account: { id: ann, provenance: 'local', username: 'Ann', inactive: false },
        object: null,
        decision: 'refused',
        reasons: [{ kind: 'no-role', admits: false, needed: ['admin'] }],
      });
      expect(json.text).toMatch(/^Ann may not call listRoleRecords: /);
    }
  });

  it('takes the caller where no account is named', async () => {
    const { json } = await explain({ operation: 'listRoleRecords' });
    expect(json).toMatchObject({ decision: 'admitted', reasons: [{ kind: 'role' }] });
    expect(json.reasons[0]?.path?.map(({ type }) => type)).toEqual(['account', 'role']);
  });

  it('tells the administrators of the profile by the way to them', async () => {
    const { json } = await explain({ operation: 'listRoleRecords', account: 'admin' });
    expect(json.decision).toBe('admitted');
    expect(json.reasons[0]?.path?.map(({ name }) => name)).toContain('admins');
  });

  it('tells operations that need no role', async () => {
    expect((await explain({ operation: 'whoami', account: 'Ann' })).json).toMatchObject({
      operation: { access: 'signed-in', roles: [] },
      reasons: [{ kind: 'signed-in' }],
    });
    expect((await explain({ operation: 'GET /health/live' })).json).toMatchObject({
      operation: { access: 'everyone', roles: [] },
      reasons: [{ kind: 'open' }],
    });
  });

  it('tells what the groups of an object say', async () => {
    const of = async (object: string) =>
      (await explain({ operation: 'whoami', account: 'Ann', object })).json;
    expect(await of('note/open')).toMatchObject({
      object: { type: 'note', id: 'open', found: true },
      decision: 'admitted',
      reasons: [{ kind: 'signed-in' }, { kind: 'object-everyone' }],
    });
    expect(await of('note/shared')).toMatchObject({
      decision: 'admitted',
      reasons: [
        { kind: 'signed-in' },
        { kind: 'object-member', gbac: { entry: 'read', groups: [{ name: 'noc' }] } },
      ],
    });
    const hidden = await of('note/hidden');
    expect(hidden.decision).toBe('refused');
    expect(hidden.reasons.at(-1)?.gbac?.groups).toEqual([
      expect.objectContaining({ provenance: 'local', name: 'secret' }),
      { id: 'gone' },
    ]);
    expect(await of('note/nowhere')).toMatchObject({
      object: { found: false },
      decision: 'refused',
    });
  });

  it('refuses what it cannot know, and says what it knows', async () => {
    const refused = async (query: Record<string, string>) => {
      const { status, text } = await explain(query);
      return [status, text.includes('#/operation') || text.includes('note/{id}')];
    };
    expect(await refused({ operation: 'GET /nowhere' })).toEqual([400, true]);
    expect(await refused({ operation: 'whoami', object: 'book/1' })).toEqual([400, true]);
    expect(await refused({ operation: 'whoami', object: 'note' })).toEqual([400, true]);
    expect((await explain({ operation: 'whoami', acount: 'x' })).status).toBe(400);
    expect((await explain({ operation: 'whoami', account: 'nobody' })).status).toBe(404);
  });

  it('tells everybody about himself, and administrators about others and about objects', async () => {
    const path = '/authorization/explain?operation=installArtifact';
    expect((await platform.call('GET', path)).status).toBe(401);
    const own = await platform.as<ExplainAccessAnswer>('apiread', 'GET', path);
    expect([own.status, own.json.decision]).toEqual([200, 'refused']);
    expect(own.json.reasons[0]?.needed).toContain('apiwrite');
    const { username } = own.json.account;
    const named = `${path}&account=${username.toUpperCase()}`;
    expect((await platform.as('apiread', 'GET', named)).status).toBe(200);
    // Neither whether there is such an account nor whether there is such an object is told.
    for (const more of ['account=Ann', 'account=nobody', 'object=note/hidden']) {
      const { status } = await platform.as('apiread', 'GET', `${path}&${more}`);
      expect([more, status]).toEqual([more, 403]);
    }
  });

  it('tells the operations that a role admits to, by the names that are listed as methods', async () => {
    const role = { provenance: 'MOP', name: 'support' };
    const added = await platform.as<RoleAnswer>('admin', 'POST', '/authorization/roles', {
      body: { role },
    });
    const { allowedMethods } = added.json.data;
    expect(allowedMethods).toContainEqual({ name: 'runAnalyticTemplate', provenance: 'MOP' });
    expect(allowedMethods).not.toContainEqual(
      expect.objectContaining({ name: 'createAnalyticTemplate' }),
    );
    expect(new Set(allowedMethods.map(({ provenance }) => provenance))).toEqual(new Set(['MOP']));
    const { json } = await platform.as<Listed>('admin', 'GET', '/authorization/methods');
    expect(json.total).toBe(json.results.length);
    expect(json.results).toContainEqual({
      provenance: 'MOP',
      name: 'runAnalyticTemplate',
      description: expect.any(String),
      deprecated: false,
      route: {
        path: 'mop/runAnalyticsTemplateDevices',
        fullPath: '/mop/runAnalyticsTemplateDevices',
        verb: 'POST',
      },
    });
    const page = await platform.as<Listed>('admin', 'GET', '/authorization/methods?skip=1&limit=2');
    expect(page.json).toEqual({ results: json.results.slice(1, 3), total: json.total });
    const views = await platform.as('admin', 'GET', '/authorization/views?limit=100');
    expect(views.json).toEqual({ results: [], total: 0 });
  });
});
