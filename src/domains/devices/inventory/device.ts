import { type DeviceTypeName } from '../../../connectors/devices/types/device-types.js';
import { type GuardedRecord } from '../../../kernel/gbac.js';

/** How the host key of a server is judged: it must be the pinned one, or the first one seen is pinned. */
export const HOST_KEY_MODES = ['pinned', 'first-use'] as const;
export type HostKeyMode = (typeof HOST_KEY_MODES)[number];

/** The host key of a server, and how it is judged. */
export interface HostKeyRule {
  readonly mode: HostKeyMode;
  /** `SHA256:…`; null as long as none is known. */
  readonly pinned: string | null;
}

/** The secrets of a login; sealed where they are stored, `""` where there is none. */
export interface LoginSecrets {
  readonly password: string;
  readonly privateKey: string;
  readonly passphrase: string;
}

/** The server through which a device is reached: it has credentials and a host key of its own. */
export interface JumpHost extends LoginSecrets {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly hostKey: HostKeyRule;
}

/** An orchestrator adapter that knows the device: its configuration is read there. */
export interface AdapterPlace {
  /** Name or id of the adapter. */
  readonly name: string;
  /** What the device is called there. */
  readonly device: string;
}

/** How long the device is waited for; null is what the platform has. */
export interface DeviceTimeouts {
  /** The whole session. */
  readonly sessionMs: number | null;
}

/** Why the last attempt failed. */
export interface DeviceError {
  readonly code: string;
  readonly detail: string;
  readonly at: Date;
}

/** The last backup that was taken. */
export interface LastBackup {
  readonly id: string;
  readonly at: Date;
  readonly outcome: 'new' | 'unchanged';
}

/** What is noted of the work on a device; no revision of it. */
export interface DeviceState {
  readonly lastAttempt: Date | null;
  readonly lastSuccess: Date | null;
  /** Null after an attempt that did not fail. */
  readonly lastError: DeviceError | null;
  readonly lastBackup: LastBackup | null;
  /** Since when it counts as stale; null where it does not. */
  readonly staleSince: Date | null;
}

/** What somebody says of a device; secrets are sealed. */
export interface DeviceSettings extends LoginSecrets {
  readonly name: string;
  readonly description: string;
  readonly host: string;
  readonly port: number;
  readonly type: DeviceTypeName;
  readonly username: string;
  readonly enablePassword: string;
  readonly hostKey: HostKeyRule;
  readonly legacyAlgorithms: boolean;
  readonly jump: JumpHost | null;
  readonly groups: readonly string[];
  readonly adapter: AdapterPlace | null;
  readonly timeouts: DeviceTimeouts;
}

/** A network device, as it is stored. */
export interface Device extends DeviceSettings, DeviceState, GuardedRecord {
  readonly _id: string;
  readonly nameFolded: string;
  readonly groupsFolded: readonly string[];
  readonly hostFolded: string;
  readonly revision: number;
  readonly created: Date;
  readonly createdBy: string;
  readonly updated: Date;
  readonly updatedBy: string;
}
