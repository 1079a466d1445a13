import { type RecordMeta } from '../record-meta.js';

/** An account as it is stored. */
export interface Account {
  readonly _id: string;
  /** Who vouches for it; `local` for accounts with a password of ours. */
  readonly provenance: string;
  readonly username: string;
  /** The name as `foldText` makes it: unique, and what signing in looks up. */
  readonly usernameFolded: string;
  readonly firstname: string;
  /** argon2id; null for accounts that no password opens. */
  readonly passwordHash: string | null;
  /** The password was made up by the first start and nobody has been shown it yet. */
  readonly passwordUnseen: boolean;
  /** Ids of groups. */
  readonly memberOf: readonly string[];
  /** Ids of roles. */
  readonly assignedRoles: readonly string[];
  /** An inactive account can neither sign in nor do anything with credentials it still has. */
  readonly inactive: boolean;
  /** Counts up when what proves the identity changes: sessions of an earlier one end at once. */
  readonly credentialRevision: number;
  /** Number of the latest session. With `uniqueSession`, the only one that counts (ADR 0046). */
  readonly sessionSerial: number;
  readonly lastSignIn: Date | null;
  readonly revision: number;
  readonly _meta: RecordMeta;
}

/** The provenance of what was made here. */
export const LOCAL_PROVENANCE = 'local';
