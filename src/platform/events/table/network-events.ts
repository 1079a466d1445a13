import { CHANGED_OBJECT, plainChanges } from '../changed-object.js';
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
  serviceInstancesSaved: {
    source: 'ServiceManagement',
    topic: 'serviceInstancesSaved',
    description: 'A request to save service instances has come to its end, whatever became of each',
    payload: {
      id: { type: 'text', note: 'Id of the change' },
      adapter: {
        type: 'text',
        nullable: true,
        note: 'Name of the adapter; null for instances that are kept here alone',
      },
      total: { type: 'whole', note: 'How many instances' },
      succeeded: { type: 'whole', note: 'How many were saved' },
      failed: { type: 'whole', note: 'How many were refused' },
      unknown: { type: 'whole', note: 'Of how many it is not known' },
      by: { type: 'text', note: 'Name of the account that asked' },
    },
  },
  ...plainChanges(source, 'device', 'A device'),
  ...plainChanges(source, 'deviceGroup', 'A group of devices'),
  deviceChangePushed: {
    source,
    topic: 'deviceChangePushed',
    description:
      'A change was pushed to a device, whatever became of it; the event names the device',
    payload: CHANGED_OBJECT,
  },
  ...plainChanges(source, 'backup', 'A kept configuration'),
  backupsRequested: {
    source,
    topic: 'backupsRequested',
    description: 'Somebody has asked for backups of devices; the event names the run',
    payload: CHANGED_OBJECT,
  },
  ...plainChanges(source, 'backupSchedule', 'A schedule of backups'),
  ...plainChanges(source, 'retentionPolicy', 'A retention policy'),
  backupsDeletedByRetention: {
    source,
    topic: 'backupsDeletedByRetention',
    description: 'A retention policy has run and has deleted versions of configurations',
    payload: {
      id: { type: 'text', note: 'Id of the policy' },
      name: { type: 'text', note: 'Its name' },
      deleted: { type: 'whole', note: 'How many versions' },
    },
  },
  deviceBackupFailed: {
    source,
    topic: 'deviceBackupFailed',
    description: 'The configuration of a device could not be taken, and is not tried again',
    payload: {
      ...device,
      run: { type: 'text', note: 'Id of the run' },
      code: { type: 'text', note: 'Why: `device-unreachable`, `host-key-changed` …' },
    },
  },
  deviceBackupStale: {
    source,
    topic: 'deviceBackupStale',
    description: 'A device has had no backup for too long; told once until it has one',
    payload: {
      ...device,
      lastBackup: { type: 'text', nullable: true, note: 'When there was one; null for never' },
    },
  },
  deviceConfigurationChanged: {
    source,
    topic: 'deviceConfigurationChanged',
    description: 'The configuration of a device is another one than in its last backup',
    payload: {
      ...device,
      backup: { type: 'text', note: 'Id of the new version' },
      previous: { type: 'text', note: 'Id of the version before' },
    },
  },
  deviceHostKeyChanged: {
    source,
    topic: 'deviceHostKeyChanged',
    description: 'A device shows another host key than the pinned one; told once',
    payload: device,
  },
  deviceChangeInterrupted: {
    source,
    topic: 'deviceChangeInterrupted',
    description: 'The server that pushed a change ended; what became of the change is not known',
    payload: {
      id: { type: 'text', note: 'Id of the change' },
      device: {
        type: 'text',
        nullable: true,
        note: 'Name of the device; null where not everybody may see it',
      },
    },
  },
} as const satisfies EventDeclarations;
