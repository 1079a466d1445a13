import { plainChanges } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

const source = 'ConfigurationManager';
const device = {
  id: { type: 'text', note: 'Id of the device' },
  name: {
    type: 'text',
    nullable: true,
    note: 'Its name; null where not everybody may see the device',
  },
} as const;

/** Orchestrators, devices and their configurations. */
export const NETWORK_EVENTS = {
  ...plainChanges('AdminEssentials', 'adapter', 'An adapter'),
  adapterHealthChanged: {
    source: 'AdminEssentials',
    topic: 'adapterHealthChanged',
    description: 'The system behind an adapter answers, or no longer does',
    payload: {
      id: { type: 'text', note: 'Id of the adapter' },
      name: { type: 'text', note: 'Its name' },
      state: { type: 'text', note: '`up` or `down`' },
      detail: { type: 'text', note: 'What the look at the system found, in words' },
    },
  },
  ...plainChanges('ServiceManagement', 'serviceInstance', 'A service instance'),
  ...plainChanges(source, 'device', 'A device'),
  ...plainChanges(source, 'deviceChange', 'A change of a device'),
  ...plainChanges(source, 'backup', 'A kept configuration'),
  ...plainChanges(source, 'backupSchedule', 'A schedule of backups'),
  ...plainChanges(source, 'retentionPolicy', 'A retention policy'),
  deviceHostKeyChanged: {
    source,
    topic: 'deviceHostKeyChanged',
    description: 'A device shows another host key than the pinned one; told once',
    payload: device,
  },
} as const satisfies EventDeclarations;
