import { plainChanges } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

const source = 'ConfigurationManager';

/** Orchestrators, devices and their configurations. */
export const NETWORK_EVENTS = {
  ...plainChanges('AdminEssentials', 'adapter', 'An adapter'),
  ...plainChanges('ServiceManagement', 'serviceInstance', 'A service instance'),
  ...plainChanges(source, 'device', 'A device'),
  ...plainChanges(source, 'deviceChange', 'A change of a device'),
  ...plainChanges(source, 'backup', 'A kept configuration'),
  ...plainChanges(source, 'backupSchedule', 'A schedule of backups'),
  ...plainChanges(source, 'retentionPolicy', 'A retention policy'),
} as const satisfies EventDeclarations;
