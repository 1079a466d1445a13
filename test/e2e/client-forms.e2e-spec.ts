import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { KnownDevices } from '../support/known-devices.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

const DEVICES = '/configuration_manager/devices';
const MODEL = {
  openapi: '3.0.0',
  info: { title: 'form-model', version: '1.0' },
  servers: [{ url: 'http://127.0.0.1:9' }],
  paths: { '/x': { get: { operationId: 'getX', responses: { '200': { description: 'x' } } } } },
};

describe('forms that clients write', () => {
  let platform: TestApp;

  beforeAll(async () => {
    platform = await startApp('e2e-client-forms');
  });
  afterAll(() => platform.close());

  const send = <T = JsonObject>(method: string, path: string, body?: JsonObject, headers = {}) =>
    platform.as<T>('admin', method, path, { headers, ...(body && { body }) });
  const adapter = (name: string, settings: JsonObject): JsonObject => ({
    properties: { name, properties: { properties: settings } },
  });

  it('name an adapter that is there, in the revision that was read', async () => {
    expect((await send('PUT', '/adapters/absent', adapter('absent', {}))).status).toBe(404);
    const made = adapter('form', { host: 'nso.example', authentication: { token: 'a-word' } });
    const { json } = await send('POST', '/adapters', made);
    expect(json).toMatchObject({ baseUrl: 'https://nso.example', auth: { type: 'bearer' } });
    const stale = { 'if-match': '"99"' };
    const change = adapter('form', { timeoutMs: 1000 });
    expect((await send('PUT', '/adapters/form', change, stale)).status).toBe(412);
    const changed = await send('PUT', '/adapters/form', change);
    // What was not said stays, the secret too.
    expect(changed.json).toMatchObject({
      timeoutMs: 1000,
      auth: { type: 'bearer', token: '<ACCESS_TOKEN>' },
    });
    expect((await send('PUT', '/adapters/form', adapter('other', {}))).status).toBe(400);
  });

  it.each([
    ['two forms at once', { name: 'x', ...adapter('x', {}) }, '#/name'],
    ['neither form', { baseUrl: 'https://nso.example' }, '#/name'],
    ['no address', adapter('x', {}), '#/properties/properties/properties/baseUrl'],
    [
      'settings that there are not',
      adapter('x', { stub: true }),
      '#/properties/properties/properties/stub',
    ],
  ])('are refused where an adapter has %s', async (_, body: JsonObject, pointer) => {
    const { status, json } = await send<{ errors: { pointer: string }[] }>(
      'POST',
      '/adapters',
      body,
    );
    expect([status, json.errors[0]?.pointer]).toEqual([400, pointer]);
  });

  it('replace a model that is there', async () => {
    expect((await send('PUT', '/integration-models', { model: MODEL })).status).toBe(404);
  });

  it('make templates of configurations, each of a name of its own', async () => {
    const template = { name: 'form template', template: 'x {{ y }}', variables: { y: 1 } };
    const path = '/configuration_manager/templates';
    const { json } = await send<{ data: JsonObject }>('POST', path, template);
    expect(json.data).toMatchObject({
      variables: { y: 1 },
      createdBy: expect.any(String) as string,
    });
    expect((await send('POST', path, template)).status).toBe(409);
    const search = (name: string, options = {}): Promise<Answer<JsonObject>> =>
      send('POST', `${path}/search`, { name, options });
    const id = json.data['id'] as string;
    for (const name of ['form', id, ''])
      expect((await search(name)).json).toMatchObject({ list: [{ id }], total: 1 });
    expect((await search('other')).json).toEqual({ list: [], total: 0 });
    expect((await search('', { sort: { created: 1 } })).status).toBe(400);
  });

  it('change and delete templates of configurations', async () => {
    const path = '/configuration_manager/templates';
    const given = { name: 'changing', template: 'x', options: { deviceOSTypes: ['cisco-ios'] } };
    const { json } = await send<{ data: JsonObject }>('POST', path, given);
    const id = json.data['id'] as string;
    expect(json.data).toMatchObject({ deviceOSTypes: ['cisco-ios'] });
    const data = { name: 'changed', template: 'y {{ z }}', variables: { z: 1 } };
    const changed = await send('PUT', path, { id, data });
    expect([changed.status, changed.json]).toEqual([200, { status: 'success', updated: 1 }]);
    const found = await send('POST', `${path}/search`, { name: 'changed' });
    expect(found.json).toMatchObject({ list: [{ ...data, deviceOSTypes: ['cisco-ios'] }] });
    expect((await send('PUT', path, { id: 'absent', data })).status).toBe(404);
    const other = await send<{ data: JsonObject }>('POST', path, { name: 'there', template: 'x' });
    const taken = await send('PUT', path, { id, data: { name: 'there' } });
    expect(taken.status).toBe(409);
    await send('DELETE', `${path}?templateIds=${other.json.data['id'] as string}`);
    const deleted = await send('DELETE', `${path}?templateIds=${id}&templateIds=absent`);
    expect([deleted.status, deleted.json]).toEqual([200, { status: 'success', deleted: 1 }]);
    expect((await send('DELETE', `${path}?ids=${id}`)).status).toBe(400);
  });

  it('render Jinja, and are told where it is none', async () => {
    const render = (template: string): Promise<Answer<JsonObject>> =>
      send('POST', '/configuration_manager/jinja2', { template });
    const { status, text, headers } = await render('{% for x in range(2) %}{{ x }}"{% endfor %}');
    expect([status, JSON.parse(text)]).toEqual([201, '0"1"']);
    expect(headers.get('content-type')).toContain('application/json');
    expect((await render('{% for %}')).status).toBe(400);
  });
});

describe('devices as clients use them', () => {
  let platform: TestApp;
  const devices = new KnownDevices(() => platform);

  beforeAll(async () => {
    platform = await startApp('e2e-client-devices', { env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    await devices.make('ios', { type: 'cisco-ios' });
    const adapter = { name: 'absent', device: 'x' };
    await devices.make('behind', { type: 'cisco-ios' }, { host: '', adapter });
  });
  afterAll(async () => {
    await platform.close();
    await devices.close();
  });

  const call = <T = JsonObject>(method: string, path: string, body?: JsonObject) =>
    platform.as<T>('apiwrite', method, path, { ...(body && { body }) });

  it('are read without secrets, in the native format alone', async () => {
    for (const format of ['', '/native', '/text']) {
      const { status, json } = await call('GET', `${DEVICES}/ios/configuration${format}`);
      expect([status, json['device'], json['format']]).toEqual([200, 'ios', 'native']);
      expect(json['config']).toContain('hostname');
      expect(json['config']).not.toContain('s3cret');
    }
    expect((await call('GET', `${DEVICES}/ios/configuration/xml`)).status).toBe(400);
    for (const format of ['', '/native'])
      expect((await call('GET', `${DEVICES}/absent/configuration${format}`)).status).toBe(404);
    expect((await call('GET', `${DEVICES}/behind/configuration/native`)).status).not.toBe(200);
  });

  it('are pushed lines at once', async () => {
    const apply = (name: string, config: string, device = name): Promise<Answer<JsonObject>> =>
      call('POST', `${DEVICES}/${name}/configuration`, { config: { device, config } });
    const lines = 'hostname renamed';
    const { status, json } = await apply('ios', lines);
    expect([status, json['diff']]).toEqual([200, expect.stringContaining(`+${lines}`) as string]);
    expect((await apply('ios', lines)).json['diff']).toBe('');
    expect((await apply('ios', lines, 'other')).status).toBe(400);
    expect((await apply('absent', lines)).status).toBe(404);
    expect((await apply('behind', lines)).status).toBe(409);
  });

  it('are backed up by name', async () => {
    const body = { name: 'ios', options: { description: 'by name', notes: '' } };
    const { json } = await call<{ id: string; message: string }>(
      'POST',
      `${DEVICES}/backups`,
      body,
    );
    const path = `/configuration_manager/backups/${json.id}`;
    const backup = await platform.as('admin', 'GET', path);
    expect(backup.json).toMatchObject({ name: 'ios' });
    expect((await call('POST', `${DEVICES}/backups`, { ...body, all: true })).status).toBe(400);
  });

  it('answer one command each, and nothing that changes them', async () => {
    const run = async (command: string, on: string[]): Promise<JsonObject[]> =>
      (await call<JsonObject[]>('POST', '/mop/RunCommandDevices', { command, devices: on })).json;
    const answers = await run('show version', ['ios', 'absent']);
    expect(answers).toHaveLength(2);
    expect(answers).toContainEqual({
      device: 'ios',
      raw: 'show version',
      success: true,
      response: expect.stringContaining('cisco-ios') as string,
    });
    expect(answers).toContainEqual(expect.objectContaining({ device: 'absent', success: false }));
    expect(await run('reload', ['ios'])).toMatchObject([{ success: false }]);
  });
});
