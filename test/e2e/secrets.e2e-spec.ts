import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { PackagesService } from '../../src/domains/artifacts/packages/packages.service.js';
import { ProfilesService } from '../../src/domains/profiles/profiles.service.js';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { SecretBox } from '../../src/platform/secrets/secret-box.js';
import { type Answer, type CallOptions, startApp, type TestApp } from '../support/start-app.js';
import { refusalOf } from '../support/stocked-app.js';

const CONFIGS = '/prebuilts-repository/configs';
const REPOSITORY_TOKEN = 'glpat-THE-TOKEN-OF-THE-REPOSITORY';
const ADMIN_PASSWORD = 'the-password-of-the-first-admin';
const METRICS_TOKEN = 'the-token-of-the-collector';
const SECRETS_KEY = Buffer.alloc(32, 9).toString('base64');
const MASK = '<ACCESS_TOKEN>';

interface ShownConfig {
  readonly name: string;
  readonly credentials: { readonly token: string };
}

describe('a secret', () => {
  const lines: string[] = [];
  /** Everything that any caller was answered, heads and bodies. */
  const answered: string[] = [];
  let platform: TestApp;
  let token: string;

  const call = async <T>(method: string, path: string, options: CallOptions = {}) => {
    const answer = await platform.call<T>(method, path, { token, ...options });
    answered.push(JSON.stringify([...answer.headers]), answer.text);
    return answer;
  };
  const add = (name: string, more: object = {}) =>
    call<ShownConfig>('POST', CONFIGS, {
      body: {
        name,
        type: 'gitlab',
        enabled: false,
        hostname: 'git.acme.example',
        path: 'automations',
        credentials: { token: REPOSITORY_TOKEN },
        ...more,
      },
    });
  const change = (name: string, body: object) =>
    call<ShownConfig>('PATCH', `${CONFIGS}/${encodeURIComponent(name)}`, { body });
  /** What is stored for a configuration, and what it is when the seal is taken off. */
  const stored = async (name: string) => {
    const { configs } = await platform.app
      .get(ProfilesService, { strict: false })
      .repositoryConfigs();
    const sealed = configs.find((config) => config.name === name)?.credentials.token ?? '';
    const box = platform.app.get(SecretBox, { strict: false });
    return { sealed, open: sealed === '' ? '' : box.unseal(sealed) };
  };

  beforeAll(async () => {
    const log = new AppLogger(
      { level: 'trace', format: 'json' },
      { write: (line: string) => lines.push(line) },
    );
    platform = await startApp('e2e-secrets', {
      env: { ADMIN_PASSWORD, METRICS_TOKEN, SECRETS_KEYS: SECRETS_KEY },
      override: (builder) => builder.overrideProvider(AppLogger).useValue(log),
    });
    const body = { username: 'admin', password: ADMIN_PASSWORD };
    token = (await platform.call('POST', '/login', { body })).text;
    await add('@set');
    await add('@unset', { credentials: undefined });
  });
  afterAll(async () => {
    await platform.close();
  });

  describe('of a repository configuration', () => {
    it('reads as a mask when it is set, and as nothing when not', async () => {
      for (const headers of [{}, { prefer: 'envelope=bare' }]) {
        const { json } = await call<{ results: ShownConfig[] }>('GET', CONFIGS, { headers });
        const tokens = json.results.map(({ name, credentials }) => [name, credentials.token]);
        expect(Object.fromEntries(tokens)).toMatchObject({ '@set': MASK, '@unset': '' });
      }
      expect((await add('@another')).json.credentials).toEqual({ token: MASK });
    });

    it('is sealed where it is stored', async () => {
      const { sealed, open } = await stored('@set');
      expect(sealed).toMatch(/^\$ENC/);
      expect(open).toBe(REPOSITORY_TOKEN);
    });

    it('is kept when its mask is written back, or nothing is said of it', async () => {
      const before = await stored('@set');
      for (const body of [
        { credentials: { token: MASK } },
        { path: 'other' },
        { credentials: {} },
        {},
      ]) {
        const answer = await change('@set', body);
        expect([answer.status, answer.json.credentials]).toEqual([200, { token: MASK }]);
      }
      expect(await stored('@set')).toEqual(before);
    });

    it.each([
      ['another host', { hostname: 'git.evil.example' }],
      ['another port', { hostname: 'git.acme.example:8443' }],
      ['another kind of registry', { type: 'github' }],
    ])('does not follow to %s, masked or unsaid', async (_, target) => {
      for (const body of [
        target,
        { ...target, credentials: { token: MASK } },
        { ...target, credentials: {} },
      ]) {
        expect(refusalOf(await change('@set', body))).toEqual([400, '#/credentials/token']);
      }
      expect((await stored('@set')).open).toBe(REPOSITORY_TOKEN);
    });

    it('follows when it is entered again, or given up', async () => {
      await add('@moving');
      const entered = await change('@moving', {
        hostname: 'git.two.example',
        credentials: { token: `${REPOSITORY_TOKEN}-2` },
      });
      expect([entered.status, entered.json.credentials.token]).toEqual([200, MASK]);
      expect((await stored('@moving')).open).toBe(`${REPOSITORY_TOKEN}-2`);
      const given = { hostname: 'git.three.example', credentials: { token: '' } };
      expect((await change('@moving', given)).json.credentials.token).toBe('');
      expect((await stored('@moving')).sealed).toBe('');
    });

    it.each([MASK, '<PASSWORD>', '<SECRET>'])('is not made of its mask: %s', async (mask) => {
      expect(refusalOf(await add('@masked', { credentials: { token: mask } }))).toEqual([
        400,
        '#/credentials/token',
      ]);
      expect(refusalOf(await change('@unset', { credentials: { token: mask } }))).toEqual([
        400,
        '#/credentials/token',
      ]);
    });

    it('cannot be planted in its sealed form, to have it sent elsewhere', async () => {
      const { sealed } = await stored('@set');
      const answer = await add('@planted', {
        hostname: 'git.evil.example',
        credentials: { token: sealed },
      });
      expect(refusalOf(answer)).toEqual([400, '#/credentials/token']);
    });

    it.each(['contains', 'equals', 'startsWith'])('is not found by %s', async (kind) => {
      for (const field of ['token', 'credentials', 'document']) {
        const query = `${kind}=glpat&${kind}Field=${field}`;
        expect(refusalOf(await call('GET', `${CONFIGS}?${query}`))).toEqual([
          400,
          `#/queryOptions/${kind}Field`,
        ]);
      }
      // What is shown of a token is compared, never the token.
      for (const field of ['name', 'credentials.token']) {
        const query = `${kind}=glpat&${kind}Field=${field}`;
        const { json } = await call<{ total?: number }>('GET', `${CONFIGS}?${query}`);
        expect(json.total ?? 0).toBe(0);
      }
    });
  });

  describe('is nowhere to be seen', () => {
    const PASSWORD_TRIED = 'a-password-that-was-tried';
    const OTHER_TOKEN = 'a-token-that-nobody-was-given-0123456789abc';
    const basic = (password: string) =>
      `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
    let sessions: string[];

    beforeAll(async () => {
      const secret = { credentials: { token: REPOSITORY_TOKEN } };
      const outcomes: Answer[] = [
        // Refused in every way that has the secret in the request.
        await add('@set'),
        await add('no scope'),
        await add('@wrong', {
          credentials: { token: REPOSITORY_TOKEN, unknown: REPOSITORY_TOKEN },
        }),
        await add('@wrong', { credentials: { token: [REPOSITORY_TOKEN] } }),
        await add('@wrong', { credentials: REPOSITORY_TOKEN }),
        await change('@absent', secret),
        await call('PATCH', `${CONFIGS}/%40set`, { body: secret, headers: { 'if-match': '"0"' } }),
        await call('POST', CONFIGS, {
          raw: `{"credentials":{"token":"${REPOSITORY_TOKEN}"`,
          headers: { 'content-type': 'application/json' },
        }),
        await call('POST', CONFIGS, {
          raw: REPOSITORY_TOKEN,
          headers: { 'content-type': 'text/plain' },
        }),
        await call('POST', '/login', { body: { username: 'admin', password: PASSWORD_TRIED } }),
        await call('POST', '/login', {
          body: { username: PASSWORD_TRIED, password: { password: PASSWORD_TRIED } },
        }),
        // Presented in every form, good and bad.
        await platform.call('GET', `/whoami?token=${token}`),
        await platform.call('GET', `/whoami?token=${OTHER_TOKEN}&include=x`),
        await platform.call('GET', `/nowhere?token=${OTHER_TOKEN}`),
        await platform.call('GET', '/whoami', { headers: { cookie: `token=${token}` } }),
        await platform.call('GET', '/whoami', { token: OTHER_TOKEN }),
        await platform.call('GET', '/whoami', {
          headers: { authorization: basic(ADMIN_PASSWORD) },
        }),
        await platform.call('GET', '/whoami', {
          headers: { authorization: basic(PASSWORD_TRIED) },
        }),
        await platform.call('GET', '/metrics', { token: METRICS_TOKEN }),
      ];
      answered.push(...outcomes.map(({ text, headers }) => text + JSON.stringify([...headers])));
      // A repository that cannot be reached, with its token, and a failure that carries secrets.
      await add('@unreachable', { enabled: true, hostname: 'git.invalid' });
      await call('GET', '/prebuilts-repository?config=@unreachable');
      const packages = platform.app.get(PackagesService, { strict: false });
      const uri = `mongodb://admin:${ADMIN_PASSWORD}@db.acme.example/?token=${OTHER_TOKEN}`;
      Object.assign(packages, {
        export: () =>
          Promise.reject(Object.assign(new Error(`cannot reach ${uri}`), { token: OTHER_TOKEN })),
      });
      await call('GET', '/prebuilts/x/export');
      Reflect.deleteProperty(packages, 'export');
      for (const path of [
        '/openapi.json',
        '/docs',
        '/health/status',
        '/health/server',
        '/metrics',
        '/prebuilts',
        '/admin/artifacts',
        '/prebuilts-repository',
        '/admin/artifacts/available',
      ]) {
        await call('GET', path);
      }
      sessions = [token];
    });

    const secrets = () =>
      [
        ['the token of a repository', REPOSITORY_TOKEN],
        ['the password of an account', ADMIN_PASSWORD],
        ['a password that was tried', PASSWORD_TRIED],
        ['a Basic credential', basic(ADMIN_PASSWORD).slice(6)],
        ['the token of the collector', METRICS_TOKEN],
        ['a token that was tried', OTHER_TOKEN],
        ['a key', SECRETS_KEY],
        ...sessions.map((session) => ['the token of a session', session]),
      ] as [string, string][];
    const leaks = (text: string) =>
      secrets().flatMap(([what, secret]) => (text.includes(secret) ? [what] : []));

    it('in any answer', () => {
      expect(answered.length).toBeGreaterThan(50);
      for (const text of answered) expect([leaks(text), text]).toEqual([[], text]);
    });

    it('in any answer in its sealed form', async () => {
      const { sealed } = await stored('@set');
      for (const text of answered) expect(text).not.toContain(sealed);
      expect(answered.join('')).not.toContain('$ENC');
    });

    it('in any line of the log, however much is logged', () => {
      expect(lines.filter((line) => line.includes('request served')).length).toBeGreaterThan(30);
      expect(lines.some((line) => line.includes('cannot reach'))).toBe(true);
      for (const line of lines) expect([leaks(line), line]).toEqual([[], line]);
    });

    it('in any document of the database', async () => {
      const client = await mongo.MongoClient.connect(platform.databaseUri);
      const collections = await client.db().collections();
      const texts: string[] = [];
      for (const collection of collections) {
        for (const document of await collection.find().toArray()) {
          texts.push(`${collection.collectionName} ${JSON.stringify(document)}`);
        }
      }
      await client.close();
      expect(texts.some((text) => text.includes('$ENC'))).toBe(true);
      for (const text of texts) expect([leaks(text), text]).toEqual([[], text]);
    });
  });
});
