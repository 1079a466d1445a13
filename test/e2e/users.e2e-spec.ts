import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Account,
  type Done,
  type Group,
  type List,
  outcomeOf,
  type Refusal,
  type Role,
} from '../support/user-answers.js';
import { eventually } from '../support/eventually.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';
import { type RoleName } from '../../src/kernel/principal.js';

const PASSWORD = 'a password of theirs';

describe('users', () => {
  let platform: TestApp;
  let shift: Group;
  const admin = <T>(method: string, path: string, body?: unknown, options: CallOptions = {}) =>
    platform.as<T>('admin', method, path, { ...options, ...(body !== undefined && { body }) });
  const roleId = async (name: RoleName) => {
    const query = `equals=${name}&equalsField=name`;
    const { json } = await admin<List<Role>>('GET', `/authorization/roles?${query}`);
    return json.results.find(({ provenance }) => provenance === 'platform')?._id ?? '';
  };
  const addGroup = async (name: string, fields: object = {}) =>
    (await admin<Done<Group>>('POST', '/authorization/groups', { group: { name, ...fields } })).json
      .data;
  const addAccount = async (username: string, fields: object = {}) => {
    const account = { username, password: PASSWORD, ...fields };
    return (await admin<Done<Account>>('POST', '/authorization/accounts', { account })).json.data;
  };
  const signIn = (username: string, password: string) =>
    platform.call('POST', '/login', { body: { username, password } });

  beforeAll(async () => {
    platform = await startApp('e2e-users');
    shift = await addGroup('Night Shift');
  });
  afterAll(() => platform.close());

  describe('operation 8', () => {
    interface Listed {
      readonly result: List<Role> & { readonly skip: number; readonly limit: number };
    }
    const list = (query: string) => admin<Listed>('GET', `/user-management/roles?${query}`);

    it('lists the roles by name, with what was asked for', async () => {
      const { status, json } = await list('queryOptions[limit]=3&queryOptions[skip]=1');
      expect(status).toBe(200);
      expect(json.result).toMatchObject({ skip: 1, limit: 3, total: 9 });
      expect(json.result.results.map(({ name }) => name)).toEqual([
        'apiread',
        'apiwrite',
        'engineering',
      ]);
      expect(json.result.results[0]).toEqual({
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        provenance: 'platform',
        name: 'apiread',
        description: 'Reads by programs',
      });
    });

    it.each([
      ['contains=API', ['apiread', 'apiwrite']],
      ['startsWith=OPER', ['operations', 'operator']],
      ['equals=operator', ['operator']],
      ['equals=Operator', []],
      ['contains=programs&containsField=description&order=-1', ['apiwrite', 'apiread']],
      ['startsWith=builds&startsWithField=description', ['engineering']],
      ['equals=Builds automations&equalsField=description', ['engineering']],
      ['contains=PLAT&containsField=provenance&limit=1', ['admin']],
      ['equals=local&equalsField=provenance', []],
      ['contains=api&startsWith=apir', ['apiread']],
      ['sort=description&limit=1', ['admin']],
    ])('finds by %s', async (query, names) => {
      const { json } = await list(query);
      expect(json.result.results.map(({ name }) => name)).toEqual(names);
    });

    it('takes the bare answer to whoever asks for it', async () => {
      const headers = { prefer: 'envelope=bare' };
      const { json } = await admin<List<Role>>('GET', '/user-management/roles', undefined, {
        headers,
      });
      expect(json.total).toBe(9);
    });

    it.each([
      ['containsField=password', '#/queryOptions/containsField'],
      ['sort=__proto__', '#/queryOptions/sort'],
      ['limit=-1', '#/queryOptions/limit'],
      ['order=2', '#/queryOptions/order'],
      ['nonsense=1', '#/queryOptions/nonsense'],
    ])('refuses %s', async (query, pointer) => {
      expect(outcomeOf(await list(query))).toEqual([400, pointer]);
    });
  });

  describe('operation 16', () => {
    const create = (group: unknown) =>
      admin<{ result: Done<unknown> }>('POST', '/user-management/groups', { group });

    it('creates a group and tells it', async () => {
      const top = await addGroup('top');
      const reader = await roleId('apiread');
      const { status, json } = await create({
        name: ' Operators ',
        description: 'on duty',
        memberOf: ['TOP'],
        assignedRoles: [reader, { roleId: reader }],
        inactive: true,
      });
      expect(status).toBe(200);
      const { data, ...rest } = json.result;
      const { _id } = data as Group;
      expect(rest).toEqual({ status: 'OK', message: `Successfully created group ${_id}.` });
      expect(data).toEqual({
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        provenance: 'local',
        name: 'Operators',
        description: 'on duty',
        memberOf: [top._id],
        assignedRoles: [reader],
        inactive: true,
        _meta: { created: expect.any(String), updated: expect.any(String) },
      });
    });

    it('needs nothing but a name, which nobody may have already in any spelling', async () => {
      expect((await create({ name: 'Day Shift' })).status).toBe(200);
      for (const name of ['day shift', '  DAY SHIFT', 'Ｄａｙ Shift']) {
        const { status, json } = await create({ name });
        expect([status, (json as unknown as Refusal).message]).toEqual([
          409,
          `Group with name '${name.trim()}' already exists`,
        ]);
      }
    });

    it.each([
      [{ name: '  ' }, '#/group/name'],
      [{ name: 'x'.repeat(129) }, '#/group/name'],
      [{ name: 'a\u202eb' }, '#/group/name'],
      [{ name: { $ne: null } }, '#/group/name'],
      [{ name: 'y', memberOf: ['nobody'] }, '#/group/memberOf/0'],
      [{ name: 'y', memberOf: [{ $gt: '' }] }, '#/group/memberOf/0'],
      [{ name: 'y', assignedRoles: ['f'.repeat(24)] }, '#/group/assignedRoles/0'],
      [{ name: 'y', assignedRoles: [{ roleId: 'x', more: 1 }] }, '#/group/assignedRoles/0'],
      [{ name: 'y', _id: 'x' }, '#/group/_id'],
      [{ name: 'y', provenance: 'platform' }, '#/group/provenance'],
      [{ name: 'y', revision: 7 }, '#/group/revision'],
    ])('refuses %j', async (group, pointer) => {
      expect(outcomeOf(await create(group))).toEqual([400, pointer]);
    });
  });

  describe('operation 17', () => {
    const create = (account: object) =>
      admin<{ result: Done<unknown> }>('POST', '/user-management/accounts', {
        account: { password: PASSWORD, ...account },
      });

    it('creates an account that can sign in, and never tells its password', async () => {
      const other = await addGroup('Other Shift');
      const reader = await roleId('apiread');
      const { status, json, text } = await create({
        username: ' Ada ',
        firstname: 'Augusta Ada',
        groups: ['night shift', other._id, shift._id],
        assignedRoles: [{ roleId: reader }],
        inactive: false,
      });
      expect(status).toBe(200);
      const { data, ...rest } = json.result;
      const { _id } = data as Account;
      expect(rest).toEqual({ status: 'OK', message: `Successfully created account ${_id}.` });
      expect(data).toEqual({
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        provenance: 'local',
        username: 'Ada',
        firstname: 'Augusta Ada',
        groups: ['Night Shift', 'Other Shift'],
        memberOf: [shift._id, other._id],
        assignedRoles: [reader],
        inactive: false,
        _meta: { created: expect.any(String), updated: expect.any(String) },
      });
      expect(text).not.toMatch(/argon2|passw/i);
      expect((await signIn('ａｄａ', PASSWORD)).status).toBe(200);
    });

    it.each(['ADMIN', 'ａｄｍｉｎ', ' admin'])('refuses the name again: %j', async (username) => {
      const { status, json } = await create({ username });
      expect([status, (json as unknown as Refusal).message]).toEqual([
        409,
        'username already exists',
      ]);
    });

    it('takes names of 1 to 128 characters, whatever the characters', async () => {
      expect((await create({ username: '𝔘' })).status).toBe(200);
      expect((await create({ username: '🔑'.repeat(128) })).status).toBe(200);
      expect(outcomeOf(await create({ username: '🔑'.repeat(129) }))).toEqual([
        400,
        '#/account/username',
      ]);
    });

    it.each([
      [{ username: '' }, '#/account/username'],
      [{ username: 'a\u0000b' }, '#/account/username'],
      [{ username: 'a\u200bda' }, '#/account/username'],
      [{ username: ['x'] }, '#/account/username'],
      [{ username: 'bob', groups: ['nobody', 'Night Shift'] }, '#/account/groups/0'],
      [{ username: 'bob', groups: 'Night Shift' }, '#/account/groups'],
      [{ username: 'bob', password: 'short' }, '#/account/password'],
      [{ username: 'bob', password: 'x'.repeat(1025) }, '#/account/password'],
      [{ username: 'bob.the.builder', password: 'Bob.The.Builder' }, '#/account/password'],
      [{ username: 'bob', password: '<PASSWORD>' }, '#/account/password'],
      [{ username: 'bob', passwordHash: 'x' }, '#/account/passwordHash'],
      [{ username: 'bob', credentialRevision: 1 }, '#/account/credentialRevision'],
      [{ username: 'bob', provenance: 'ldap' }, '#/account/provenance'],
      [{ username: 'bob', memberOf: [] }, '#/account/memberOf'],
      [{ username: 'bob', assignedRoles: ['admin'] }, '#/account/assignedRoles/0'],
    ])('refuses %j', async (account, pointer) => {
      expect(outcomeOf(await create(account))).toEqual([400, pointer]);
    });

    it('refuses a lone surrogate, which has no UTF-8 form', async () => {
      const raw = '{"account":{"username":"x\\ud800","password":"long enough","groups":[]}}';
      const options = { raw, headers: { 'content-type': 'application/json' } };
      const answer = await platform.as('admin', 'POST', '/user-management/accounts', options);
      expect(outcomeOf(answer)).toEqual([400, '#/account/username']);
    });
  });

  describe('/authorization/roles', () => {
    it('adds, shows, changes and removes a role of one application', async () => {
      const role = { provenance: 'MOP', name: 'readonly', description: 'looks' };
      const added = await admin<Done<Role>>('POST', '/authorization/roles', { role });
      const { _id } = added.json.data;
      expect(added.json).toEqual({
        status: 'OK',
        message: `Successfully created role ${_id}.`,
        data: { _id, ...role, allowedMethods: expect.any(Array), allowedViews: [] },
      });
      const path = `/authorization/roles/${_id}`;
      expect((await admin('POST', '/authorization/roles', { role })).status).toBe(409);
      const shown = await admin('GET', path);
      expect(shown.json).toEqual(added.json.data);
      expect(shown.headers.get('etag')).toMatch(/^"1\./);
      const changed = await admin<Done<Role>>('PATCH', path, { role: { description: 'looks on' } });
      expect([changed.json.data, changed.headers.get('etag')]).toEqual([
        { ...added.json.data, description: 'looks on' },
        '"2"',
      ]);
      const stale = { headers: { 'if-match': '"1"' } };
      expect((await admin('PATCH', path, { description: 'x' }, stale)).status).toBe(412);
      expect((await admin('DELETE', path, undefined, stale)).status).toBe(412);
      const holder = await addAccount('holder', { assignedRoles: [_id] });
      expect((await admin('DELETE', path)).status).toBe(200);
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect((await admin(method, path, method === 'PATCH' ? {} : undefined)).status).toBe(404);
      const left = await admin('GET', `/authorization/accounts/${holder._id}`);
      expect(left.json).toMatchObject({ assignedRoles: [] });
    });

    it('leaves the roles of the platform as they are', async () => {
      const path = `/authorization/roles/${await roleId('operator')}`;
      for (const [method, body] of [['PATCH', { description: 'x' }], ['DELETE']] as const) {
        const { status, json } = await admin<Refusal>(method, path, body);
        expect([status, json.code]).toEqual([409, 'platform-role']);
      }
    });

    it.each([
      [{ provenance: 'platform', name: 'admin' }, '#/role/provenance'],
      [{ provenance: 'MOP', name: 'root' }, '#/role/name'],
      [{ provenance: 'MOP', name: 'admin', _id: 'x' }, '#/role/_id'],
    ])('refuses to add %j', async (role, pointer) => {
      expect(outcomeOf(await admin('POST', '/authorization/roles', { role }))).toEqual([
        400,
        pointer,
      ]);
    });

    it.each([
      [{ provenance: 'MOP' }, '#/provenance'],
      [{ role: { provenance: 'MOP' } }, '#/role/provenance'],
      [{ role: {}, description: 'x' }, '#/description'],
    ])('refuses to change %j', async (body, pointer) => {
      const answer = await admin('PATCH', `/authorization/roles/${await roleId('other')}`, body);
      expect(outcomeOf(answer)).toEqual([400, pointer]);
    });
  });

  describe('/authorization/groups', () => {
    it('shows a group with its roles in objects, changes and removes it', async () => {
      const reader = await roleId('apiread');
      const added = await admin<Done<Group>>('POST', '/authorization/groups', {
        group: { name: 'crew', assignedRoles: [reader] },
      });
      const { _id } = added.json.data;
      expect(added.json).toMatchObject({
        status: 'OK',
        message: `Successfully created group ${_id}.`,
        data: { assignedRoles: [{ roleId: reader }] },
      });
      const path = `/authorization/groups/${_id}`;
      const again = await admin('POST', '/authorization/groups', { group: { name: 'CREW' } });
      expect(again.status).toBe(409);
      const asClientsSend = { description: '', provenance: 'Pronghorn', assignedRoles: [] };
      const child = await addGroup('crew child', { ...asClientsSend, memberOf: ['crew'] });
      const above = { memberOf: [{ groupId: _id, aaaManaged: false }] };
      const childPath = `/authorization/groups/${child._id}`;
      expect((await admin('GET', childPath)).json).toMatchObject(above);
      expect((await admin('PATCH', childPath, { updates: above })).json).toMatchObject({
        data: above,
      });
      const listed = await admin('GET', '/authorization/groups?equals=crew child');
      expect(listed.json).toMatchObject({ results: [above] });
      const member = await addAccount('crew member', { groups: ['crew'] });
      const shownMember = await admin('GET', `/authorization/accounts/${member._id}`);
      expect(shownMember.json).toMatchObject({ inheritedRoles: [{ roleId: reader }] });
      const changed = await admin<Done<Group>>('PATCH', path, {
        name: 'Crew One',
        description: 'first',
        inactive: true,
      });
      expect(changed.json.message).toBe(`Successfully updated group ${_id}.`);
      expect(changed.json.data).toMatchObject({ name: 'Crew One', inactive: true });
      const shown = await admin('GET', path);
      expect(shown.json).toEqual(changed.json.data);
      expect(shown.headers.get('etag')).toMatch(/^"2\./);
      const stale = { headers: { 'if-match': '"1"' } };
      expect((await admin('PATCH', path, { group: { inactive: false } }, stale)).status).toBe(412);
      expect((await admin('DELETE', path, undefined, stale)).status).toBe(412);
      const taken = await admin('PATCH', path, { group: { name: 'crew child' } });
      expect(taken.status).toBe(409);
      expect(
        (await admin('DELETE', path, undefined, { headers: { 'if-match': '"2"' } })).status,
      ).toBe(200);
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect((await admin(method, path, method === 'PATCH' ? {} : undefined)).status).toBe(404);
      const left = await admin<Account>('GET', `/authorization/accounts/${member._id}`);
      expect([left.json.groups, left.json.memberOf]).toEqual([[], []]);
      expect(
        (await admin<Group>('GET', `/authorization/groups/${child._id}`)).json.memberOf,
      ).toEqual([]);
    });

    it('lists by filters, with exact totals', async () => {
      for (const at of [1, 2, 3, 4]) await addGroup(`Listed ${at}`, { inactive: at > 2 });
      const list = async (query: string) => {
        const { json } = await admin<List<Group>>('GET', `/authorization/groups?${query}`);
        return [json.total, ...json.results.map(({ name }) => name)];
      };
      expect(await list('startsWith=listed&inactive=true')).toEqual([2, 'Listed 3', 'Listed 4']);
      expect(await list('contains=STED&limit=1&skip=1&order=-1')).toEqual([4, 'Listed 3']);
      expect(await list('equals=Listed 2')).toEqual([1, 'Listed 2']);
      expect(await list('equals=listed 2')).toEqual([0]);
      expect(await list('equals=oidc&equalsField=provenance')).toEqual([0]);
    });

    it('refuses a list by what it cannot be listed by', async () => {
      const answer = await admin('GET', '/authorization/groups?containsField=password');
      expect(outcomeOf(answer)).toEqual([400, '#/containsField']);
    });

    it('refuses circles and chains that are too long', async () => {
      const a = await addGroup('circle a');
      const b = await addGroup('circle b', { memberOf: [a._id] });
      const c = await addGroup('circle c', { memberOf: ['circle b'] });
      const patch = (memberOf: string[]) =>
        admin('PATCH', `/authorization/groups/${a._id}`, { group: { memberOf } });
      expect(outcomeOf(await patch([c._id]))).toEqual([400, '#/group/memberOf/0']);
      expect(outcomeOf(await patch(['Night Shift', b._id]))).toEqual([400, '#/group/memberOf/1']);
      expect(outcomeOf(await patch([a._id]))).toEqual([400, '#/group/memberOf/0']);
      let last = c._id;
      for (let level = 4; level <= 10; level += 1)
        last = (await addGroup(`level ${level}`, { memberOf: [last] }))._id;
      const group = { name: 'level 11', memberOf: [last] };
      expect(outcomeOf(await admin('POST', '/authorization/groups', { group }))).toEqual([
        400,
        '#/group/memberOf/0',
      ]);
    });

    it('closes no circle when each half of it is added at the same moment', async () => {
      for (let round = 0; round < 3; round += 1) {
        const a = await addGroup(`half a${round}`);
        const b = await addGroup(`half b${round}`);
        const outcomes = await Promise.all([
          admin('PATCH', `/authorization/groups/${a._id}`, { memberOf: [b._id] }),
          admin('PATCH', `/authorization/groups/${b._id}`, { memberOf: [a._id] }),
        ]);
        expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400]);
      }
    });
  });

  describe('/authorization/accounts', () => {
    it('adds, shows, changes and removes an account', async () => {
      const group = await addGroup('desk');
      const added = await admin<Done<Account>>('POST', '/authorization/accounts', {
        account: { username: 'Grace', password: PASSWORD, memberOf: ['desk'] },
      });
      const { _id } = added.json.data;
      expect(added.json).toEqual({
        status: 'OK',
        message: `Successfully created account ${_id}.`,
        data: {
          _id,
          provenance: 'local',
          username: 'Grace',
          firstname: '',
          groups: ['desk'],
          memberOf: [{ groupId: group._id, aaaManaged: false }],
          assignedRoles: [],
          inheritedRoles: [],
          inactive: false,
          envelope: null,
          isServiceAccount: false,
          locked: false,
          lastSignIn: null,
          _meta: { created: expect.any(String), updated: expect.any(String) },
        },
      });
      const path = `/authorization/accounts/${_id}`;
      const taken = { account: { username: 'grace', password: PASSWORD } };
      expect((await admin('POST', '/authorization/accounts', taken)).status).toBe(409);
      await signIn('grace', PASSWORD);
      const seen = await admin<Account>('GET', path);
      expect(Date.parse(seen.json.lastSignIn ?? '')).toBeGreaterThan(0);
      const reader = await roleId('apiread');
      const changed = await admin<Done<unknown>>('PATCH', path, {
        account: { username: 'GRACE', firstname: 'Grace', groups: [], assignedRoles: [reader] },
      });
      expect(changed.json.message).toBe(`Successfully updated account ${_id}.`);
      expect(changed.json.data).toMatchObject({
        username: 'Grace',
        firstname: 'Grace',
        memberOf: [],
        assignedRoles: [{ roleId: reader }],
      });
      expect(changed.headers.get('etag')).toBe('"2"');
      const stale = { headers: { 'if-match': '"1"' } };
      expect((await admin('PATCH', path, { firstname: 'x' }, stale)).status).toBe(412);
      expect((await admin('DELETE', path, undefined, stale)).status).toBe(412);
      expect((await admin('DELETE', path)).status).toBe(200);
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect((await admin(method, path, method === 'PATCH' ? {} : undefined)).status).toBe(404);
      expect((await signIn('grace', PASSWORD)).status).toBe(401);
    });

    it('lists by filters and in any order, with exact totals', async () => {
      await addAccount('list-a', { firstname: 'Zoe' });
      await addAccount('list-b', { firstname: 'Yan', inactive: true });
      await addAccount('list-c', { firstname: 'Xia' });
      const list = async (query: string) => {
        const { json } = await admin<List<Account>>('GET', `/authorization/accounts?${query}`);
        return [json.total, ...json.results.map(({ username }) => username)];
      };
      const all = 'startsWith=LIST-';
      expect(await list(all)).toEqual([3, 'list-a', 'list-b', 'list-c']);
      expect(await list(`${all}&sort=firstname&limit=1`)).toEqual([3, 'list-c']);
      expect(await list(`${all}&inactive=False&order=-1`)).toEqual([2, 'list-c', 'list-a']);
      expect(await list(`${all}&isServiceAccount=true`)).toEqual([0]);
      expect(await list(`${all}&isServiceAccount=false`)).toHaveLength(4);
      expect(await list('contains=yan&containsField=firstname')).toEqual([1, 'list-b']);
      expect(await list('equals=list-b&equalsField=username')).toEqual([1, 'list-b']);
      await signIn('list-c', PASSWORD);
      expect(await list(`${all}&sort=lastSignIn&order=-1&limit=1`)).toEqual([3, 'list-c']);
    });

    it.each([
      [{ username: 'other' }, '#/username'],
      [{ account: { username: 'other' } }, '#/account/username'],
      [{ password: 'short' }, '#/password'],
      [{ groups: ['nobody'] }, '#/groups/0'],
      [{ account: { memberOf: ['nobody'] } }, '#/account/memberOf/0'],
      [{ groups: [], memberOf: [] }, '#/memberOf'],
      [{ locked: true }, '#/locked'],
      [{ account: {}, firstname: 'x' }, '#/firstname'],
      [{ isServiceAccount: true }, '#/isServiceAccount'],
      [{ lastSignIn: null }, '#/lastSignIn'],
      [{ sessionSerial: 0 }, '#/sessionSerial'],
      [{ $set: { inactive: false } }, '#/$set'],
    ])('refuses to change %j', async (body, pointer) => {
      const { _id } = await addAccount(`changed-${pointer}-${JSON.stringify(body).length}`);
      const answer = await admin('PATCH', `/authorization/accounts/${_id}`, body);
      expect(outcomeOf(answer)).toEqual([400, pointer]);
    });

    it('refuses a list by what it cannot be listed by', async () => {
      for (const key of ['containsField=passwordHash', 'sort=credentialRevision', 'limit=-1'])
        expect((await admin('GET', `/authorization/accounts?${key}`)).status).toBe(400);
      expect((await admin('GET', '/authorization/roles?sort=x')).status).toBe(400);
    });

    it('tells that an account is locked by failed sign-ins, and unlocks it', async () => {
      const { _id } = await addAccount('lockable');
      const path = `/authorization/accounts/${_id}`;
      for (let tries = 0; tries < 6; tries += 1) await signIn('lockable', 'wrong password');
      expect((await signIn('lockable', PASSWORD)).status).toBe(429);
      expect((await admin<Account>('GET', path)).json.locked).toBe(true);
      const unlocked = await admin<Done<Account>>('PATCH', path, { locked: false });
      expect(unlocked.json.data.locked).toBe(false);
      expect((await signIn('lockable', PASSWORD)).status).toBe(200);
    });

    it('gives another password, which ends what the old one opened', async () => {
      const { _id } = await addAccount('reset');
      const { text: token } = await signIn('reset', PASSWORD);
      const whoami = () => platform.call('GET', '/whoami', { token });
      expect((await whoami()).status).toBe(200);
      const path = `/authorization/accounts/${_id}`;
      await admin('PATCH', path, { account: { password: '<PASSWORD>', firstname: 'same' } });
      expect((await signIn('reset', PASSWORD)).status).toBe(200);
      const answer = await admin('PATCH', path, { account: { password: 'quite another one' } });
      expect(answer.text).not.toContain('quite another one');
      expect((await signIn('reset', PASSWORD)).status).toBe(401);
      expect((await signIn('reset', 'quite another one')).status).toBe(200);
      await eventually(whoami, ({ status }) => status === 401);
    });
  });
});
