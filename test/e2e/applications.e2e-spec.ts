import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

interface Refused {
  readonly code: string;
  readonly detail: string;
}

describe('applications', () => {
  let app: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    app = await startApp('applications', { env: { METRICS_TOKEN: 'a-token-of-a-collector' } });
    other = await startApp('applications', { databaseUri: app.databaseUri });
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });
  const put = <T>(path: string): Promise<Answer<T>> => app.as<T>('admin', 'PUT', path);

  it('that are stopped answer 503, on every node, until they are started', async () => {
    expect((await app.as('admin', 'GET', '/mop/listTemplates')).status).toBe(200);
    const stopped = await put('/applications/MOP/stop');
    expect([stopped.status, stopped.json]).toEqual([
      200,
      { status: 'OK', message: 'Successfully stopped the application.' },
    ]);
    const refused = await app.as<Refused>('admin', 'GET', '/mop/listTemplates');
    expect([refused.status, refused.json.code]).toEqual([503, 'application-stopped']);
    expect(refused.json.detail).toBe('The application MOP is stopped');
    expect(refused.headers.get('retry-after')).toBe('30');
    expect((await other.as('admin', 'GET', '/mop/listTemplates')).status).toBe(503);
    // Those without the role are told the same as ever.
    expect((await app.as('readonly', 'GET', '/mop/listTemplates')).status).toBe(403);
    expect((await app.as('admin', 'GET', '/transformations')).status).toBe(200);
    const health = await app.as('admin', 'GET', '/health/applications/MOP');
    expect(health.json).toMatchObject({ id: 'MOP', state: 'STOPPED' });
    const status = await app.as('admin', 'GET', '/health/status');
    expect(status.json).toMatchObject({ apps: 'degraded', status: 'working' });
    expect((await put('/applications/MOP/start')).status).toBe(200);
    expect((await put('/applications/MOP/restart')).status).toBe(200);
    expect((await app.as('admin', 'GET', '/applications/MOP')).json).toMatchObject({
      data: { name: 'MOP' },
      metadata: { isActive: true },
    });
    expect((await app.as('admin', 'GET', '/mop/listTemplates')).status).toBe(200);
  });

  it.each(['AdminEssentials', 'UserManagement'])('cannot be without %s', async (name) => {
    const { status, json } = await put<Refused>(`/applications/${name}/stop`);
    expect([status, json.code]).toEqual([409, 'application-needed']);
  });

  it.each(['start', 'stop', 'restart'])('that do not exist cannot %s', async (verb) => {
    expect((await put(`/applications/nope/${verb}`)).status).toBe(404);
  });

  it.each(['/applications/nope', '/health/applications/nope', '/health/adapters/nope'])(
    'are not found at %s',
    async (path) => {
      expect((await app.as('apiread', 'GET', path)).status).toBe(404);
    },
  );

  describe('and their server', () => {
    it('show settings without secrets', async () => {
      const { json, text } = await app.as<{ settings: object }>('admin', 'GET', '/server/config');
      expect(json.settings).toMatchObject({
        LOG_LEVEL: 'silent',
        PORT: '0',
        ADMIN_PASSWORD: '<SECRET>',
        METRICS_TOKEN: '<SECRET>',
        SECRETS_KEYS: '<SECRET>',
      });
      expect(text).not.toMatch(/first-admin-password|a-token-of-a-collector/);
    });

    it('know which indexes are there', async () => {
      const { json } = await app.as('apiread', 'GET', '/indexes/status');
      expect(json).toMatchObject({
        complete: true,
        collections: expect.arrayContaining([
          { collection: 'adapters', declared: expect.any(Number), missing: [] },
        ]),
      });
    });

    it('know it of some collections alone, and of no others', async () => {
      const status = (query: string) => app.as('apiread', 'GET', `/indexes/status?${query}`);
      expect((await status('collections=roles')).json).toEqual({
        complete: true,
        collections: [{ collection: 'roles', declared: 2, missing: [] }],
      });
      expect((await status('collections=roles&collections=nothing')).status).toBe(404);
      expect((await status('collection=roles')).status).toBe(400);
    });

    it('tell their release as text', async () => {
      const { headers, text } = await app.as('readonly', 'GET', '/version');
      expect(headers.get('content-type')).toMatch(/^text\/plain/);
      expect(text).toMatch(/^\d{4}\.\d/);
    });

    it('serve the contract for the address that is asked for', async () => {
      const url = 'https://api.example';
      const { json } = await app.call('GET', `/help/openapi?url=${encodeURIComponent(url)}`);
      expect(json).toMatchObject({ openapi: '3.1.0', servers: [{ url }] });
      const own = await app.call<object>('GET', '/help/openapi');
      expect(own.json).toMatchObject({ servers: [{ url: '/' }] });
    });
  });
});
