import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProfilesService } from '../../src/domains/profiles/profiles.service.js';
import { Clock } from '../../src/kernel/clock.js';
import { HandClock } from '../support/hand-clock.js';
import { anAccount } from '../support/sign-in.js';
import { type Answer, type CallOptions, startApp, type TestApp } from '../support/start-app.js';
import { watchCommands } from '../support/watch-commands.js';

const PASSWORD = 'first-admin-password';
const FOREIGN = 'https://elsewhere.example';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const METRICS_TOKEN = 'the-token-of-the-collector';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});
const cookie = (token: string) => ({ cookie: `token=${token}` });

describe('signing in', () => {
  const clock = new HandClock();
  let platform: TestApp;
  let otherNode: TestApp;
  let addresses = 0;

  const start = (before?: TestApp) =>
    startApp('e2e-sign-in', {
      ...(before && { databaseUri: before.databaseUri }),
      // Tests come from addresses of their own, as if through a proxy.
      env: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN },
      override: (builder) => builder.overrideProvider(Clock).useValue(clock),
    });

  /** Headers of a request that comes from an address which no other test has used. */
  const fromSomewhere = () => {
    addresses += 1;
    return { 'x-forwarded-for': `203.0.${String(addresses >> 8)}.${String(addresses & 255)}` };
  };
  const login = (
    body: unknown = { username: 'admin', password: PASSWORD },
    more: CallOptions = {},
  ) =>
    platform.call<unknown>('POST', '/login', {
      body,
      ...more,
      headers: { ...fromSomewhere(), ...more.headers },
    });
  const aToken = async () => (await login()).text;
  const whoami = (headers: Record<string, string>, query = '', app = platform) =>
    app.call<{ username: string }>('GET', `/whoami${query}`, {
      headers: { ...fromSomewhere(), ...headers },
    });
  const statusOf = async (headers: Record<string, string>, query = '') =>
    (await whoami(headers, query)).status;
  const expectRefused = (answer: Answer, challenge: string) => {
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain(challenge);
    expect(answer.json).toMatchObject({ code: 'unauthenticated', message: expect.any(String) });
  };

  beforeAll(async () => {
    platform = await start();
    otherNode = await start(platform);
  });
  afterAll(async () => {
    await Promise.all([platform.close(), otherNode.close()]);
  });
  beforeEach(() => {
    clock.advance({ minutes: 2 });
  });

  describe('POST /login', () => {
    it.each([
      ['/login', { user: { username: 'admin', password: PASSWORD } }],
      ['/login/', { user: { username: 'admin', password: PASSWORD } }],
      ['/login', { username: 'admin', password: PASSWORD }],
      ['//login', { username: 'ADMIN', password: PASSWORD }],
    ])('answers the token as plain text and as a cookie at %s to %j', async (path, body) => {
      const address = `${platform.url}${path}`;
      const answer = await platform.call('POST', address, { body, headers: fromSomewhere() });
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(answer.headers.get('set-cookie')).toBe(
        `token=${answer.text}; Path=/; HttpOnly; SameSite=Lax`,
      );
      expect((await whoami(bearer(answer.text))).json.username).toBe('admin');
    });

    it('keeps the cookie to TLS when a trusted proxy says that the caller used it', async () => {
      const answer = await login(undefined, { headers: { 'x-forwarded-proto': 'https' } });
      expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/);
    });

    it.each([
      ['the password is wrong', { username: 'admin', password: 'nonsense' }],
      ['nobody has the name', { username: 'nobody', password: PASSWORD }],
    ])('refuses in the same words when %s', async (_, body) => {
      const answer = await login(body);
      expectRefused(answer, 'Bearer');
      expect(answer.json).toMatchObject({ message: 'User name or password is wrong' });
      expect(answer.headers.get('set-cookie')).toBeNull();
    });

    it.each<[unknown, string[]]>([
      [{}, ['#/username', '#/password']],
      [{ username: 'admin' }, ['#/password']],
      [{ user: {} }, ['#/user/username', '#/user/password']],
      [{ user: 'admin' }, ['#/user']],
      [{ user: 'admin', password: PASSWORD }, ['#/user']],
      [{ user: null }, ['#/user']],
      [{ username: { $ne: null }, password: { $ne: null } }, ['#/username', '#/password']],
      [{ username: ['admin'], password: PASSWORD }, ['#/username']],
      [{ username: 7, password: PASSWORD }, ['#/username']],
      [{ username: '', password: PASSWORD }, ['#/username']],
      [{ username: 'x'.repeat(129), password: PASSWORD }, ['#/username']],
      [{ username: 'admin', password: 'x'.repeat(1025) }, ['#/password']],
      [{ username: 'admin', password: PASSWORD, role: 'admin' }, ['#/role']],
      [{ user: { username: 'admin', password: PASSWORD, x: 1 } }, ['#/user/x']],
      [{ user: { username: 'admin', password: PASSWORD }, username: 'x' }, ['#/username']],
    ])('points at each fault of a body it refuses (%#)', async (body, pointers) => {
      const answer = await login(body);
      expect(answer.status).toBe(400);
      const { errors } = answer.json as { errors: { pointer: string }[] };
      expect([...new Set(errors.map(({ pointer }) => pointer))].sort()).toEqual(pointers.sort());
    });

    it.each([
      ['a form', 'application/x-www-form-urlencoded', 'username=admin&password=x', 415],
      ['text', 'text/plain', JSON.stringify({ username: 'admin', password: PASSWORD }), 415],
      ['broken JSON', 'application/json', '{"username":', 400],
    ])('does not read %s', async (_, type, raw, status) => {
      const answer = await platform.call('POST', '/login', {
        raw,
        headers: { ...fromSomewhere(), 'content-type': type },
      });
      expect(answer.status).toBe(status);
    });

    it('gives a token that nobody could know before, whatever the caller presents', async () => {
      const planted = 'A'.repeat(43);
      const own = await aToken();
      const answers = [
        await login(undefined, { headers: cookie(planted) }),
        await login(undefined, { headers: bearer(own) }),
      ];
      const tokens = answers.map(({ text }) => text);
      expect(new Set([planted, own, ...tokens]).size).toBe(4);
      expect(await statusOf(cookie(planted))).toBe(401);
    });
  });

  describe('when too many attempts fail', () => {
    it('answers 429 with the time to wait, for that name from everywhere', async () => {
      const guess = { username: 'besieged', password: 'guess' };
      for (let index = 0; index < 21; index += 1) expect((await login(guess)).status).toBe(401);
      const refused = await login(guess);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect((await whoami(basic('besieged', 'guess'))).status).toBe(429);
      clock.advance({ seconds: 1 });
      expect((await login(guess)).status).toBe(401);
    });

    it('answers 429 to an address that tries many names, and to no other', async () => {
      const headers = fromSomewhere();
      for (let index = 0; index < 31; index += 1) {
        await login({ username: `name-${String(index)}`, password: 'guess' }, { headers });
      }
      expect((await login(undefined, { headers })).status).toBe(429);
      expect((await login()).status).toBe(200);
    });
  });

  describe('presenting an identity', () => {
    it('works by Bearer, Basic, cookie and query, with slashes to spare', async () => {
      const token = await aToken();
      expect(await statusOf(bearer(token))).toBe(200);
      expect(await statusOf(basic('admin', PASSWORD))).toBe(200);
      expect(await statusOf(cookie(token))).toBe(200);
      expect(await statusOf({}, `?token=${token}`)).toBe(200);
      const address = `${platform.url}//whoami/?token=${token}`;
      expect((await platform.call('GET', address)).status).toBe(200);
    });

    it('takes the first of header, cookie and query, and never falls through to the next', async () => {
      const token = await aToken();
      const bad = 'B'.repeat(43);
      const outcomes = [
        await statusOf({ ...bearer(bad), ...cookie(token) }, `?token=${token}`),
        await statusOf({ ...basic('admin', 'nonsense'), ...cookie(token) }),
        await statusOf({ authorization: 'Digest x', ...cookie(token) }),
        await statusOf({ authorization: 'Bearer', ...cookie(token) }),
        await statusOf({ authorization: '', ...cookie(token) }),
        await statusOf(cookie(bad), `?token=${token}`),
        await statusOf({ cookie: `token=${token}; token=${bad}` }),
        await statusOf({ ...bearer(token), ...cookie(bad) }, `?token=${bad}`),
        await statusOf({ ...basic('admin', PASSWORD), ...cookie(bad) }),
        await statusOf(cookie(token), `?token=${bad}`),
        await statusOf(cookie(''), `?token=${token}`),
      ];
      expect(outcomes).toEqual([401, 401, 401, 401, 401, 401, 401, 200, 200, 200, 200]);
    });

    it('challenges with the form that was tried', async () => {
      expectRefused(await whoami({}), 'Bearer realm="netadmin-api"');
      expectRefused(await whoami(bearer('nonsense')), 'Bearer realm="netadmin-api", error=');
      expectRefused(await whoami(basic('admin', 'nonsense')), 'Basic realm="netadmin-api"');
    });

    it('is not needed for a path that does not exist, which is 404 for everybody', async () => {
      expect((await platform.call('GET', '/no-such-operation')).status).toBe(404);
    });

    /** Announces a megabyte and sends none of it: whoever waits for it never answers. */
    const announce = (requestLine: string, ...headers: string[]) => {
      const { hostname, port } = new URL(platform.url);
      const head = [
        `${requestLine} HTTP/1.1`,
        'host: x',
        'content-type: application/json',
        ...headers,
      ];
      return new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(`${head.join('\r\n')}\r\n\r\n`);
        });
        socket.once('data', (chunk) => {
          resolve(chunk.toString());
          socket.destroy();
        });
        socket.once('error', reject);
      });
    };
    const A_MEGABYTE = 'content-length: 1000000';

    it('is demanded before the body is read', async () => {
      expect(await announce('POST /logout', A_MEGABYTE)).toMatch(/^HTTP\/1.1 401 /);
    });

    it.each([
      ['a token of nobody', 'POST /logout', { authorization: `Bearer ${'A'.repeat(43)}` }],
      ['what is no token', 'POST /logout', { authorization: 'Bearer x' }],
      ['a wrong password', 'POST /logout', basic('nobody', PASSWORD)],
      ['a cookie of nobody', 'POST /logout', cookie('A'.repeat(43))],
      ['a query token of nobody', `POST /logout?token=${'A'.repeat(43)}`, {}],
    ])('is tried before a large body is read: %s', async (_, requestLine, credential) => {
      const headers = Object.entries({ ...fromSomewhere(), ...credential }).map(
        ([name, value]) => `${name}: ${value}`,
      );
      for (const length of [A_MEGABYTE, 'transfer-encoding: chunked']) {
        const answer = await announce(requestLine, length, ...headers);
        expect(answer).toMatch(/^HTTP\/1.1 401 /);
        expect(answer).toMatch(/www-authenticate: (Bearer|Basic) realm="netadmin-api"/i);
      }
    });

    it.each(['POST /login', 'GET /health/live', 'GET /openapi.json'])(
      'is not needed at %s, and so little is read there',
      async (requestLine) => {
        expect(await announce(requestLine, A_MEGABYTE)).toMatch(/^HTTP\/1.1 413 /);
      },
    );

    it('makes no body worth reading that is for nobody', async () => {
      expect(await announce('POST /no-such-operation', A_MEGABYTE)).toMatch(/^HTTP\/1.1 404 /);
      expect(await announce('PATCH /login', A_MEGABYTE)).toMatch(/^HTTP\/1.1 405 /);
    });

    it('asks the database nothing when the session was seen within the last second', async () => {
      const token = await aToken();
      await whoami(cookie(token));
      const { seen } = watchCommands(platform.app);
      clock.advance({ ms: 999 });
      expect(await statusOf(cookie(token))).toBe(200);
      expect(await statusOf(bearer(token))).toBe(200);
      const ours = seen.filter((command) =>
        /accounts|groups|roles|sessions|profiles/.test(command),
      );
      expect(ours).toEqual([]);
    });
  });

  describe('GET /whoami', () => {
    it('shows the first administrator as existing clients read it', async () => {
      const { json } = await whoami(bearer(await aToken()));
      expect(json).toMatchObject({
        id: expect.any(String),
        provenance: 'local',
        username: 'admin',
        firstname: 'Admin',
        groups: [{ id: expect.any(String), provenance: 'local', name: 'admins' }],
        methods: { UserManagement: expect.arrayContaining(['whoami', 'logout']) },
        roles: [expect.any(String)],
      });
    });
  });

  describe('a session', () => {
    it('lives as long as it is used, and no longer', async () => {
      const token = await aToken();
      for (let hour = 0; hour < 3; hour += 1) {
        clock.advance({ minutes: 59 });
        expect(await statusOf(bearer(token))).toBe(200);
      }
      clock.advance({ minutes: 60 });
      expect(await statusOf(bearer(token))).toBe(401);
    });

    it.each<[string, (token: string) => CallOptions & { path: string }]>([
      ['POST /logout by Bearer', (token) => ({ path: '/logout', headers: bearer(token) })],
      ['POST /logout by cookie', (token) => ({ path: '/logout', headers: cookie(token) })],
      ['POST /logout/?token=', (token) => ({ path: `/logout/?token=${token}` })],
    ])('ends by %s', async (_, request) => {
      const token = await aToken();
      const { path, ...options } = request(token);
      const answer = await platform.call('POST', path, options);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('set-cookie')).toBe(
        'token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
      );
      expect(await statusOf(bearer(token))).toBe(401);
    });

    it.each(['logout=true', 'logout=True', 'logout=1'])('ends by GET /login?%s', async (query) => {
      const token = await aToken();
      const answer = await platform.call('GET', `/login?${query}`, { token });
      expect(answer.status).toBe(200);
      expect(await statusOf(bearer(token))).toBe(401);
    });

    it.each(['', '?logout=false', '?logout=yes', '?logout='])(
      'does not end by GET /login%s',
      async (query) => {
        const token = await aToken();
        expect((await platform.call('GET', `/login${query}`, { token })).status).toBe(400);
        expect(await statusOf(bearer(token))).toBe(200);
      },
    );

    it('is nothing that Basic has: signing out then ends nothing', async () => {
      const headers = { ...basic('admin', PASSWORD), ...fromSomewhere() };
      expect((await platform.call('POST', '/logout', { headers })).status).toBe(200);
      expect(await statusOf(basic('admin', PASSWORD))).toBe(200);
    });

    it('ends on the other node within a second', async () => {
      const token = await aToken();
      expect((await whoami(bearer(token), '', otherNode)).status).toBe(200);
      await platform.call('POST', '/logout', { token });
      clock.advance({ seconds: 1 });
      expect((await whoami(bearer(token), '', otherNode)).status).toBe(401);
    });
  });

  describe('a change by cookie', () => {
    const signOut = async (token: string, headers: Record<string, string>) =>
      (await platform.call('POST', '/logout', { headers: { ...cookie(token), ...headers } }))
        .status;

    it.each([
      ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: FOREIGN }],
      ['a page of a sibling domain', { 'sec-fetch-site': 'same-site' }],
      ['a page of another origin', { origin: FOREIGN, 'user-agent': BROWSER }],
      ['a sandboxed page', { origin: 'null' }],
      ['a browser that hides the page', { 'user-agent': BROWSER }],
    ])('is refused when it comes from %s', async (_, headers) => {
      const token = await aToken();
      const answer = await platform.call('POST', '/logout', {
        headers: { ...cookie(token), ...headers },
      });
      expect(answer.status).toBe(403);
      expect(answer.json).toMatchObject({ code: 'foreign-origin' });
      expect(await statusOf(bearer(token))).toBe(200);
    });

    it('is accepted from a page of this server and from a program', async () => {
      const fromHere = { 'sec-fetch-site': 'same-origin', 'user-agent': BROWSER };
      expect(await signOut(await aToken(), fromHere)).toBe(200);
      const origin = new URL(platform.url).origin;
      expect(await signOut(await aToken(), { origin, 'user-agent': BROWSER })).toBe(200);
      expect(await signOut(await aToken(), { 'user-agent': 'python-httpx/0.28.1' })).toBe(200);
    });

    it('is refused for GET too where that changes something, and reading is not', async () => {
      const token = await aToken();
      const headers = { ...cookie(token), 'sec-fetch-site': 'cross-site' };
      expect((await platform.call('GET', '/login?logout=true', { headers })).status).toBe(403);
      expect((await platform.call('GET', '/whoami', { headers })).status).toBe(200);
    });

    it('is refused for a GET of a browser that says nothing of its page, and taken from ours', async () => {
      const logout = async (token: string, headers: Record<string, string>) => {
        const all = { ...cookie(token), ...headers };
        return (await platform.call('GET', '/login?logout=true', { headers: all })).status;
      };
      const token = await aToken();
      expect(await logout(token, { 'user-agent': BROWSER })).toBe(403);
      expect(await statusOf(bearer(token))).toBe(200);
      const referer = `${new URL(platform.url).origin}/docs`;
      expect(await logout(token, { 'user-agent': BROWSER, referer })).toBe(200);
      expect(await logout(await aToken(), { 'user-agent': 'python-httpx/0.28.1' })).toBe(200);
    });

    it('needs no origin when a header carries the token: no page can add that', async () => {
      const token = await aToken();
      const headers = { origin: FOREIGN, 'sec-fetch-site': 'cross-site' };
      expect((await platform.call('POST', '/logout', { headers, token })).status).toBe(200);
    });
  });

  describe('the token of the collector', () => {
    it.each(['/metrics', '/health/status', '/health/server'])('opens %s', async (path) => {
      expect((await platform.call('GET', path, { token: METRICS_TOKEN })).status).toBe(200);
    });

    it('opens nothing else and in no other form, and no other token is taken for it', async () => {
      expect(await statusOf(bearer(METRICS_TOKEN))).toBe(401);
      const outcomes = [
        await platform.call('GET', `/metrics?token=${METRICS_TOKEN}`),
        await platform.call('GET', '/metrics', { headers: cookie(METRICS_TOKEN) }),
        await platform.call('GET', '/metrics', { token: `${METRICS_TOKEN}x` }),
        await platform.call('GET', '/metrics'),
      ];
      expect(outcomes.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    });
  });

  describe('when the profile is changed', () => {
    const setAuthentication = (changes: Record<string, string | boolean>) =>
      otherNode.app.get(ProfilesService, { strict: false }).updateActive((document) => ({
        ...document,
        authenticationProps: { ...(document['authenticationProps'] as object), ...changes },
      }));

    it('calls the cookie by its new name on every node within a second', async () => {
      const token = await aToken();
      expect(await statusOf(cookie(token))).toBe(200);
      await setAuthentication({ cookieName: 'netadmin.sid' });
      clock.advance({ seconds: 1, ms: 1 });
      expect(await statusOf(cookie(token))).toBe(401);
      expect(await statusOf({ cookie: `netadmin.sid=${token}` })).toBe(200);
      expect((await login()).headers.get('set-cookie')).toMatch(/^netadmin\.sid=/);
      await setAuthentication({ cookieName: 'token' });
    });

    it('ends the older session when only one may be', async () => {
      await setAuthentication({ uniqueSession: true });
      clock.advance({ seconds: 1, ms: 1 });
      const account = await anAccount(platform.app, { password: 'secret-of-one' });
      const credentials = { username: account.username, password: 'secret-of-one' };
      const older = (await login(credentials)).text;
      expect(await statusOf(bearer(older))).toBe(200);
      const newer = (await login(credentials)).text;
      clock.advance({ seconds: 1 });
      expect([await statusOf(bearer(older)), await statusOf(bearer(newer))]).toEqual([401, 200]);
      await setAuthentication({ uniqueSession: false });
    });
  });
});
