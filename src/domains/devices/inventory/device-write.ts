import { type HostKeyMode } from './device.js';

/** What somebody writes of a login; secrets as they were entered, or placeholders. */
export interface LoginWrite {
  readonly host?: string;
  readonly port?: number;
  readonly username?: string;
  readonly password?: string;
  readonly privateKey?: string;
  readonly passphrase?: string;
  readonly hostKey?: { readonly mode?: HostKeyMode; readonly pinned?: string | null };
}

/** What somebody writes of a device; absent members stay, or are as in a new device. */
export interface DeviceWrite extends LoginWrite {
  readonly description?: string;
  readonly type?: string;
  readonly enablePassword?: string;
  readonly legacyAlgorithms?: boolean;
  readonly jump?: LoginWrite | null;
  readonly groups?: readonly string[];
  readonly adapter?: { readonly name: string; readonly device: string } | null;
  readonly timeouts?: { readonly sessionMs?: number | null };
  /** Absent keeps the groups, whatever else is replaced. */
  readonly gbac?: {
    readonly read?: readonly unknown[];
    readonly write?: readonly unknown[];
  } | null;
}
