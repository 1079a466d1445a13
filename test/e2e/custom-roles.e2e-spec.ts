import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';
import { type Done, outcomeOf, type Role } from '../support/user-answers.js';

const JOBS = { name: 'listJobs', provenance: 'WorkFlowEngine' };
const TEMPLATES = { name: 'listAnalyticTemplates', provenance: 'MOP' };
const ROLES = '/authorization/roles';

interface CustomRole extends Role {
  readonly allowedMethods: readonly { readonly name: string }[];
}

describe('custom roles', () => {
  let platform: TestApp;
  let token: string;
  let role: CustomRole;
  const admin = <T>(method: string, path: string, body?: object) =>
    platform.as<T>('admin', method, path, body && { body });
  const call = <T>(method: string, path: string, body?: object) =>
    platform.call<T>(method, path, { token, ...(body && { body }) });
  const make = async (fields: object): Promise<CustomRole> => {
    const answer = await admin<Done<CustomRole>>('POST', ROLES, { role: fields });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data;
  };
  /** The token of a new account with this role. */
  const signedIn = async (username: string, { _id }: CustomRole): Promise<string> => {
    const password = 'a password of hers';
    const account = { username, password, assignedRoles: [_id] };
    await admin('POST', '/authorization/accounts', { account });
    return (await platform.call('POST', '/login', { body: { username, password } })).text;
  };

  beforeAll(async () => {
    platform = await startApp('e2e-custom-roles');
    role = await make({
      name: 'night shift',
      provenance: 'Custom',
      description: 'looks at jobs',
      allowedMethods: [JOBS],
      allowedViews: [],
    });
    token = await signedIn('nina', role);
  });
  afterAll(() => platform.close());

  it('are shown with the operations that they list', async () => {
    const shown = { allowedMethods: [JOBS], allowedViews: [], provenance: 'Custom' };
    expect(role).toMatchObject(shown);
    expect((await admin('GET', `${ROLES}/${role._id}`)).json).toEqual(role);
    const { json } = await admin<{ results: unknown }>('GET', `${ROLES}?equals=night shift`);
    expect(json.results).toEqual([role]);
  });

  it('admit to these operations, and to no other', async () => {
    expect((await call('GET', '/operations-manager/jobs')).status).toBe(200);
    const refused = await call<{ message: string }>('GET', '/operations-manager/tasks');
    expect([refused.status, refused.json.message]).toEqual([
      403,
      expect.stringContaining('or a custom role that lists it'),
    ]);
    const { json } = await call<{ methods: object }>('GET', '/whoami');
    expect(json.methods).toMatchObject({ WorkFlowEngine: ['listJobs'] });
  });

  it('are told by explain', async () => {
    const explained = (operation: string) =>
      call<{ decision: string; text: string }>('GET', `/authorization/explain?${operation}`);
    expect((await explained('operation=listJobs')).json).toMatchObject({
      decision: 'admitted',
      text: expect.stringContaining('account nina -> role night shift'),
    });
    expect((await explained('operation=startJob')).json).toMatchObject({
      decision: 'refused',
      text: expect.stringContaining('no custom role lists it'),
    });
  });

  it('change for those who hold them, and the trail says how', async () => {
    const late = await make({ name: 'late shift', allowedMethods: [JOBS] });
    const held = await signedIn('lena', late);
    const get = (path: string) => platform.call('GET', path, { token: held });
    expect((await get('/operations-manager/jobs')).status).toBe(200);
    const updates = { name: 'early shift', allowedMethods: [TEMPLATES] };
    const changed = await admin<Done<CustomRole>>('PATCH', `${ROLES}/${late._id}`, { updates });
    expect(changed.json.data).toEqual({ ...late, ...updates });
    await eventually(
      () => get('/mop/listAnalyticTemplates'),
      ({ status }) => status === 200,
    );
    expect((await get('/operations-manager/jobs')).status).toBe(403);
    const trail = await admin('GET', `/audit?operation=updateRole&limit=1`);
    expect(trail.json).toMatchObject({
      results: [
        { objects: [{ before: { methods: [JOBS.name] }, after: { methods: [TEMPLATES.name] } }] },
      ],
    });
  });

  it('keep their operations where a change names none', async () => {
    const { _id } = await make({ name: 'kept', allowedMethods: [JOBS] });
    const { json } = await admin<Done<CustomRole>>('PATCH', `${ROLES}/${_id}`, {
      description: 'x',
    });
    expect(json.data).toMatchObject({ description: 'x', allowedMethods: [JOBS] });
  });

  it('can be what an API token is held to', async () => {
    const { _id } = await make({ name: 'for tokens', allowedMethods: [JOBS] });
    const made = await admin<{ token: string }>('POST', '/user-management/tokens', {
      name: 'jobs alone',
      roles: ['for tokens'],
    });
    const held = (path: string) => platform.call('GET', path, { token: made.json.token });
    expect((await held('/operations-manager/jobs')).status).toBe(200);
    expect((await held('/operations-manager/tasks')).status).toBe(403);
    expect((await admin('DELETE', `${ROLES}/${_id}`)).status).toBe(200);
    await eventually(
      () => held('/operations-manager/jobs'),
      ({ status }) => status === 403,
    );
  });

  it.each([
    [{ name: 'admin', provenance: 'Custom' }, '#/role/name'],
    [{ name: 'x', allowedMethods: [{ ...JOBS, name: 'nothing' }] }, '#/role/allowedMethods/0/name'],
    [
      { name: 'x', allowedMethods: [{ ...JOBS, provenance: 'MOP' }] },
      '#/role/allowedMethods/0/provenance',
    ],
    [{ name: 'x', allowedViews: [{ provenance: 'MOP', path: 'x' }] }, '#/role/allowedViews'],
    [{ name: 'support', provenance: 'MOP', allowedMethods: [JOBS] }, '#/role/allowedMethods'],
  ])('are refused as %j', async (fields, pointer) => {
    expect(outcomeOf(await admin('POST', ROLES, { role: fields }))).toEqual([400, pointer]);
  });

  it('have names of their own', async () => {
    const { _id } = await make({ name: 'taken' });
    const another = await make({ name: 'another' });
    expect((await admin('POST', ROLES, { role: { name: 'TAKEN' } })).status).toBe(409);
    expect((await admin('PATCH', `${ROLES}/${another._id}`, { name: 'taken' })).status).toBe(409);
    expect((await admin('PATCH', `${ROLES}/${_id}`, { name: 'taken' })).status).toBe(200);
  });

  it('a role of an application may be said to allow what its name stands for', async () => {
    const fields = { name: 'support', provenance: 'MOP' };
    const { allowedMethods, _id } = await make(fields);
    expect((await admin('DELETE', `${ROLES}/${_id}`)).status).toBe(200);
    expect(await make({ ...fields, allowedMethods })).toMatchObject({ allowedMethods });
  });

  describe('of a caller who administers users alone', () => {
    let own: string;
    const as = <T>(method: string, path: string, body: object): Promise<Answer<T>> =>
      platform.call<T>(method, path, { token: own, body });
    const add = (fields: object) => as<Done<CustomRole>>('POST', ROLES, { role: fields });
    const account = (assigned: string, username: string) => ({
      account: { username, password: 'a password of theirs', assignedRoles: [assigned] },
    });

    beforeAll(async () => {
      own = await aSignedInCaller(platform.app, {
        roles: [{ provenance: 'UserManagement', name: 'admin' }],
      });
    });

    it('list and give what he may call', async () => {
      const listed = [{ name: 'listGroups', provenance: 'UserManagement' }];
      const { status, json } = await add({ name: 'reads groups', allowedMethods: listed });
      expect(status).toBe(200);
      const given = await as('POST', '/authorization/accounts', account(json.data._id, 'gus'));
      expect(given.status).toBe(200);
    });

    it('neither list nor give what he may not call', async () => {
      const refused = await add({ name: 'too much', allowedMethods: [JOBS] });
      expect([refused.status, refused.json]).toMatchObject([403, { code: 'role-not-held' }]);
      const empty = (await add({ name: 'empty' })).json.data;
      const wider = await as('PATCH', `${ROLES}/${empty._id}`, { allowedMethods: [JOBS] });
      expect([wider.status, wider.json]).toMatchObject([403, { code: 'role-not-held' }]);
      const reads = await make({ name: 'apiread', provenance: 'AdminEssentials' });
      const renamed = await as('PATCH', `${ROLES}/${reads._id}`, { name: 'admin' });
      expect([renamed.status, renamed.json]).toMatchObject([
        400,
        { errors: [{ pointer: '#/name' }] },
      ]);
      const { _id } = await make({ name: 'jobs of others', allowedMethods: [JOBS] });
      const given = await as('POST', '/authorization/accounts', account(_id, 'gil'));
      expect([given.status, given.json]).toMatchObject([403, { code: 'role-not-held' }]);
    });
  });
});
