import { grammarBy } from './list-grammar.js';
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
  listDeviceChanges: { flat: grammarBy('comment') },
  applyDeviceConfiguration: { body: { config: { device: 'absent', config: 'hostname x' } } },
  runDeviceCommands: { body: { commands: ['show version'] } },
} as const satisfies ValidInputs;
