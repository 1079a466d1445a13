import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aSessionOf, anAccount } from '../support/sign-in.js';
import { type Answer, type CallOptions, type TestApp } from '../support/start-app.js';
import { TwoNodes } from '../support/two-nodes.js';

interface Issued {
  readonly _id: string;
  readonly clientId: string;
  readonly clientSecret: string;
}
interface Granted {
  readonly access_token: string;
  readonly expires_in: number;
}
interface Refused {
  readonly error?: string;
  readonly errors?: readonly { readonly pointer: string }[];
}

const ACCOUNTS = '/oauth/serviceAccounts';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const OPERATORS = [{ $ne: null }, { $gt: '' }, ['x'], { $regex: '.*' }, null, 7, true];
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

describe('service accounts', () => {
  const nodes = new TwoNodes('e2e-service-accounts', {
    ACCESS_TOKEN_MINUTES: '10',
    SESSION_MINUTES: '5',
  });
  const { clock } = nodes;
  let admin: string;
  let names = 0;

  beforeAll(async () => {
    await nodes.start();
  });
  afterAll(() => nodes.close());
  beforeEach(async () => {
    clock.advance({ minutes: 2 });
    const account = await anAccount(nodes.node.app, {
      roles: [{ provenance: 'platform', name: 'admin' }],
    });
    admin = await aSessionOf(nodes.node.app, account);
  });

  const call = <T>(method: string, path: string, options: CallOptions = {}, app = nodes.node) =>
    app.call<T>(method, path, {
      ...options,
      headers: { ...nodes.fromSomewhere(), ...options.headers },
    });
  const aName = () => {
    names += 1;
    return `pipeline-${String(names)}`;
  };
  const create = (body: object, token = admin) => call<Issued>('POST', ACCOUNTS, { token, body });
  const aClient = async (body: object = {}) => (await create({ name: aName(), ...body })).json;
  const ask = (
    parameters: Record<string, string> | string,
    headers: Record<string, string> = {},
  ): Promise<Answer<Granted & Refused>> =>
    call('POST', '/oauth/token', {
      raw: typeof parameters === 'string' ? parameters : new URLSearchParams(parameters).toString(),
      headers: { ...FORM, ...headers },
    });
  const grant = ({ clientId, clientSecret }: Issued, headers?: Record<string, string>) =>
    ask(
      { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      headers,
    );
  const anAccessToken = async (client: Issued) => (await grant(client)).json.access_token;
  const whoami = async (token: string, app?: TestApp) =>
    (await call('GET', '/whoami', { token }, app)).status;
  const roleId = async (name: string) =>
    (await anAccount(nodes.node.app, { roles: [{ provenance: 'platform', name }] }))
      .assignedRoles[0] ?? '';

  describe('managing them', () => {
    it('answers the secret when the account is made, and never again', async () => {
      const reader = await roleId('apiread');
      const [groupId] = (await anAccount(nodes.node.app, { groups: ['bots'] })).memberOf;
      const name = aName();
      const answer = await create({
        name: ` ${name} `,
        description: 'Deploys',
        groups: ['bots'],
        assignedRoles: [{ roleId: reader }],
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      const { clientSecret, ...shown } = answer.json;
      expect(clientSecret).toMatch(/^ncs_[A-Za-z0-9_-]{43}$/);
      expect(shown).toEqual({
        _id: shown._id,
        clientId: shown._id,
        name,
        description: 'Deploys',
        memberOf: [groupId],
        assignedRoles: [reader],
        inactive: false,
        envelope: null,
        lastSignIn: null,
        secretCreated: clock.now().toISOString(),
        _meta: { created: clock.now().toISOString(), updated: clock.now().toISOString() },
      });
      const list = await call<{ results: object[]; total: number }>(
        'GET',
        `${ACCOUNTS}?limit=1000`,
        {
          token: admin,
        },
      );
      expect(list.json.results).toContainEqual(shown);
      expect(list.json.results).toHaveLength(list.json.total);
      expect(list.text).not.toContain(clientSecret);
    });

    it('lists them by name, active or not, and no people', async () => {
      await anAccount(nodes.node.app, { username: 'a-person' });
      const { _id } = await aClient({ inactive: true });
      const list = async (query: string) =>
        (
          await call<{ results: { _id: string; name: string }[]; total: number }>(
            'GET',
            `${ACCOUNTS}?${query}`,
            { token: admin },
          )
        ).json;
      const all = await list('limit=1000');
      const sorted = all.results.map(({ name }) => name).toSorted();
      expect(all.results.map(({ name }) => name)).toEqual(sorted);
      expect(sorted).not.toContain('a-person');
      expect((await list('limit=1000&inactive=true')).results.map((one) => one._id)).toContain(_id);
      expect((await list('limit=1000&inactive=false')).results.map((one) => one._id)).not.toContain(
        _id,
      );
      const page = await list('skip=1&limit=1');
      expect(page).toEqual({ results: [all.results[1]], total: all.total });
    });

    it.each<[object, string[]]>([
      [{}, ['#/name']],
      [{ name: ' ' }, ['#/name']],
      [{ name: 'x', groups: ['no such group'] }, ['#/groups/0']],
      [{ name: 'x', assignedRoles: ['no such role'] }, ['#/assignedRoles/0']],
      [{ name: 'x', password: 'secret-of-x' }, ['#/password']],
      [{ name: 'x', isServiceAccount: false }, ['#/isServiceAccount']],
      [{ name: 'x', clientSecret: 'mine' }, ['#/clientSecret']],
    ])('refuses %j', async (body, pointers) => {
      const answer = (await create(body)) as unknown as Answer<Refused>;
      expect(answer.status).toBe(400);
      expect(answer.json.errors?.map(({ pointer }) => pointer)).toEqual(pointers);
    });

    it('refuses a name that some account has', async () => {
      await anAccount(nodes.node.app, { username: 'Ada' });
      expect((await create({ name: 'ADA' })).status).toBe(409);
    });

    it('is for administrators, who give no role that they do not hold', async () => {
      const reader = await nodes.node.tokenOf('apiread');
      expect((await create({ name: aName() }, reader)).status).toBe(403);
      expect((await call('GET', ACCOUNTS, { token: reader })).status).toBe(403);
      const roles = [{ provenance: 'UserManagement', name: 'admin' }];
      const partly = await aSessionOf(nodes.node.app, await anAccount(nodes.node.app, { roles }));
      const body = { name: aName(), assignedRoles: [await roleId('admin')] };
      expect((await create(body, partly)).status).toBe(403);
      const powerful = await aClient(body);
      const path = `${ACCOUNTS}/${powerful._id}`;
      expect((await call('POST', `${path}/regenerate`, { token: partly })).status).toBe(403);
      expect((await call('DELETE', path, { token: partly })).status).toBe(403);
      const weak = await aClient();
      const assignedRoles = body.assignedRoles.map((role) => ({ roleId: role }));
      const up = { token: partly, body: { assignedRoles } };
      expect((await call('PATCH', `${ACCOUNTS}/${weak._id}`, up)).status).toBe(403);
    });

    it('changes what is sent and leaves the rest, at the revision that is expected', async () => {
      const reader = await roleId('apiread');
      const { _id } = await aClient({ description: 'before', assignedRoles: [reader] });
      const patch = (body: object, headers: Record<string, string> = {}) =>
        call<object>('PATCH', `${ACCOUNTS}/${_id}`, { token: admin, body, headers });
      const changed = await patch({ description: 'after' });
      expect(changed.status).toBe(200);
      expect(changed.json).toMatchObject({ description: 'after', assignedRoles: [reader] });
      const etag = changed.headers.get('etag') ?? '';
      expect((await patch({ inactive: true }, { 'if-match': etag })).status).toBe(200);
      expect((await patch({ inactive: false }, { 'if-match': etag })).status).toBe(412);
      expect((await patch({ name: 'another' })).status).toBe(400);
      const remove = (headers: Record<string, string>) =>
        call('DELETE', `${ACCOUNTS}/${_id}`, { token: admin, headers });
      expect((await remove({ 'if-match': etag })).status).toBe(412);
      expect((await remove({})).status).toBe(200);
      expect((await remove({})).status).toBe(404);
      expect((await patch({})).status).toBe(404);
      const again = await call('POST', `${ACCOUNTS}/${_id}/regenerate`, { token: admin });
      expect(again.status).toBe(404);
    });

    it('knows no people, who cannot be given a client secret', async () => {
      const { _id } = await anAccount(nodes.node.app, {});
      const path = `${ACCOUNTS}/${_id}`;
      const statuses = [
        await call('POST', `${path}/regenerate`, { token: admin }),
        await call('PATCH', path, { token: admin, body: { inactive: true } }),
        await call('DELETE', path, { token: admin }),
      ].map(({ status }) => status);
      expect(statuses).toEqual([404, 404, 404]);
    });

    it('takes no operator for a text', async () => {
      const { _id } = await aClient();
      for (const value of OPERATORS) {
        const answers = [
          await create({ name: value }),
          await create({ name: aName(), groups: [value] }),
          await create({ name: aName(), assignedRoles: [value] }),
          await call('PATCH', `${ACCOUNTS}/${_id}`, { token: admin, body: { description: value } }),
        ];
        expect([value, ...answers.map(({ status }) => status)]).toEqual([
          value,
          400,
          400,
          400,
          400,
        ]);
      }
    });
  });

  describe('POST /oauth/token', () => {
    it('answers an access token to id and secret in a form, in JSON and in the header', async () => {
      const client = await aClient();
      const { clientId, clientSecret } = client;
      const answers = [
        await grant(client),
        await call<Granted>('POST', '/oauth/token', {
          body: {
            grant_type: 'client_credentials',
            client_id: clientId,
            client_secret: clientSecret,
          },
        }),
        await ask('grant_type=client_credentials&scope=all', basic(clientId, clientSecret)),
        await ask(
          `grant_type=client_credentials&client_id=${clientId}`,
          basic(clientId, clientSecret),
        ),
        await ask(
          'grant_type=client_credentials',
          basic(clientId, clientSecret.replaceAll('_', '%5F')),
        ),
      ];
      for (const { status, json, headers } of answers) {
        expect(status).toBe(200);
        expect(json).toEqual({
          access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
          token_type: 'Bearer',
          expires_in: 600,
        });
        expect(headers.get('cache-control')).toContain('no-store');
        expect(headers.get('set-cookie')).toBeNull();
        expect(await whoami(json.access_token)).toBe(200);
      }
      expect(new Set(answers.map(({ json }) => json.access_token)).size).toBe(5);
    });

    it('gives what the account may do, and its sign-in is noted', async () => {
      const client = await aClient({ assignedRoles: [await roleId('apiread')] });
      const token = await anAccessToken(client);
      expect((await call('GET', '/health/status', { token })).status).toBe(200);
      expect((await call('GET', ACCOUNTS, { token })).status).toBe(403);
      const list = await call<{ results: { _id: string }[] }>('GET', `${ACCOUNTS}?limit=1000`, {
        token: admin,
      });
      const shown = list.json.results.find(({ _id }) => _id === client._id);
      expect(shown).toMatchObject({ lastSignIn: clock.now().toISOString() });
      const sessions = await call<{ results: object[] }>('GET', '/user-management/sessions', {
        token,
      });
      expect(sessions.json.results).toMatchObject([{ kind: 'access-token', current: true }]);
    });

    it('tells the truth about the end of a token, whether it is used or not', async () => {
      const client = await aClient();
      const used = await anAccessToken(client);
      const unused = await anAccessToken(client);
      for (let minute = 0; minute < 9; minute += 1) {
        clock.advance({ minutes: 1 });
        expect(await whoami(used)).toBe(200);
      }
      clock.advance({ seconds: 59, ms: 999 });
      expect([await whoami(used), await whoami(unused)]).toEqual([200, 200]);
      clock.advance({ ms: 1 });
      expect([await whoami(used), await whoami(unused)]).toEqual([401, 401]);
    });

    it.each<[string, string, { status: number; error: string; at: string[] }]>([
      ['nothing', '', { status: 400, error: 'invalid_request', at: ['#/grant_type'] }],
      [
        'another grant',
        'grant_type=password&username=x',
        { status: 400, error: 'unsupported_grant_type', at: ['#/grant_type'] },
      ],
      [
        'a parameter twice',
        'grant_type=client_credentials&grant_type=x',
        { status: 400, error: 'invalid_request', at: ['#/grant_type'] },
      ],
      [
        'a key that is none',
        'grant_type=client_credentials&__proto__=x',
        { status: 400, error: 'invalid_request', at: ['#/__proto__'] },
      ],
      [
        'no client',
        'grant_type=client_credentials',
        { status: 401, error: 'invalid_client', at: [] },
      ],
      [
        'no secret',
        'grant_type=client_credentials&client_id=x',
        { status: 401, error: 'invalid_client', at: [] },
      ],
      [
        'bytes that are no text',
        'grant_type=%ff&client_id=%ff',
        { status: 400, error: 'unsupported_grant_type', at: ['#/grant_type'] },
      ],
    ])('refuses %s in the words of RFC 6749', async (_, form, { status, error, at }) => {
      const answer = await ask(form);
      expect([answer.status, answer.json.error]).toEqual([status, error]);
      expect((answer.json.errors ?? []).map(({ pointer }) => pointer)).toEqual(at);
      expect(answer.headers.get('cache-control')).toContain('no-store');
    });

    it.each([
      [
        'the secret in two places',
        (id: string, secret: string) => ({ client_id: id, client_secret: secret }),
      ],
      ['another id beside the header', () => ({ client_id: 'another' })],
    ])('refuses %s', async (_, parts) => {
      const { clientId, clientSecret } = await aClient();
      const parameters = { grant_type: 'client_credentials', ...parts(clientId, clientSecret) };
      const answer = await ask(parameters, basic(clientId, clientSecret));
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request']);
    });

    it('refuses in the same words when id or secret is wrong, or the account may not', async () => {
      const client = await aClient();
      const person = await anAccount(nodes.node.app, { password: 'secret-of-person' });
      const closed = await aClient({ inactive: true });
      const wrong = [
        await grant({ ...client, clientSecret: `ncs_${'A'.repeat(43)}` }),
        await grant({ ...client, clientId: '0'.repeat(24) }),
        await grant({ ...client, clientId: person._id, clientSecret: 'secret-of-person' }),
        await grant({ ...client, clientSecret: '' }),
        await grant(closed),
      ];
      const told = wrong.map(({ status, json }) => {
        const { detail, error } = json as unknown as Refused & { detail: string };
        return [status, error, detail];
      });
      expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(told[0]).toEqual([401, 'invalid_client', 'Client id or secret is wrong']);
      const inHeader = await ask('grant_type=client_credentials', basic(client.clientId, 'wrong'));
      expect(inHeader.headers.get('www-authenticate')).toContain('Basic');
      const bearer = await ask('grant_type=client_credentials', { authorization: 'Bearer x' });
      expect([bearer.status, bearer.json.error]).toEqual([401, 'invalid_client']);
    });

    it('takes no operator for a text, in JSON or in a form', async () => {
      const { clientSecret } = await aClient();
      for (const value of OPERATORS) {
        const body = { grant_type: 'client_credentials', client_id: value, client_secret: value };
        expect([value, (await call('POST', '/oauth/token', { body })).status]).toEqual([
          value,
          400,
        ]);
      }
      const form = `grant_type=client_credentials&client_id[$ne]=x&client_secret=${clientSecret}`;
      expect((await ask(form)).status).toBe(401);
    });

    it('reads no more than a stranger may send, and forms nowhere else', async () => {
      const large = `grant_type=client_credentials&x=${'x'.repeat(70_000)}`;
      const answer = await ask(large);
      expect([answer.status, answer.json.error]).toEqual([413, 'invalid_request']);
      const { hostname, port } = new URL(nodes.node.url);
      const chunked = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            'POST /oauth/token HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n' +
              'content-type: application/x-www-form-urlencoded\r\n\r\n',
          );
          for (let chunk = 0; chunk < 20; chunk += 1) {
            socket.write(`1000\r\n${'x'.repeat(0x1000)}\r\n`);
          }
        });
        socket.once('data', (data) => {
          resolve(data.toString());
          socket.destroy();
        });
        socket.once('error', reject);
      });
      expect(chunked).toMatch(/^HTTP\/1.1 413 /);
      const form = { raw: 'username=x&password=y', headers: FORM };
      expect((await call('POST', '/login', form)).status).toBe(415);
      const text = { raw: 'x', headers: { 'content-type': 'text/plain' } };
      expect((await call('POST', '/oauth/token', text)).status).toBe(415);
      const packed = await ask('x', { 'content-encoding': 'gzip' });
      expect([packed.status, packed.json.error]).toEqual([415, 'invalid_request']);
    });

    it('makes whoever guesses at one client wait, from whatever addresses', async () => {
      const client = await aClient();
      const guess = () => grant({ ...client, clientSecret: 'guess' });
      for (let index = 0; index < 21; index += 1) expect((await guess()).status).toBe(401);
      const refused = await guess();
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.json.error).toBeUndefined();
      clock.advance({ seconds: 1 });
      expect((await grant(client)).status).toBe(200);
    });

    it('makes an address wait that guesses at many clients, and no other', async () => {
      const client = await aClient();
      const headers = nodes.fromSomewhere();
      for (let index = 0; index < 31; index += 1) {
        const clientId = index.toString(16).padStart(24, '0');
        expect((await grant({ ...client, clientId }, headers)).status).toBe(401);
      }
      expect((await grant(client, headers)).status).toBe(429);
      expect((await grant(client)).status).toBe(200);
    });

    it('does not let a client id lock the user of that name out', async () => {
      await anAccount(nodes.node.app, { username: 'bystander', password: 'secret-of-bystander' });
      const clientId = 'bystander';
      for (let index = 0; index < 7; index += 1) {
        await grant({ _id: clientId, clientId, clientSecret: 'guess' });
      }
      const body = { username: clientId, password: 'secret-of-bystander' };
      expect((await call('POST', '/login', { body })).status).toBe(200);
    });
  });

  describe('an access token', () => {
    it.each<[string, (client: Issued) => Promise<Answer>]>([
      [
        'the secret is renewed',
        ({ _id }) => call('POST', `${ACCOUNTS}/${_id}/regenerate`, { token: admin }),
      ],
      [
        'the account is deactivated',
        ({ _id }) =>
          call('PATCH', `${ACCOUNTS}/${_id}`, { token: admin, body: { inactive: true } }),
      ],
      [
        'the account is removed',
        ({ _id }) => call('DELETE', `${ACCOUNTS}/${_id}`, { token: admin }),
      ],
      [
        'an administrator ends it',
        ({ _id }) =>
          call('POST', '/user-management/sessions/end', { token: admin, body: { account: _id } }),
      ],
    ])('ends within a second on every node when %s', async (_, end) => {
      const client = await aClient();
      const token = await anAccessToken(client);
      expect([await whoami(token), await whoami(token, nodes.otherNode)]).toEqual([200, 200]);
      expect([200, 204]).toContain((await end(client)).status);
      clock.advance({ seconds: 1 });
      expect([await whoami(token), await whoami(token, nodes.otherNode)]).toEqual([401, 401]);
    });

    it('is had for the new secret and not for the old one', async () => {
      const client = await aClient();
      const path = `${ACCOUNTS}/${client._id}/regenerate`;
      const renewed = await call<Issued>('POST', path, { token: admin });
      expect(renewed.status).toBe(200);
      expect(renewed.headers.get('cache-control')).toContain('no-store');
      expect(renewed.json.clientSecret).not.toBe(client.clientSecret);
      expect((await grant(client)).status).toBe(401);
      expect(await whoami(await anAccessToken(renewed.json))).toBe(200);
    });

    it('makes no API token', async () => {
      const token = await anAccessToken(await aClient());
      const answer = await call('POST', '/user-management/tokens', { token, body: { name: 'x' } });
      expect(answer.status).toBe(403);
    });
  });

  it('cannot sign in with a password, by whatever door', async () => {
    const name = aName();
    const { clientSecret } = await aClient({ name });
    const body = { username: name, password: clientSecret };
    expect((await call('POST', '/login', { body })).status).toBe(401);
    const headers = basic(name, clientSecret);
    expect((await call('GET', '/whoami', { headers })).status).toBe(401);
  });

  it('leave no secret in any line of the log', async () => {
    nodes.logged.length = 0;
    const client = await aClient();
    const { clientId, clientSecret } = client;
    const token = await anAccessToken(client);
    await ask('grant_type=client_credentials', basic(clientId, clientSecret));
    await grant({ ...client, clientId: clientSecret });
    await ask(`grant_type=x&client_secret=${clientSecret}`);
    await call('POST', `/oauth/token?client_secret=${clientSecret}`, { body: {} });
    await call('GET', `/whoami?token=${token}`);
    const lines = nodes.logged.join('\n');
    expect(lines).toContain('request served');
    const encoded = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    for (const secret of [clientSecret, token, encoded]) expect(lines).not.toContain(secret);
  });
});
