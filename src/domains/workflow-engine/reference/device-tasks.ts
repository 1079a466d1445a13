import { describeWorkerTasks } from './describe-worker-tasks.js';

const DEVICE_FAILS =
  '`error` where there is no such device, it is not reached, or the roles do not admit.';
const RESULT = {
  raw: 'show version',
  evaluated: 'show version',
  device: 'edge-1',
  response: 'Version 15.2',
};
const OUTPUTS = {
  commands_results: [{ raw: 'show version', device: 'edge-1', response: 'Version 15.2' }],
};
/** Devices, their backups, and commands on them. */
export const DEVICE_TASKS = {
  ...describeWorkerTasks('ConfigurationManager', {
    getDevice: {
      does: 'A device as the platform describes it.',
      args: ['name|device|deviceName'],
      outputs: ['device'],
      incoming: { name: 'edge-1' },
      answer: { name: 'edge-1', host: '192.0.2.1', type: 'cisco-ios' },
      fails: DEVICE_FAILS,
    },
    getDevicesFiltered: {
      does: 'The devices that options choose, as the list of devices takes them.',
      args: ['options'],
      outputs: ['devices'],
      incoming: { options: { limit: 100 } },
      answer: { list: [{ name: 'edge-1' }] },
      fails: '`error` where the options are not those of a list, or the roles do not admit.',
    },
    isAlive: {
      does: 'Whether a device answers over SSH.',
      args: ['name|device|deviceName'],
      outputs: ['status'],
      incoming: { name: 'edge-1' },
      answer: { response: true },
      fails:
        '`error` where there is no such device or the roles do not admit; a device that does not answer is no error.',
    },
    backUpDevice: {
      does: 'Takes the configuration of a device and keeps it as a version.',
      args: ['name|device|deviceName', 'options?'],
      outputs: ['status'],
      incoming: { name: 'edge-1', options: { description: 'before the change', notes: '' } },
      answer: { id: '6566f0c2a1b2c3d4e5f60718', status: 'success' },
      fails: DEVICE_FAILS,
    },
    getDeviceBackupById: {
      does: 'A version of a configuration, with its text.',
      args: ['id|backupId'],
      outputs: ['backup'],
      incoming: { id: '6566f0c2a1b2c3d4e5f60718' },
      answer: { name: 'edge-1', rawConfig: 'hostname edge-1' },
      fails: '`error` where there is no such version, or the roles do not admit.',
    },
  }),
  ...describeWorkerTasks('MOP', {
    RunCommand: {
      does: 'Runs one command on devices; it may only read. `<!name!>` in it is filled from `variables`. A device that is named by a text gives one result, a list of names a list.',
      args: ['command', 'variables?', 'devices|device|name'],
      outputs: ['results'],
      types: { devices: 'text or list' },
      incoming: { command: 'show version', variables: {}, devices: 'edge-1' },
      answer: RESULT,
      fails: DEVICE_FAILS,
    },
    RunCommandDevices: {
      does: 'The same as `RunCommand`.',
      args: ['command', 'variables?', 'devices|device|name'],
      outputs: ['results'],
      types: { devices: 'text or list' },
      incoming: { command: 'show version', variables: {}, devices: ['edge-1'] },
      answer: [RESULT],
      fails: DEVICE_FAILS,
    },
    RunCommandTemplate: {
      does: 'Runs the commands of a command template on devices and holds what they said against its rules. What rules say is part of the result (`result`, `all_pass_flag`), no failure of the task.',
      args: ['template|templateId|templateName', 'variables?', 'devices|device|name'],
      outputs: ['mop_template_results'],
      types: { devices: 'text or list' },
      incoming: {
        template: 'Interface is up',
        variables: { interface: 'Gi0/1' },
        devices: ['edge-1'],
      },
      answer: {
        name: 'Interface is up',
        result: true,
        all_pass_flag: true,
        commands_results: [RESULT],
      },
      fails: '`error` where there is no such template or device, or the roles do not admit.',
    },
    RunCommandTemplateSingleCommand: {
      does: 'Runs one command of a command template, by its number from 0.',
      args: [
        'template|templateId|templateName',
        'variables?',
        'devices|device|name',
        'commandIndex|command?',
      ],
      outputs: ['results'],
      types: { devices: 'text or list' },
      incoming: {
        template: 'Interface is up',
        variables: { interface: 'Gi0/1' },
        devices: 'edge-1',
        commandIndex: 0,
      },
      answer: { ...RESULT, result: true },
      fails:
        '`error` where there is no such template, command or device, or the roles do not admit.',
    },
    runAnalyticsTemplate: {
      does: 'Compares by an analytic template what commands said before a change and after it.',
      args: ['pre', 'post', 'analytic_template_name|template|name', 'variables?'],
      outputs: ['result'],
      incoming: {
        pre: OUTPUTS,
        post: OUTPUTS,
        analytic_template_name: 'Version is the same',
        variables: {},
      },
      answer: { result: true },
      fails:
        '`error` where there is no such template, or `pre` or `post` has no `commands_results`.',
    },
    runAnalyticsTemplateDevices: {
      does: 'The same as `runAnalyticsTemplate`; `pre` and `post` may also lie one level deeper, under their own names.',
      args: ['pre', 'post', 'analytic_template_name|template|name', 'variables?'],
      outputs: ['result'],
      incoming: {
        pre: { pre: OUTPUTS },
        post: { post: OUTPUTS },
        analytic_template_name: 'Version is the same',
        variables: {},
      },
      answer: { result: true },
      fails:
        '`error` where there is no such template, or `pre` or `post` has no `commands_results`.',
    },
  }),
  ...describeWorkerTasks('AGManager', {
    itential_cli: {
      does: 'Runs commands on devices. Lines that lead into a configuration (`configure terminal`) are pushed as a change, with a backup; all others may only read. `icode` of each device is `AD.200`, or `AD.500` where something failed.',
      args: ['_hosts|inventory', '_groups?', 'command|config_commands|commands|config'],
      outputs: ['stdout'],
      types: { _hosts: 'text or list', command: 'text or list' },
      incoming: { _hosts: ['edge-1'], _groups: [], command: ['show version'] },
      answer: {
        completed: [
          {
            name: 'edge-1',
            icode: 'AD.200',
            response: [
              {
                command: 'show version',
                status: 'SUCCESS',
                results: { stdout: 'Version 15.2', stdout_lines: ['Version 15.2'] },
              },
            ],
          },
        ],
      },
      fails:
        '`error` where no device is named, `_groups` is not empty, or the roles do not admit; what a device said is part of the result.',
    },
    itential_netmiko_set_config: {
      does: 'Pushes lines of configuration to devices as changes, with backups.',
      args: ['_hosts|inventory', '_groups?', 'config_commands|command|commands|config'],
      outputs: ['stdout'],
      types: { _hosts: 'text or list', config_commands: 'text or list' },
      incoming: {
        _hosts: ['edge-1'],
        _groups: [],
        config_commands: ['interface Gi0/1', ' description uplink'],
      },
      answer: {
        completed: [
          {
            name: 'edge-1',
            icode: 'AD.200',
            response: [
              {
                command: 'interface Gi0/1\n description uplink',
                status: 'SUCCESS',
                results: { stdout: '', stdout_lines: [''] },
              },
            ],
          },
        ],
      },
      fails:
        '`error` for a line that is no configuration, or where the roles do not admit; what a device said is part of the result.',
    },
  }),
  ...describeWorkerTasks('GatewayManager', {
    sendConfig: {
      does: 'Pushes lines of configuration to the devices of inventories as changes, with backups.',
      args: ['inventory|_hosts', 'config|command|config_commands|commands'],
      outputs: ['result'],
      types: { config: 'text or list' },
      incoming: {
        inventory: [{ nodeNames: ['edge-1'] }],
        config: 'interface Gi0/1\n description uplink',
      },
      answer: {
        status: 'success',
        result: { results: [{ name: 'edge-1', success: true, output: '' }] },
      },
      fails: '`error` where a device does not take the configuration; the error names it.',
    },
  }),
};
