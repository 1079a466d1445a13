import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAccount } from '../support/sign-in.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';
import { type Account, type Done } from '../support/user-answers.js';

const PASSWORD = 'a password of theirs';

/** Every operation on users: method, path, body; `:role`, `:group` and `:account` are there. */
const OPERATIONS: readonly (readonly [string, string, object | undefined])[] = [
  ['GET', '/user-management/roles', undefined],
  ['POST', '/user-management/groups', { group: { name: 'new' } }],
  ['POST', '/user-management/accounts', { account: { username: 'new', password: PASSWORD } }],
  ['GET', '/authorization/roles', undefined],
  ['GET', '/authorization/roles/:role', undefined],
  ['POST', '/authorization/roles', { role: { provenance: 'MOP', name: 'support' } }],
  ['PATCH', '/authorization/roles/:role', { description: 'x' }],
  ['DELETE', '/authorization/roles/:role', undefined],
  ['GET', '/authorization/groups', undefined],
  ['GET', '/authorization/groups/:group', undefined],
  ['POST', '/authorization/groups', { group: { name: 'newer' } }],
  ['PATCH', '/authorization/groups/:group', { description: 'x' }],
  ['DELETE', '/authorization/groups/:group', undefined],
  ['GET', '/authorization/accounts', undefined],
  ['GET', '/authorization/accounts/:account', undefined],
  ['POST', '/authorization/accounts', { account: { username: 'newer', password: PASSWORD } }],
  ['PATCH', '/authorization/accounts/:account', { firstname: 'x' }],
  ['DELETE', '/authorization/accounts/:account', undefined],
];
const OWN = ['POST', '/user-management/password', { currentPassword: 'x', newPassword: PASSWORD }];
const CHANGES = OPERATIONS.filter(([method]) => method !== 'GET');
const SINGLE = OPERATIONS.filter(([method, path]) => method === 'GET' && path.includes(':'));

describe('an operation on users', () => {
  let platform: TestApp;
  let present: Readonly<Record<string, string>>;

  const pathOf = (path: string) => path.replace(/:(\w+)/, (_, kind: string) => present[kind] ?? '');
  const optionsOf = (body: object | undefined, more: CallOptions = {}): CallOptions => ({
    ...more,
    ...(body && { body }),
  });
  const add = async (kind: string, fields: object) => {
    const body = { [kind]: fields };
    const { json } = await platform.as<Done<Account>>('admin', 'POST', `/authorization/${kind}s`, {
      body,
    });
    return json.data._id;
  };

  /** A role, a group and an account that no test has changed. */
  const addPresent = async () => {
    const name = `present-${randomUUID()}`;
    const allowedMethods = [{ name: 'listJobs', provenance: 'WorkFlowEngine' }];
    const role = await add('role', { provenance: 'Custom', name, allowedMethods });
    const group = await add('group', { name, assignedRoles: [role] });
    const fields = { username: name, password: PASSWORD, assignedRoles: [role] };
    present = { role, group, account: await add('account', fields) };
  };

  beforeAll(async () => {
    platform = await startApp('e2e-user-refusals');
    await addPresent();
  });
  afterAll(() => platform.close());

  it.each([...OPERATIONS, OWN as [string, string, object]])(
    'knows nobody without a credential: %s %s',
    async (method, path, body) => {
      expect((await platform.call(method, pathOf(path), optionsOf(body))).status).toBe(401);
    },
  );

  it.each(OPERATIONS)('is refused to whoever lacks the role: %s %s', async (method, path, body) => {
    const { status } = await platform.as('apiwrite', method, pathOf(path), optionsOf(body));
    expect(status).toBe(403);
  });

  it.each(SINGLE)(
    'is answered with 304 to whoever knows the revision: %s %s',
    async (method, path) => {
      const shown = await platform.as('admin', method, pathOf(path));
      expect(shown.status).toBe(200);
      const headers = { 'if-none-match': shown.headers.get('etag') ?? '' };
      const again = await platform.as('admin', method, pathOf(path), { headers });
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );

  it.each(CHANGES.filter(([, path]) => path.includes(':')))(
    'is refused with an If-Match that is no list of entity tags: %s %s',
    async (method, path, body) => {
      const headers = { 'if-match': 'latest' };
      const options = optionsOf(body, { headers });
      expect((await platform.as('admin', method, pathOf(path), options)).status).toBe(400);
    },
  );

  it.each(CHANGES.filter(([method]) => method === 'POST'))(
    'is refused with keys beside its object: %s %s',
    async (method, path, body) => {
      const options = optionsOf({ ...body, provenance: 'platform' });
      expect((await platform.as('admin', method, path, options)).status).toBe(400);
    },
  );

  it.each(CHANGES)(
    'takes a key of idempotency for one request alone: %s %s',
    async (method, path, body) => {
      const headers = { 'idempotency-key': `${method}${path}`.replace(/\W/g, '-') };
      const first = await platform.as('admin', method, pathOf(path), optionsOf(body, { headers }));
      expect(first.status).toBeLessThan(300);
      // The path belongs to the request: what is absent is another object.
      const other = method === 'DELETE' ? path.replace(/:.*/, 'absent') : pathOf(path);
      const second = method === 'DELETE' ? undefined : { ...body, more: 1 };
      const answer = await platform.as('admin', method, other, optionsOf(second, { headers }));
      if (method === 'DELETE') await addPresent();
      expect(answer.status).toBe(422);
    },
  );

  it('on one’s own password needs no role', async () => {
    const { username } = await anAccount(platform.app, { username: 'own', password: PASSWORD });
    const { text: token } = await platform.call('POST', '/login', {
      body: { username, password: PASSWORD },
    });
    const body = { currentPassword: PASSWORD, newPassword: 'quite another one' };
    const options = { token, body };
    expect((await platform.call('POST', '/user-management/password', options)).status).toBe(204);
  });
});
