import { type ValidInputs } from './valid-inputs.js';

/** Changes of devices and commands on them; the device is absent. */
export const DEVICE_CHANGE_INPUTS = {
  changeDevice: {
    body: {
      config: ['hostname edge'],
      restore: { backupId: 'absent' },
      dryRun: true,
      planHash: 'x',
      comment: 'x',
    },
  },
  listDeviceChanges: { flat: { skip: '0', limit: '1' } },
  runDeviceCommands: { body: { commands: ['show version'] } },
} as const satisfies ValidInputs;
