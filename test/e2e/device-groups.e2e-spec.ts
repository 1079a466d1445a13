import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DeleteDeviceGroupsAnswer,
  type DeviceGroupDone,
  type DeviceGroupShown,
} from '../../src/domains/devices/groups/device-groups.dto.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { pathOf } from '../support/devices-app.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

const MANAGER = '/configuration_manager';
const GROUPS = `${MANAGER}/devicegroups`;
const SSH = { host: '192.0.2.10', username: 'x', password: 'x', type: 'cisco-ios' };
const ROLES = [
  { provenance: 'platform', name: 'apiread' },
  { provenance: 'platform', name: 'apiwrite' },
];

interface Refused {
  readonly code: string;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

describe('groups of devices', () => {
  let platform: TestApp;
  let member: string;
  let owner: string;
  let gbac: { readonly read: readonly string[]; readonly write: readonly string[] };
  const write = <T = DeviceGroupDone>(method: string, path: string, options: CallOptions = {}) =>
    platform.as<T>('apiwrite', method, path, options);
  const read = <T = DeviceGroupShown>(path: string, options: CallOptions = {}) =>
    platform.as<T>('apiread', 'GET', path, options);
  const create = <T = DeviceGroupDone>(groupName: string, deviceNames = '', more: object = {}) =>
    write<T>('POST', `${MANAGER}/devicegroup`, { body: { groupName, deviceNames, ...more } });
  const made = async (...given: Parameters<typeof create>) => (await create(...given)).json.id;
  const update = <T = DeviceGroupDone>(id: string, details: object, options: CallOptions = {}) =>
    write<T>('PUT', `${GROUPS}/${id}`, { ...options, body: { details } });
  const devicesOf = async (id: string) => (await read(`${GROUPS}/${id}`)).json.devices;
  const as = <T = DeviceGroupShown>(token: string, method: string, path: string, body?: object) =>
    platform.call<T>(method, path, { token, ...(body && { body }) });

  beforeAll(async () => {
    platform = await startApp('e2e-device-groups');
    const records = platform.app.get(UserRecordsService, { strict: false });
    const group = async (name: string) =>
      (await records.ensureGroup({ provenance: 'local', name }))._id;
    gbac = { read: [await group('readers')], write: [await group('writers')] };
    member = await aSignedInCaller(platform.app, { roles: ROLES, groups: ['readers'] });
    owner = await aSignedInCaller(platform.app, { roles: ROLES, groups: ['writers'] });
    for (const name of ['R1', 'R2', 'R3', 'passing'])
      await write('PUT', pathOf(name), { body: SSH });
    const hidden = { ...SSH, gbac };
    await platform.as('admin', 'PUT', pathOf('Hidden'), { body: hidden });
  });
  afterAll(() => platform.close());

  it('are made, found by id and name, and deleted', async () => {
    const { json: done } = await create('Core', ' r1, R2 ,', { groupDescription: 'The core' });
    expect(done).toEqual({
      id: expect.any(String) as string,
      name: 'Core',
      status: 'success',
      message: 'Successfully created the device group.',
    });
    const shown = {
      id: done.id,
      name: 'Core',
      description: 'The core',
      devices: ['R1', 'R2'],
      gbac: { read: [], write: [] },
      created: expect.any(String) as string,
      createdBy: expect.any(String) as string,
      updated: expect.any(String) as string,
      lastUpdatedBy: expect.any(String) as string,
    };
    expect((await read(`${GROUPS}/${done.id}`)).json).toEqual(shown);
    const byName = `${MANAGER}/name/devicegroups`;
    expect((await read(`${byName}?groupName=CORE`)).json).toEqual(shown);
    expect((await read(byName, { body: { groupName: 'core' } })).json).toEqual(shown);
    expect((await read(byName, { body: { groupName: 'none' } })).status).toBe(404);
    for (const path of [`${GROUPS}/${done.id}`, `${byName}?groupName=Core`]) {
      const etag = (await read(path)).headers.get('etag') ?? '';
      expect((await read(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
    const listed = (await read<readonly DeviceGroupShown[]>(GROUPS)).json;
    expect(listed.filter(({ id }) => id === done.id)).toEqual([shown]);
    expect((await create<Refused>('CORE')).json.code).toBe('name-taken');
    const gone = { body: { groupIds: [done.id, 'absent'] } };
    const deleted = await write<DeleteDeviceGroupsAnswer>('DELETE', GROUPS, gone);
    expect(deleted.json).toEqual({ status: 'success', deleted: 1 });
    expect((await read(`${GROUPS}/${done.id}`)).status).toBe(404);
  });

  it('are changed member by member, unless somebody was faster', async () => {
    const id = await made('Changing', 'R1', { groupDescription: 'first' });
    const { headers } = await read(`${GROUPS}/${id}`);
    const etag = headers.get('etag') ?? '';
    const named = await read(`${MANAGER}/name/devicegroups?groupName=changing`);
    expect(named.headers.get('etag')).toBe(etag);
    const { json } = await update(id, { devices: ['R2', 'R3', 'r3'] });
    expect(json).toEqual({
      id,
      name: 'Changing',
      status: 'success',
      message: 'Successfully updated the device group.',
    });
    const stale = { headers: { 'if-match': etag } };
    expect((await update(id, { name: 'X' }, stale)).status).toBe(412);
    await update(id, { name: 'Changed', description: null });
    expect((await read(`${GROUPS}/${id}`)).json).toMatchObject({
      name: 'Changed',
      description: '',
      devices: ['R2', 'R3'],
    });
    await made('Taken');
    expect((await update<Refused>(id, { name: 'taken' })).json.code).toBe('name-taken');
    expect((await update('absent', {})).status).toBe(404);
  });

  it('hold devices that there are, and say which there are not', async () => {
    const refused = await create<Refused>('Refused', 'R1,absent');
    expect([refused.status, refused.json.errors]).toEqual([
      400,
      [{ pointer: '#/deviceNames/1', detail: 'names no device that is here' }],
    ]);
    const id = await made('Passing', 'passing,R1');
    const { json } = await update<Refused>(id, { devices: ['nothing'] });
    expect(json.errors[0]?.pointer).toBe('#/details/devices/0');
    await write('DELETE', pathOf('passing'));
    expect(await devicesOf(id)).toEqual(['R1']);
  });

  it('tell nobody of a device that he may not see, and keep it', async () => {
    const id = await made('Mixed', 'R1');
    expect((await create('Guess', 'Hidden')).status).toBe(400);
    await as(owner, 'PUT', `${GROUPS}/${id}`, { details: { devices: ['R1', 'hidden'] } });
    expect(await devicesOf(id)).toEqual(['R1']);
    const { json } = await read<readonly DeviceGroupShown[]>(`${GROUPS}?equals[devices]=Hidden`);
    expect(json).toEqual([]);
    await update(id, { devices: ['R2'] });
    const { json: seen } = await as(member, 'GET', `${GROUPS}/${id}`);
    expect(seen.devices).toEqual(['R2', 'Hidden']);
  });

  it('are seen and changed by their groups alone', async () => {
    const id = await made('Guarded', '', { gbac });
    expect((await read(`${GROUPS}/${id}`)).status).toBe(404);
    expect((await read(`${MANAGER}/name/devicegroups?groupName=guarded`)).status).toBe(404);
    expect((await update(id, { name: 'X' })).status).toBe(404);
    const names = async (token: string) => {
      const { json } = await as<readonly DeviceGroupShown[]>(token, 'GET', GROUPS);
      return json.map(({ name }) => name);
    };
    expect(await names(member)).toContain('Guarded');
    const { json } = await read<readonly DeviceGroupShown[]>(GROUPS);
    expect(json.map(({ name }) => name)).not.toContain('Guarded');
    const groupIds = [id];
    const gone = await write<DeleteDeviceGroupsAnswer>('DELETE', GROUPS, { body: { groupIds } });
    expect(gone.json.deleted).toBe(0);
    expect((await as(member, 'DELETE', GROUPS, { groupIds })).status).toBe(403);
    const details = { description: 'by its owner' };
    expect((await as(member, 'PUT', `${GROUPS}/${id}`, { details })).status).toBe(403);
    expect((await as(owner, 'PUT', `${GROUPS}/${id}`, { details })).status).toBe(200);
    expect((await as(owner, 'GET', `${GROUPS}/${id}`)).json.gbac).toEqual(gbac);
    const why = await platform.as(
      'admin',
      'GET',
      `/authorization/explain?operation=getDeviceGroup&object=deviceGroup/${id}`,
    );
    expect(why.status).toBe(200);
    await as(owner, 'PUT', `${GROUPS}/${id}`, { details: { gbac: null } });
    expect((await read(`${GROUPS}/${id}`)).status).toBe(200);
  });

  it('are found at the other spelling of their path', async () => {
    const id = await made('Spelled');
    expect((await read(`${MANAGER}/deviceGroups/${id}`)).json.name).toBe('Spelled');
    expect((await read(`${MANAGER}/deviceGroups?equals[name]=Spelled`)).status).toBe(200);
  });

  it.each([
    ['POST', `${MANAGER}/devicegroup`, { groupName: ' ' }],
    ['POST', `${MANAGER}/devicegroup`, { groupName: 'x', gbac: { read: ['nobody'] } }],
    ['PUT', `${GROUPS}/x`, { devices: [] }],
    ['DELETE', GROUPS, { groupIds: 'x' }],
    ['GET', `${MANAGER}/name/devicegroups`, undefined],
  ])('are refused what nobody can mean: %s %s', async (method, path, body) => {
    const { status } = await platform.as('admin', method, path, body ? { body } : {});
    expect(status).toBe(400);
  });
});
