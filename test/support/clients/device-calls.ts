import {
  type ClientCall,
  DONE,
  FLAG,
  LIST,
  listWith,
  NUMBER,
  OBJECT,
  TEXT,
} from './client-call.js';

/** Network devices and templates of their configurations. */
export const DEVICE_CALLS: readonly ClientCall[] = [
  {
    call: 'PUT /configuration_manager/devices/:name',
    at: '/configuration_manager/devices/client%20router',
    body: { host: '127.0.0.1', port: 9, type: 'cisco-ios', username: 'u', password: 'p' },
  },
  {
    call: 'POST /configuration_manager/devicegroup',
    body: { groupName: 'client group', groupDescription: 'x', deviceNames: 'client router' },
    reads: { id: TEXT, name: 'client group', ...DONE },
    keeps: { deviceGroup: 'id' },
  },
  {
    call: 'GET /configuration_manager/deviceGroups',
    reads: listWith({ id: TEXT, name: 'client group', description: 'x', devices: LIST }),
  },
  {
    call: 'GET /configuration_manager/devicegroups/:id',
    at: '/configuration_manager/devicegroups/{deviceGroup}',
    reads: {
      id: TEXT,
      name: 'client group',
      description: 'x',
      devices: ['client router'],
      created: TEXT,
      createdBy: TEXT,
      updated: TEXT,
      lastUpdatedBy: TEXT,
      gbac: OBJECT,
    },
  },
  {
    call: 'GET /configuration_manager/name/devicegroups',
    body: { groupName: 'client group' },
    reads: { id: TEXT, devices: ['client router'] },
  },
  {
    call: 'PUT /configuration_manager/deviceGroups/:id',
    at: '/configuration_manager/deviceGroups/{deviceGroup}',
    body: { details: { devices: [] } },
    reads: DONE,
  },
  {
    call: 'DELETE /configuration_manager/devicegroups',
    body: { groupIds: ['{deviceGroup}'] },
    reads: { status: TEXT, deleted: 1 },
  },
  {
    call: 'GET /configuration_manager/configurations/parser',
    reads: { list: listWith({ id: TEXT, name: 'cisco-ios', lexRules: LIST }), total: NUMBER },
  },
  {
    call: 'PATCH /configuration_manager/patch_device/:name',
    at: '/configuration_manager/patch_device/client%20router',
    body: { name: 'client router', description: 'Patched' },
    reads: { name: 'client router', description: 'Patched' },
  },
  {
    call: 'PATCH /configuration_manager/patch_device/advanced/:name',
    at: '/configuration_manager/patch_device/advanced/client%20router',
    body: { timeouts: { sessionMs: 4000 } },
    reads: { name: 'client router', timeouts: { sessionMs: 4000 } },
  },
  {
    call: 'GET /configuration_manager/devices/:name/configuration',
    at: '/configuration_manager/devices/client%20router/configuration',
    status: 502,
  },
  {
    call: 'POST /configuration_manager/devices/:name/configuration',
    at: '/configuration_manager/devices/client%20router/configuration',
    body: { config: { device: 'client router', config: 'hostname x' } },
    status: 502,
  },
  {
    call: 'POST /configuration_manager/devices/backups',
    body: { name: 'client router', options: { description: 'nightly', notes: '' } },
    reads: { id: TEXT, status: TEXT, message: TEXT },
  },
  {
    call: 'POST /configuration_manager/jinja2',
    body: { template: 'hostname {{ name }}', variables: { name: 'r1' } },
    status: 201,
    reads: 'hostname r1',
  },
  {
    call: 'POST /configuration_manager/templates',
    body: { name: 'client configuration', template: 'hostname {{ name }}' },
    reads: { result: TEXT, data: { id: TEXT, name: 'client configuration', gbac: OBJECT } },
  },
  {
    call: 'POST /configuration_manager/templates/search',
    body: { name: '', options: { limit: 100, sort: { name: 1 }, start: 0 } },
    status: 201,
    reads: { list: listWith({ name: 'client configuration', template: TEXT }), total: NUMBER },
  },
  {
    call: 'POST /mop/RunCommandDevices',
    body: { command: 'show version', devices: ['client router'] },
    reads: [{ device: 'client router', raw: 'show version', response: TEXT }],
  },
  {
    call: 'POST /mop/createTemplate',
    body: {
      mop: {
        name: 'client run',
        os: '',
        passRule: true,
        commands: [
          {
            command: 'show version',
            passRule: true,
            rules: [{ rule: 'up', eval: 'contains', severity: 'error' }],
          },
        ],
      },
    },
  },
  {
    call: 'POST /mop/RunCommandTemplate',
    body: { template: 'client run', devices: ['client router'] },
    reads: {
      name: 'client run',
      all_pass_flag: FLAG,
      command_results: [
        {
          raw: 'show version',
          evaluated: 'show version',
          device: 'client router',
          response: TEXT,
          rules: LIST,
        },
      ],
    },
  },
];
