import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExplainAccessAnswer } from '../../src/domains/user-management/identities/explain.dto.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { ProtectedObjects } from '../../src/platform/auth/protected-objects.js';
import { anAccount } from '../support/sign-in.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

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
    const support = await records.ensureRole(role);
    const emea = await group('emea', { assignedRoles: [support._id] });
    const noc = await group('noc', { memberOf: [emea._id] });
    const secret = await group('secret');
    await group('closed', { inactive: true, assignedRoles: [support._id] });
    ann = (await anAccount(platform.app, { username: 'Ann', groups: ['noc'] }))._id;
    await anAccount(platform.app, { username: 'bob', groups: ['closed'] });
    Object.assign(NOTES, {
      open: { read: [], write: [] },
      shared: { read: [noc._id], write: [] },
      hidden: { read: [], write: [secret._id, 'gone'] },
    });
    platform.app.get(ProtectedObjects, { strict: false }).register('note', {
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
    const { json } = await explain({ operation: 'explainAccess' });
    expect(json).toMatchObject({ decision: 'admitted', reasons: [{ kind: 'role' }] });
    expect(json.reasons[0]?.path?.map(({ type }) => type)).toEqual(['account', 'role']);
  });

  it('tells the administrators of the profile by the way to them', async () => {
    const { json } = await explain({ operation: 'explainAccess', account: 'admin' });
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

  it('is for administrators', async () => {
    const path = '/authorization/explain?operation=whoami';
    expect((await platform.call('GET', path)).status).toBe(401);
    expect((await platform.as('apiread', 'GET', path)).status).toBe(403);
  });
});
