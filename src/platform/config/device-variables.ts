import { isHostEntry } from './host-list.js';
import { list, whole } from './variable.js';

const MIB = 1024 * 1024;

/** Bounds of sessions with devices over SSH. */
export const DEVICE_VARIABLES = {
  networks: list('DEVICE_NETWORKS', {
    default: [],
    accepts: isHostEntry,
    rule: 'hosts and networks',
    note: 'Internal networks in which devices and their jump hosts lie, 10.0.0.0/8 for example; those in others are not connected to. The own machine has to be in OUTBOUND_ALLOW.',
  }),
  connectTimeoutMs: whole('DEVICE_CONNECT_TIMEOUT_MS', {
    default: 20_000,
    min: 10,
    max: 600_000,
    note: 'Longest time to connect to a device or its jump host, and again to sign in.',
  }),
  commandTimeoutMs: whole('DEVICE_COMMAND_TIMEOUT_MS', {
    default: 60_000,
    min: 10,
    max: 3_600_000,
    note: 'Longest time that a device takes for a command, or falls silent while it shows its configuration.',
  }),
  sessionTimeoutMs: whole('DEVICE_SESSION_TIMEOUT_MS', {
    default: 600_000,
    min: 10,
    max: 3_600_000,
    note: 'Longest time of a session with a device.',
  }),
  outputLimitBytes: whole('DEVICE_OUTPUT_LIMIT_BYTES', {
    default: 8 * MIB,
    min: 1024,
    max: 256 * MIB,
    note: 'Largest output of one command of a device.',
  }),
} as const;

/** How the configurations of devices are taken. */
export const COLLECTING_VARIABLES = {
  atOnce: whole('DEVICE_BACKUPS_AT_ONCE', {
    default: 8,
    min: 1,
    max: 500,
    note: 'Devices whose configurations one node takes at a time.',
  }),
  jitterSeconds: whole('DEVICE_BACKUP_JITTER_SECONDS', {
    default: 30,
    min: 0,
    max: 86_400,
    note: 'Scheduled backups of many devices are spread over this time.',
  }),
  timeoutSeconds: whole('DEVICE_BACKUP_TIMEOUT_SECONDS', {
    default: 300,
    min: 1,
    max: 3600,
    note: 'Longest time to take the configuration of one device.',
  }),
  waitSeconds: whole('DEVICE_BACKUP_WAIT_SECONDS', {
    default: 60,
    min: 0,
    max: 600,
    note: 'Longest time in which backups of few devices are waited for; 202 after it.',
  }),
  staleHours: whole('DEVICE_STALE_HOURS', {
    default: 168,
    min: 1,
    max: 87_600,
    note: 'A device without a backup for this long is stale.',
  }),
} as const;
