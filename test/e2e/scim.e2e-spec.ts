import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tmpdir } from 'node:os';
import { CURL_MISSING, runShell, shellBlocks } from '../support/docs/shell-blocks.js';
import { eventually } from '../support/eventually.js';
import {
  BEFORE,
  ENTERPRISE,
  groupChanges,
  NEW_USERS,
  USER_CHANGES,
  USER_FILTERS,
} from '../support/scim/corpus.js';
import { aSessionOf, aSignedInCaller } from '../support/sign-in.js';
import { AccountsRepository } from '../../src/domains/user-management/stored/accounts.repository.js';
import { startApp, type TestApp } from '../support/start-app.js';

const SCIM = { 'content-type': 'application/scim+json' };
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

interface Resource {
  readonly id: string;
  readonly meta: { readonly version: string; readonly location: string };
  readonly [key: string]: unknown;
}
interface Listed {
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly Resource[];
}
interface ScimError {
  readonly status: string;
  readonly scimType?: string;
  readonly detail: string;
}

describe('SCIM', () => {
  let platform: TestApp;
  const scim = <T = Resource>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    platform.as<T>('admin', method, `/scim/v2${path}`, {
      headers: { ...SCIM, ...headers },
      ...(body !== undefined && { body }),
    });
  const aUser = async (userName: string, more: object = {}) =>
    (await scim('POST', '/Users', { schemas: [USER], userName, ...more })).json;
  const patch = (id: string, ...Operations: object[]) =>
    scim('PATCH', `/Users/${id}`, { Operations });
  const find = async (filter: string, path = '/Users') =>
    (await scim<Listed>('GET', `${path}?filter=${encodeURIComponent(filter)}`)).json;

  beforeAll(async () => {
    platform = await startApp('e2e-scim');
  });
  afterAll(() => platform.close());

  it('keeps the group without which no administrator would remain', async () => {
    const list = '/authorization/accounts?equals=admin';
    const { json } = await platform.as<{ results: { _id: string }[] }>('admin', 'GET', list);
    const first = `/authorization/accounts/${json.results[0]?._id ?? ''}`;
    const { id } = (await scim('POST', '/Groups', { displayName: 'administrators by night' })).json;
    const account = { username: 'night admin', password: 'a long password', groups: [id] };
    await platform.as('admin', 'POST', '/authorization/accounts', { body: { account } });
    const nested = { memberOf: ['admins'] };
    await platform.as('admin', 'PATCH', `/authorization/groups/${id}`, { body: nested });
    await platform.as('admin', 'PATCH', first, { body: { inactive: true } });
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(409);
    await platform.as('admin', 'PATCH', first, { body: { inactive: false } });
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
  });

  it('says what it supports', async () => {
    const configuration = await scim('GET', '/ServiceProviderConfig');
    expect(configuration.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(configuration.json).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      etag: { supported: true },
    });
    for (const kind of ['ResourceTypes', 'Schemas']) {
      const { json } = await scim<Listed>('GET', `/${kind}`);
      expect(json.totalResults).toBe(json.Resources.length);
      for (const { id, meta } of json.Resources) {
        const one = await scim('GET', `/${kind}/${id}`);
        expect([one.status, one.json.id, one.json.meta]).toEqual([200, id, meta]);
      }
      expect((await scim('GET', `/${kind}/Nothing`)).status).toBe(404);
    }
  });

  it('refuses what it does not support with the word of SCIM', async () => {
    const { status, json } = await scim<ScimError>('POST', '/Bulk', { Operations: [] });
    expect([status, json]).toEqual([
      501,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '501',
        detail: expect.any(String),
      },
    ]);
    expect((await scim('GET', '/Me')).status).toBe(501);
    const nowhere = await scim<ScimError>('GET', '/Nothing');
    expect([nowhere.status, nowhere.json.status]).toEqual([404, '404']);
    const stranger = await platform.call<ScimError>('GET', '/scim/v2/Users');
    expect([stranger.status, stranger.json.status]).toEqual([401, '401']);
    expect(stranger.headers.get('content-type')).toMatch(/^application\/scim\+json/);
  });

  describe('users', () => {
    it('are made, read, replaced and removed', async () => {
      const made = await scim('POST', '/Users', {
        schemas: [USER, ENTERPRISE],
        userName: 'ada@example.com',
        externalId: '00u1',
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        emails: [{ value: 'Ada@Example.com', type: 'work', primary: true }],
        active: true,
        groups: [],
        password: 'not kept',
        [ENTERPRISE]: { department: 'Engines', manager: { value: '26', displayName: 'Charles' } },
      });
      const { id, meta } = made.json;
      expect([made.status, made.headers.get('location')]).toEqual([201, meta.location]);
      expect(made.headers.get('x-ignored-parameters')).toBe('password');
      expect(made.headers.get('etag')).toBe(meta.version);
      expect(made.json).toMatchObject({
        schemas: [USER, ENTERPRISE],
        userName: 'ada@example.com',
        displayName: 'Ada Lovelace',
        [ENTERPRISE]: { department: 'Engines', manager: { value: '26' } },
      });
      const read = await scim('GET', `/Users/${id}`);
      expect(read.json).toEqual(made.json);
      const unchanged = { 'if-none-match': meta.version };
      expect((await scim('GET', `/Users/${id}`, undefined, unchanged)).status).toBe(304);

      const next = { userName: 'ada@example.com', active: true };
      const stale = { 'if-match': '"99"' };
      expect((await scim('PUT', `/Users/${id}`, next, stale)).status).toBe(412);
      const replaced = await scim('PUT', `/Users/${id}`, next, { 'if-match': meta.version });
      expect(replaced.json).toEqual({
        schemas: [USER],
        id,
        meta: expect.any(Object),
        userName: 'ada@example.com',
        active: true,
      });
      expect((await scim('PUT', `/Users/${id}`, { active: true })).status).toBe(400);
      expect((await scim('PUT', '/Users/none', next)).status).toBe(404);
      expect((await scim('DELETE', `/Users/${id}`, undefined, stale)).status).toBe(412);
      expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
      expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404);
      expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    });

    it('are not removed when they were changed meanwhile', async () => {
      const { id } = await aUser('overtaken');
      const accounts = platform.app.get(AccountsRepository, { strict: false });
      const overtaken = vi.spyOn(accounts, 'remove').mockResolvedValueOnce(false);
      expect((await scim('DELETE', `/Users/${id}`)).status).toBe(409);
      overtaken.mockRestore();
      expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    });

    it('keep their revision when nothing changes', async () => {
      const { id, meta } = await aUser('same', { active: true });
      const again = await patch(id, { op: 'replace', path: 'active', value: true });
      expect(again.json.meta).toEqual(meta);
    });

    it('leave the names of others alone, and others leave theirs', async () => {
      const username = 'local-name';
      const account = { username, password: 'a long password' };
      await platform.as('admin', 'POST', '/authorization/accounts', { body: { account } });
      const taken = await scim<ScimError>('POST', '/Users', { userName: 'LOCAL-name' });
      expect([taken.status, taken.json.scimType]).toEqual([409, 'uniqueness']);
      expect((await find('userName eq "local-name"')).totalResults).toBe(0);
      const { id } = await aUser('provided');
      const renamed = await patch(id, { op: 'replace', path: 'userName', value: 'local-name' });
      expect([renamed.status, (renamed.json as unknown as ScimError).scimType]).toEqual([
        409,
        'uniqueness',
      ]);
      const replaced = await scim('PUT', `/Users/${id}`, { userName: username });
      expect(replaced.status).toBe(409);
      const second = { account: { username: 'provided', password: 'a long password' } };
      const other = await platform.as('admin', 'POST', '/authorization/accounts', { body: second });
      expect(other.status).toBe(409);
      const shown = await platform.as<{ provenance: string }>(
        'admin',
        'GET',
        `/authorization/accounts/${id}`,
      );
      expect(shown.json.provenance).toBe('scim');
    });
  });

  it('lets nobody take the account of one who holds more: name and id decide who comes in', async () => {
    const { id } = await aUser('strong@example.com', { externalId: 'strong' });
    const roles = await platform.as<{ results: { _id: string; provenance: string }[] }>(
      'admin',
      'GET',
      '/authorization/roles?equals=engineering&equalsField=name',
    );
    const held = roles.json.results.find(({ provenance }) => provenance === 'platform');
    const options = { body: { assignedRoles: [held?._id] } };
    const given = await platform.as('admin', 'PATCH', `/authorization/accounts/${id}`, options);
    expect(given.status).toBe(200);
    const token = await aSignedInCaller(platform.app, {
      roles: [{ provenance: 'UserManagement', name: 'admin' }],
    });
    const set = async (value: object) => {
      const sent = { token, headers: SCIM, body: { Operations: [{ op: 'replace', value }] } };
      return (await platform.call('PATCH', `/scim/v2/Users/${id}`, sent)).status;
    };
    expect(await set({ userName: 'weak@example.com' })).toBe(403);
    expect(await set({ externalId: 'weak' })).toBe(403);
    expect(await set({ displayName: 'Strong' })).toBe(200);
  });

  describe('groups', () => {
    const members = async (id: string) => {
      const { json } = await scim<{ members?: readonly { value: string }[] }>(
        'GET',
        `/Groups/${id}`,
      );
      return (json.members ?? []).map(({ value }) => value).sort();
    };
    const edit = (id: string, Operations: object[], headers = {}) =>
      scim('PATCH', `/Groups/${id}`, { Operations }, headers);

    it('are made, read, changed, replaced and removed', async () => {
      const users = await Promise.all(['g1', 'g2', 'g3'].map((name) => aUser(name)));
      const [one = '', two = '', three = ''] = users.map(({ id }) => id);
      const made = await scim('POST', '/Groups', {
        displayName: 'Engineers',
        externalId: 'group-1',
        members: [{ value: one }, { value: two, type: 'User' }],
      });
      const { id, meta } = made.json;
      expect([made.status, made.headers.get('location')]).toEqual([201, meta.location]);
      expect(made.json['members']).toHaveLength(2);
      const twice = await scim<ScimError>('POST', '/Groups', { displayName: 'ENGINEERS' });
      expect([twice.status, twice.json.scimType]).toEqual([409, 'uniqueness']);
      const read = await scim('GET', `/Groups/${id}`);
      expect(read.headers.get('etag')).toBe(read.json.meta.version);
      const etag = { 'if-none-match': read.json.meta.version };
      expect((await scim('GET', `/Groups/${id}`, undefined, etag)).status).toBe(304);

      const changed = await edit(id, [
        { op: 'Add', path: 'members', value: [{ value: three }] },
        { op: 'Remove', path: 'members', value: [{ value: one }] },
        { op: 'Replace', path: 'displayName', value: 'Builders' },
      ]);
      expect(changed.status).toBe(204);
      expect(await members(id)).toEqual([two, three].sort());
      const user = await scim<{ groups: object[] }>('GET', `/Users/${three}`);
      expect(user.json.groups).toEqual([
        {
          value: id,
          $ref: expect.stringContaining(`/Groups/${id}`),
          display: 'Builders',
          type: 'direct',
        },
      ]);
      await edit(id, [{ op: 'remove', path: `members[value eq "${two}"]` }]);
      expect(await members(id)).toEqual([three]);
      const again = await edit(id, [{ op: 'add', path: 'members', value: [{ value: three }] }]);
      const { headers } = await scim('GET', `/Groups/${id}?excludedAttributes=members`);
      expect(again.headers.get('etag')).toBe(headers.get('etag'));

      const stale = { 'if-match': '"99"' };
      const next = { displayName: 'Builders', members: [{ value: one }] };
      expect((await scim('PUT', `/Groups/${id}`, next, stale)).status).toBe(412);
      const replaced = await scim('PUT', `/Groups/${id}`, next);
      expect([replaced.status, await members(id)]).toEqual([200, [one]]);
      expect((await edit(id, [{ op: 'remove', path: 'members' }], stale)).status).toBe(412);
      expect((await scim('DELETE', `/Groups/${id}`, undefined, stale)).status).toBe(412);
      expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', next],
        ['PATCH', { Operations: [{ op: 'remove', path: 'members' }] }],
        ['DELETE', undefined],
      ] as const)
        expect((await scim(method, `/Groups/${id}`, body)).status).toBe(404);
      expect((await scim('GET', `/Users/${one}`)).json['groups']).toBeUndefined();
    });

    it('are changed whole or not at all', async () => {
      const unknown = [{ value: 'nobody' }];
      const refused = await scim('POST', '/Groups', { displayName: 'Half', members: unknown });
      expect([
        refused.status,
        (await find('displayName eq "half"', '/Groups')).totalResults,
      ]).toEqual([400, 0]);
      const { id } = (await scim('POST', '/Groups', { displayName: 'Whole' })).json;
      await edit(id, [
        { op: 'replace', path: 'displayName', value: 'Half' },
        { op: 'add', path: 'members', value: unknown },
      ]);
      expect((await scim('GET', `/Groups/${id}`)).json['displayName']).toBe('Whole');
      const other = (await scim('POST', '/Groups', { displayName: 'Other' })).json;
      const rename = { op: 'replace', path: 'displayName', value: 'Whole' };
      expect((await edit(other.id, [rename])).status).toBe(409);
      const put = await scim('PUT', `/Groups/${other.id}`, { displayName: 'Whole' });
      expect(put.status).toBe(409);
    });

    it('leave local members and local groups alone', async () => {
      const body = { group: { name: 'Engineers' } };
      await platform.as('admin', 'POST', '/authorization/groups', { body });
      expect((await find('displayName eq "engineers"', '/Groups')).totalResults).toBe(0);
      const { id } = (await scim('POST', '/Groups', { displayName: 'Mixed' })).json;
      const account = { username: 'local-member', password: 'a long password', groups: [id] };
      const made = await platform.as<{ data: { _id: string } }>(
        'admin',
        'POST',
        '/authorization/accounts',
        { body: { account } },
      );
      expect(await members(id)).toEqual([]);
      await edit(id, [{ op: 'replace', path: 'members', value: [] }]);
      const local = await platform.as<{ groups: string[] }>(
        'admin',
        'GET',
        `/authorization/accounts/${made.json.data._id}`,
      );
      expect(local.json.groups).toEqual(['Mixed']);
      const stolen = [{ op: 'add', path: 'members', value: [{ value: made.json.data._id }] }];
      expect((await edit(id, stolen)).status).toBe(400);
    });
  });

  describe('the forms of directories', () => {
    it.each([...USER_CHANGES.entries()])('change users: %i %j', async (at, change) => {
      const { operations, shows = {}, lacks = [], refused } = change;
      const { id } = await aUser(`changed-${String(at)}`, BEFORE);
      const { status, json } = await scim('PATCH', `/Users/${id}`, { Operations: operations });
      const expected = refused === undefined ? shows : { scimType: refused };
      expect([status, json]).toMatchObject([refused === undefined ? 200 : 400, expected]);
      expect(lacks.filter((name) => name in json)).toEqual([]);
    });

    it('make users', async () => {
      for (const { from, body, shows = body, lacks = [] } of NEW_USERS) {
        const { status, json } = await scim('POST', '/Users', body);
        expect([from, status, json]).toMatchObject([from, 201, shows]);
        expect(lacks.filter((name) => name in json)).toEqual([]);
      }
    });

    it('change groups', async () => {
      const [one, two] = [(await aUser('member-1')).id, (await aUser('member-2')).id];
      const ids = [one, two];
      for (const { from, operations, members, shows } of groupChanges(one, two)) {
        const body = { displayName: 'Changed', members: [{ value: one }] };
        const { id } = (await scim('POST', '/Groups', body)).json;
        const { status } = await scim('PATCH', `/Groups/${id}`, { Operations: operations });
        const { json } = await scim('GET', `/Groups/${id}`);
        const seen = (json['members'] ?? []) as readonly { readonly value: string }[];
        expect([from, operations, status, json]).toMatchObject([from, operations, 204, shows]);
        expect(seen.map(({ value }) => ids.indexOf(value) + 1)).toEqual(members);
        await scim('DELETE', `/Groups/${id}`);
      }
    });

    it('find users', async () => {
      const emails = [{ value: 'corpus@work.example', type: 'work' }];
      const more = { externalId: 'c-1', displayName: 'Corpus One', title: 'Countess' };
      await aUser('corpus-1', { ...more, emails, [ENTERPRISE]: { department: 'Engines' } });
      await aUser('corpus-2', { active: false });
      for (const [from, filter, expected] of USER_FILTERS) {
        const found = await find(filter);
        const { scimType } = found as unknown as ScimError;
        expect([from, filter, scimType ?? found.totalResults]).toEqual([from, filter, expected]);
      }
    });

    it('read lists in parts', async () => {
      const part = async (query: string) => (await scim<Listed>('GET', `/Users?${query}`)).json;
      const probe = await part('startIndex=1&count=2');
      expect(probe).toMatchObject({ startIndex: 1, itemsPerPage: 2 });
      const { totalResults } = probe;
      expect(await part('startIndex=0&count=-1')).toMatchObject({
        totalResults,
        startIndex: 1,
        itemsPerPage: 0,
        Resources: [],
      });
      expect((await part('count=9999')).itemsPerPage).toBe(Math.min(200, totalResults));
      const last = await part(`startIndex=${String(totalResults)}&attributes=userName`);
      expect(last.Resources.map((one) => Object.keys(one))).toEqual([
        ['schemas', 'id', 'userName'],
      ]);
      const without = await part('count=1&excludedAttributes=meta,emails');
      expect(without.Resources[0]).not.toHaveProperty('meta');
      for (const query of [
        'attributes=nonsense',
        'attributes=id&excludedAttributes=meta',
        'count=x',
      ])
        expect((await scim('GET', `/Users?${query}`)).status).toBe(400);
    });
  });

  describe('a search', () => {
    const search = (path: string, body: object) =>
      scim<Listed & ScimError>('POST', `${path}/.search`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
        ...body,
      });
    const seen = ({ json }: { readonly json: Listed }) =>
      json.Resources.map(({ userName, displayName }) => userName ?? displayName);

    beforeAll(async () => {
      const { id } = await aUser('Sought-2', { externalId: 'sought' });
      await aUser('sought-1');
      for (const displayName of ['sought-b', 'Sought-A'])
        await scim('POST', '/Groups', {
          displayName,
          externalId: 'sought',
          members: [{ value: id }],
        });
    });

    it('answers what the list answers', async () => {
      for (const [path, filter] of [
        ['/Users', 'userName sw "sought-"'],
        ['/Users', 'userName eq "sought-2" or userName eq "sought-1"'],
        ['/Groups', 'displayName sw "sought-"'],
      ] as const) {
        const order = path === '/Users' ? 'userName' : 'displayName';
        const query = `filter=${encodeURIComponent(filter)}&startIndex=1&count=5&sortBy=${order}`;
        const part = { startIndex: 1, count: 5, sortBy: order, sortOrder: 'ascending' };
        const listed = await scim<Listed>('GET', `${path}?${query}&attributes=meta.location,id`);
        const found = await search(path, { filter, ...part, attributes: ['meta.location', 'id'] });
        expect([found.status, found.json]).toEqual([200, listed.json]);
        expect(found.json.Resources[0]?.meta).toEqual({ location: expect.any(String) });
        expect(found.headers.get('content-type')).toMatch(/^application\/scim\+json/);
      }
      const names = { filter: 'userName eq "sought-2" or userName eq "sought-1"', count: 1 };
      expect(seen(await search('/Users', names))).toEqual(['sought-1']);
      const bare = { filter: 'displayName eq "sought-a"', excludedAttributes: ['members'] };
      expect((await search('/Groups', bare)).json.Resources[0]).not.toHaveProperty('members');
    });

    it('finds users and groups together, page by page', async () => {
      const filter = 'externalId eq "sought"';
      const all = await search('', { filter });
      expect(seen(all)).toEqual(['Sought-2', 'Sought-A', 'sought-b']);
      const attributes = ['userName', 'displayName'];
      for (const [startIndex, count, expected] of [
        [1, 2, ['Sought-2', 'Sought-A']],
        [2, 1, ['Sought-A']],
        [3, 5, ['sought-b']],
        [1, 0, []],
      ] as const) {
        const page = await search('', { filter, startIndex, count, attributes });
        expect([page.json.totalResults, page.json.startIndex]).toEqual([3, startIndex]);
        expect(seen(page)).toEqual(expected);
      }
      const groups = { filter: `${filter} and meta.resourceType eq "Group"` };
      expect(seen(await search('', groups))).toEqual(['Sought-A', 'sought-b']);
      const either = { filter: 'userName eq "sought-1" or displayName eq "sought-a"' };
      expect(seen(await search('', either))).toEqual(['sought-1', 'Sought-A']);
      expect((await search('', {})).json.totalResults).toBeGreaterThan(3);
    });

    it('refuses what it would have to ignore', async () => {
      for (const [path, body, word] of [
        ['', { filter: 'nonsense eq "x"' }, 'invalidFilter'],
        ['', { filter: 'title pr' }, 'invalidFilter'],
        ['', { sortBy: 'userName' }, 'invalidValue'],
        ['/Users', { sortBy: 'name.familyName' }, 'invalidValue'],
        ['/Users', { sortBy: 'userName', sortOrder: 'descending' }, 'invalidValue'],
        ['/Users', { attributes: ['displayName', 'members'] }, 'invalidValue'],
        ['/Groups', { sorted: true }, 'invalidValue'],
      ] as const) {
        const { status, json } = await search(path, body);
        expect([path, body, status, json.scimType]).toEqual([path, body, 400, word]);
      }
      const listed = await scim<ScimError>('GET', '/Users?sortBy=title');
      expect([listed.status, listed.json.scimType]).toEqual([400, 'invalidValue']);
    });
  });

  it('ends sessions of whoever is closed, for good', async () => {
    const { id } = await aUser('leaver');
    const account = await platform.app.get(AccountsRepository, { strict: false }).findById(id);
    const token = account ? await aSessionOf(platform.app, account) : '';
    const status = async () => (await platform.call('GET', '/whoami', { token })).status;
    expect(await status()).toBe(200);
    await patch(id, { op: 'Replace', path: 'active', value: 'False' });
    await eventually(status, (seen) => seen === 401);
    await patch(id, { op: 'Replace', path: 'active', value: 'True' });
    expect(await status()).toBe(401);
  });
});

describe('the pages on SCIM and on other clients', () => {
  it.skipIf(CURL_MISSING)('work as they are written', async () => {
    // What the pages make would stand among what other tests look for.
    const platform = await startApp('e2e-scim-pages');
    const signIn = shellBlocks('README.md').filter((block) => block.startsWith('TOKEN='));
    const blocks = [
      ...signIn,
      ...shellBlocks('docs/scim.md'),
      ...shellBlocks('docs/clients.md'),
    ].map((block) =>
      block
        .replaceAll('localhost:3000', new URL(platform.url).host)
        .replace('THE-PRINTED-ONE', 'first-admin-password'),
    );
    const run = await runShell(blocks, { cwd: tmpdir(), env: {} });
    const ada = await platform.as(
      'admin',
      'GET',
      '/scim/v2/Users?filter=userName%20eq%20"ada@example.com"',
    );
    await platform.close();
    expect(run).toMatchObject({ code: 0, begun: blocks.length, stderr: '' });
    expect(blocks).toHaveLength(5);
    // What is refused is a problem document, or an error of SCIM.
    expect(run.stdout).not.toMatch(/"status":"?4/);
    expect(run.stdout).toContain('"clientSecret":');
    expect(ada.json).toMatchObject({ totalResults: 1 });
  });
});
