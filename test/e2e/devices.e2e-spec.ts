import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeviceLocksService } from '../../src/domains/devices/inventory/device-locks.service.js';
import {
  type DeviceAnswer,
  type DeviceShown,
  type ImportDevicesAnswer,
  type ListDevicesAnswer,
} from '../../src/domains/devices/inventory/device-answers.dto.js';
import { DevicesRepository } from '../../src/domains/devices/inventory/devices.repository.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

const DEVICES = '/configuration_manager/devices';
const PASSWORD = 'a-password-of-a-device-5d2f';

interface Refused {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

const SSH = { host: '192.0.2.10', username: 'backup', password: PASSWORD, type: 'cisco-ios' };
const at = (name: string): string => `${DEVICES}/${encodeURIComponent(name)}`;

describe('devices', () => {
  let platform: TestApp;

  const call = <T>(method: string, path: string, options: CallOptions = {}) =>
    platform.as<T>('apiwrite', method, path, options);
  const read = <T>(method: string, path: string, options: CallOptions = {}) =>
    platform.as<T>('apiread', method, path, options);
  const put = (name: string, fields: object = {}, headers: Record<string, string> = {}) =>
    call<DeviceShown>('PUT', at(name), { body: { ...SSH, ...fields }, headers });
  const list = async (options: object) =>
    (await read<ListDevicesAnswer>('POST', DEVICES, { body: { options } })).json;
  const names = async (options: object) => (await list(options)).list.map(({ name }) => name);
  const refusals = async (name: string, fields: object): Promise<readonly string[]> => {
    const { status, json } = await call<Refused>('PUT', at(name), { body: { ...SSH, ...fields } });
    expect(status).toBe(400);
    return (json.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`);
  };
  const groupOf = async (name: string) =>
    platform.app
      .get(UserRecordsService, { strict: false })
      .ensureGroup({ provenance: 'local', name });

  beforeAll(async () => {
    platform = await startApp('devices');
  });
  afterAll(() => platform.close());

  it('are made and replaced under their names, whatever those hold', async () => {
    for (const name of ['core/1 (Köln).example', 'a b', '100% sure?', 'x#y&z']) {
      const { status, json, headers } = await put(name, { groups: ['core', 'Core', ' edge '] });
      expect(status).toBe(200);
      expect(json).toMatchObject({
        name,
        host: '192.0.2.10',
        ipaddress: '192.0.2.10',
        port: 22,
        type: 'cisco-ios',
        ostype: 'cisco-ios',
        username: 'backup',
        password: '<PASSWORD>',
        privateKey: '',
        hostKey: { mode: 'first-use', pinned: null },
        jump: null,
        adapter: null,
        lastAttempt: null,
        lastSuccess: null,
        lastError: null,
        stale: false,
        groups: ['Core', 'edge'],
      });
      expect(headers.get('etag')).toBe('"1"');
      const again = await put(name, { description: 'again' });
      expect(again.json).toMatchObject({ description: 'again', groups: [], _id: json._id });
      const { json: found } = await read<DeviceAnswer>('GET', at(name.toUpperCase()));
      expect(found).toMatchObject({ name, lock: null, waiting: [] });
    }
  });

  it('never answer a secret, and keep it for a placeholder', async () => {
    const jump = { host: 'jump.example', username: 'hop', privateKey: PASSWORD, passphrase: 'x' };
    const written = await put('Kept', { jump, enablePassword: PASSWORD });
    expect(written.json.jump).toMatchObject({ privateKey: '<SECRET>', passphrase: '<SECRET>' });
    expect(written.text).not.toContain(PASSWORD);
    const repository = platform.app.get(DevicesRepository, { strict: false });
    const before = await repository.findByName('Kept');
    expect(JSON.stringify(before)).not.toContain(PASSWORD);
    const shown = written.json;
    const { jump: shownJump, username, password, enablePassword, host, type } = shown;
    const description = 'changed';
    const body = { host, type, username, password, enablePassword, description, jump: shownJump };
    expect((await call('PUT', at('Kept'), { body })).status).toBe(200);
    const after = await repository.findByName('Kept');
    expect(after?.password).toBe(before?.password);
    expect(after?.jump?.privateKey).toBe(before?.jump?.privateKey);
  });

  it.each([
    ['the host', { host: '192.0.2.66' }],
    ['the port', { port: 2222 }],
    ['the user', { username: 'other' }],
    ['the way', { jump: { host: 'evil.example', username: 'x', password: 'x' } }],
    ['the jump host', { jump: { host: 'evil.example', username: 'hop', password: '<PASSWORD>' } }],
    ['the way back', { jump: null }],
  ])('do not send a stored secret elsewhere: %s', async (what, change) => {
    const name = `Moved ${what}`;
    const jump = { host: 'jump.example', username: 'hop', password: PASSWORD };
    await put(name, { jump });
    for (const [method, more] of [
      ['PATCH', {}],
      ['PUT', { ...SSH, jump, password: '<PASSWORD>' }],
    ] as const) {
      const body = { ...more, ...change };
      const { status, json } = await call<Refused>(method, at(name), { body });
      expect([method, status]).toEqual([method, 400]);
      expect(json.detail).toContain('enter the secret again');
    }
    const { json: present } = await read<DeviceAnswer>('GET', at(name));
    expect(present).toMatchObject({ host: SSH.host, jump: { host: 'jump.example' } });
  });

  it('change member by member', async () => {
    await put('Patched', { groups: ['one'] });
    const { status, json } = await call<DeviceShown>('PATCH', at('Patched'), {
      body: { description: 'x', timeouts: { sessionMs: 5000 } },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ description: 'x', groups: ['one'], password: '<PASSWORD>' });
    const moved = { host: '192.0.2.77', password: 'another' };
    const { json: elsewhere } = await call<DeviceShown>('PATCH', at('Patched'), { body: moved });
    expect(elsewhere).toMatchObject({ host: '192.0.2.77', password: '<PASSWORD>' });
  });

  it.each([
    [{ host: 'ssh://192.0.2.1' }, '#/host must be a host name or an address'],
    [{ host: 'root@192.0.2.1' }, '#/host must be a host name or an address'],
    [{ host: '-oProxyCommand=x' }, '#/host must be a host name or an address'],
    [{ host: '192.0.2.1:22' }, '#/host must be a host name or an address'],
    [{ host: 'a b' }, '#/host must be a host name or an address'],
    [{ host: '' }, '#/host must be a host name or an address'],
    [{ host: '169.254.169.254' }, '#/host is a link-local, metadata or group address'],
    [{ host: '2852039166' }, '#/host is a link-local, metadata or group address'],
    [{ host: 'fe80::1' }, '#/host is a link-local, metadata or group address'],
    [{ jump: { host: '[::ffff:169.254.169.254]', username: 'x' } }, '#/jump/host must be a host'],
    [{ type: 'toaster' }, '#/type must be one of cisco-ios'],
    [{ username: '' }, '#/username must be a user name'],
    [{ port: 0 }, '#/port must be at least 1'],
    [{ hostKey: { pinned: 'SHA256:short' } }, '#/hostKey/pinned must match'],
    [{ password: '<PASSWORD>' }, '#/password is a placeholder, but no secret is stored'],
    [{ gbac: { read: ['nobody'] } }, '#/gbac names groups that are not here: nobody'],
    [{ name: 'Another' }, '#/name must be the name in the path'],
  ])('are refused with a pointer: %j', async (fields, expected) => {
    const [first = ''] = await refusals('Refused', fields);
    expect(first.startsWith(expected)).toBe(true);
  });

  it.each(['..', '.', ' x', 'x\u0000'])('are not called %j', async (name) => {
    const path = name.startsWith('.') ? `${DEVICES}/import` : at(name);
    const body = name.startsWith('.') ? { devices: [{ ...SSH, name }] } : SSH;
    const method = name.startsWith('.') ? 'POST' : 'PUT';
    const { status, text } = await call(method, path, { body });
    expect([200, 400]).toContain(status);
    expect(text).toContain('must be 1 to 512 characters');
  });

  it('take part in optimistic concurrency', async () => {
    await put('Tagged');
    const get = (value: string) =>
      read('GET', at('Tagged'), { headers: { 'if-none-match': value } });
    const etag = (await get('"0"')).headers.get('etag') ?? '';
    expect((await get(etag)).status).toBe(304);
    const stale = { 'if-match': '"77"' };
    expect((await put('Tagged', {}, stale)).status).toBe(412);
    expect((await put('Never made', {}, stale)).status).toBe(412);
    const patched = { body: { description: 'x' }, headers: stale };
    expect((await call('PATCH', at('Tagged'), patched)).status).toBe(412);
    expect((await call('DELETE', at('Tagged'), { headers: stale })).status).toBe(412);
    expect((await call('DELETE', at('Tagged'), { headers: { 'if-match': etag } })).status).toBe(
      200,
    );
    expect((await get(etag)).status).toBe(404);
    expect((await call('DELETE', at('Tagged'))).status).toBe(404);
    expect((await call('PATCH', at('Tagged'), { body: {} })).status).toBe(404);
  });

  it('stay as somebody who was faster has left them', async () => {
    const repository = platform.app.get(DevicesRepository, { strict: false });
    await put('Raced');
    const seen = await repository.findByName('Raced');
    if (!seen) throw new Error('it was just made');
    await put('Raced', { description: 'faster' });
    expect(await repository.replace(seen._id, seen.revision, seen)).toBe(false);
    expect(await repository.remove(seen._id, seen.revision)).toBe(false);
    expect(await repository.insertMany([{ ...seen, _id: 'another' }])).toEqual(
      new Set(['another']),
    );
    const { json } = await read<DeviceAnswer>('GET', at('Raced'));
    expect(json).toMatchObject({ _id: seen._id, description: 'faster' });
  });

  it('are listed as clients ask', async () => {
    await put('List B', { type: 'juniper-junos', groups: ['listed'], host: 'b.example' });
    await put('List A', { groups: ['listed', 'first'], host: 'a.example' });
    await put('List C', { type: 'arista-eos', groups: ['listed'], host: 'c.example' });
    const these = { filter: { groups: ['LISTED'] } };
    expect(await names(these)).toEqual(['List A', 'List B', 'List C']);
    expect(await names({ ...these, start: 1, limit: 1 })).toEqual(['List B']);
    expect(await names({ ...these, sort: [{ name: 1 }], order: 'descending' })).toEqual([
      ...['List C', 'List B', 'List A'],
    ]);
    expect(await names({ ...these, sort: { type: 1 } })).toEqual(['List C', 'List A', 'List B']);
    expect(await names({ filter: { name: 'list a' } })).toEqual(['List A']);
    expect(await names({ filter: { name: 'list' }, exactMatch: true })).toEqual([]);
    expect(await names({ filter: { ipaddress: 'C.EXAMPLE' } })).toEqual(['List C']);
    expect(await names({ ...these, ostype: 'junos' })).toEqual(['List B']);
    expect(await names({ ...these, ostype: 'toaster' })).toEqual([]);
    const form = { limit: 10_000, sort: [{ name: 1 }], order: 'ascending', ostype: '' };
    for (const body of [{ options: { ...form, include: 'x' } }, { ...form, include: 'x' }]) {
      const { status, headers, json } = await read<ListDevicesAnswer>('POST', `${DEVICES}/`, {
        body,
      });
      expect(status).toBe(200);
      expect(headers.get('x-limit-applied')).toBeNull();
      expect(json.total).toBe(json.list.length);
    }
    expect((await read<ListDevicesAnswer>('POST', DEVICES, { body: {} })).json.total).toBe(
      (await list({})).total,
    );
  });

  it.each([
    { limit: 0 },
    { start: -1 },
    { sort: { password: 1 } },
    { sort: [{ name: 2 }] },
    { sort: ['name'] },
    { sort: { name: 1, type: 1 } },
    { filter: { password: 'x' } },
    { filter: { name: { $ne: '' } } },
  ])('are not listed by %j', async (options) => {
    const { status, json } = await read<Refused>('POST', DEVICES, { body: { options } });
    expect(status).toBe(400);
    expect(json.errors?.[0]?.pointer).toContain('#/options/');
  });

  it('are imported by the thousand, each judged by itself', async () => {
    const many = Array.from({ length: 1500 }, (_, at) => ({ ...SSH, name: `Import ${at}` }));
    const bad = [
      { ...SSH, name: 'Import 0' },
      { ...SSH, name: 'Import bad', host: 'a@b' },
      { ...SSH, name: 'Import bad', type: 1 },
      'x',
    ];
    const body = { devices: [...many, ...bad] };
    const { json } = await call<ImportDevicesAnswer>('POST', `${DEVICES}/import`, { body });
    expect({ imported: json.imported, failed: json.failed }).toEqual({ imported: 1500, failed: 4 });
    expect(json.results.slice(1500).map(({ name, id }) => ({ name, id }))).toEqual([
      { name: 'Import 0', id: null },
      { name: 'Import bad', id: null },
      { name: 'Import bad', id: null },
      { name: '', id: null },
    ]);
    expect((await list({ filter: { name: 'import ' } })).total).toBe(1500);
    const one = { ...SSH, name: 'Import 7', description: 'again' };
    const again = (overwrite: boolean) =>
      call<ImportDevicesAnswer>('POST', `${DEVICES}/import`, {
        body: { devices: [one], options: { overwrite } },
      });
    expect((await again(false)).json.results[0]?.message).toBe("Device 'Import 7' already exists");
    expect((await again(true)).json.results[0]).toMatchObject({
      success: true,
      message: 'Replaced',
    });
  });

  it('are seen and changed by their groups alone', async () => {
    const [readers, writers] = [await groupOf('readers'), await groupOf('writers')];
    const gbac = { read: [readers._id], write: [writers._id] };
    const admin = (method: string, fields: object) =>
      platform.as('admin', method, at('Guarded'), { body: fields });
    expect((await admin('PUT', { ...SSH, gbac })).status).toBe(200);
    expect((await read('GET', at('Guarded'))).status).toBe(404);
    expect((await put('Guarded')).status).toBe(404);
    expect(await names({ filter: { name: 'guarded' } })).toEqual([]);
    const roles = [
      { provenance: 'platform', name: 'apiread' },
      { provenance: 'platform', name: 'apiwrite' },
    ];
    const member = await aSignedInCaller(platform.app, { roles, groups: ['readers'] });
    const owner = await aSignedInCaller(platform.app, { roles, groups: ['writers'] });
    const as = (token: string, method: string, body?: object) =>
      platform.call<DeviceShown>(method, at('Guarded'), { token, ...(body && { body }) });
    expect((await as(member, 'GET')).status).toBe(200);
    expect((await as(member, 'PATCH', { description: 'x' })).status).toBe(403);
    expect((await as(member, 'DELETE')).status).toBe(403);
    expect((await as(member, 'PUT', SSH)).status).toBe(403);
    const found = await platform.call<ListDevicesAnswer>('POST', DEVICES, {
      token: member,
      body: { options: { filter: { name: 'guarded' } } },
    });
    expect(found.json.total).toBe(1);
    // Who replaces it does not open it to everybody by leaving its groups out.
    expect((await as(owner, 'PUT', SSH)).json.gbac).toEqual(gbac);
  });

  it('show who works on them and who waits', async () => {
    const { json: made } = await put('Busy');
    const locks = platform.app.get(DeviceLocksService, { strict: false });
    let release = (): void => undefined;
    const done = new Promise<void>((resolve) => (release = resolve));
    let begun = (): void => undefined;
    const working = new Promise<void>((resolve) => (begun = resolve));
    const first = locks.hold(made._id, { what: 'First', by: 'a' }, () => {
      begun();
      return done;
    });
    await working;
    const impatient = { what: 'Second', by: null, waitMs: 0 };
    await expect(locks.hold(made._id, impatient, () => Promise.resolve())).rejects.toMatchObject({
      code: 'device-busy',
      detail: 'The device is busy: First',
    });
    const second = locks.hold(made._id, { what: 'Third', by: 'b' }, () => Promise.resolve('x'));
    const shown = async () => {
      for (;;) {
        const { json } = await read<DeviceAnswer>('GET', at('Busy'));
        if (json.waiting.length > 0) return json;
      }
    };
    expect(await shown()).toMatchObject({
      lock: { what: 'First', by: 'a' },
      waiting: [{ what: 'Third', by: 'b' }],
    });
    release();
    await first;
    expect(await second).toBe('x');
    expect((await read<DeviceAnswer>('GET', at('Busy'))).json).toMatchObject({
      lock: null,
      waiting: [],
    });
  });
});
