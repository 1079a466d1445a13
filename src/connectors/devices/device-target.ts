import { type Secret } from '../../kernel/secret.js';
import { type DeviceTypeName } from './types/device-types.js';

/**
 * What is known of a host key. `first-use`: any key is taken while nothing is pinned; `pinned`: the
 * session ends before anything is said unless the key is the pinned one.
 */
export interface HostKeyRule {
  /** As OpenSSH writes it: `SHA256:` and 43 characters of base64. */
  readonly pinned?: string;
  readonly mode: 'pinned' | 'first-use';
}

/** How to sign in at a host; at least one of password and private key. */
export interface DeviceLogin {
  /** A name or an address. */
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password?: Secret;
  /** PEM or OpenSSH format. */
  readonly privateKey?: Secret;
  /** Opens the private key. */
  readonly passphrase?: Secret;
  readonly hostKey: HostKeyRule;
}

/** The host in between, where devices cannot be reached from here. */
export type JumpHost = DeviceLogin;

/** A device, and everything that is needed to speak with it. */
export interface DeviceTarget extends DeviceLogin {
  readonly type: DeviceTypeName;
  /** For types with an enable mode, asked for after the login. */
  readonly enablePassword?: Secret;
  /** Whether algorithms with SHA-1, CBC and small groups may be used as well. */
  readonly legacyAlgorithms: boolean;
  readonly jump?: JumpHost;
}

/** A host key that was the expected one, or the first one. */
export interface AcceptedHostKey {
  readonly of: 'device' | 'jump';
  /** `SHA256:…` */
  readonly key: string;
}

/** Bounds of one session. */
export interface SessionOptions {
  /** Is told each host key that is taken, before a credential goes there; must not throw. */
  readonly onHostKey?: (accepted: AcceptedHostKey) => void;
  /** Ends the session at once; calls then reject with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Longest time from the first packet to the end; `DEVICE_SESSION_TIMEOUT_MS` when absent. */
  readonly deadlineMs?: number;
  /** Largest output of one command; `DEVICE_OUTPUT_LIMIT_BYTES` when absent. */
  readonly limitBytes?: number;
}
