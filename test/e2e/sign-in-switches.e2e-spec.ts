import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { startApp, type TestApp } from '../support/start-app.js';

const PASSWORD = 'first-admin-password';
const ADMIN = { username: 'admin', password: PASSWORD };
const basic = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;

describe('signing in with forms switched off', () => {
  const lines: string[] = [];
  let platform: TestApp;

  beforeAll(async () => {
    const log = new AppLogger(
      { level: 'debug', format: 'json' },
      { write: (line: string) => lines.push(line) },
    );
    platform = await startApp('sign-in-switches', {
      env: { ALLOW_BASIC: 'false', ALLOW_QUERY_TOKEN: 'false' },
      override: (builder) => builder.overrideProvider(AppLogger).useValue(log),
    });
  });
  afterAll(() => platform.close());

  it('refuses ?token= and Basic, good as they may be, and never falls through them', async () => {
    const token = (await platform.call('POST', '/login', { body: ADMIN })).text;
    const cookie = `token=${token}`;
    const outcomes = [
      await platform.call('GET', `/whoami?token=${token}`),
      await platform.call('GET', '/whoami', { headers: { authorization: basic } }),
      await platform.call('GET', '/whoami', { headers: { authorization: basic, cookie } }),
      await platform.call('GET', '/whoami', { headers: { cookie } }),
      await platform.call('GET', '/whoami', { token }),
    ];
    expect(outcomes.map(({ status }) => status)).toEqual([401, 401, 401, 200, 200]);
    expect(outcomes[0]?.json).toMatchObject({ message: '?token= is switched off here' });
  });

  it('writes no credential into the log, wherever it was presented', async () => {
    const token = (await platform.call('POST', '/login', { body: { user: ADMIN } })).text;
    const wrong = { username: 'admin', password: 'a-secret-typed-wrong' };
    await platform.call('POST', '/login', { body: wrong });
    await platform.call('GET', '/whoami', { token });
    await platform.call('GET', '/whoami', { headers: { cookie: `token=${token}` } });
    await platform.call('GET', `/whoami?token=${token}`);
    await platform.call('GET', `/no-such-path/${token}?token=${token}`);
    const seen = await platform.call('GET', '/whoami', {
      token,
      headers: { 'x-request-id': 'a-line-that-must-be-found' },
    });
    expect(seen.status).toBe(200);
    const log = lines.join('');
    expect(log).toContain('a-line-that-must-be-found');
    for (const secret of [token, PASSWORD, 'a-secret-typed-wrong', basic.slice('Basic '.length)]) {
      expect(log).not.toContain(secret);
    }
  });
});
