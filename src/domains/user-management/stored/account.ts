import { type Envelope } from '../../../kernel/envelope.js';
import { type RecordMeta } from './record-meta.js';

/** What ties an account to the identity of somebody else that it was made for. */
export interface ExternalLink {
  /** Provenance, issuer and subject in one text: unique, and the same after the user is renamed. */
  readonly key: string;
  /** Ids of the groups that the last sign-in gave: the next one may take them away again. */
  readonly groups: readonly string[];
}

/** What SCIM clients say of an account that they made, beside its name and whether it is active. */
export interface ScimUserRecord {
  /** Id that the client knows it by. */
  readonly externalId: string | null;
  /** Addresses as `foldText` makes them, for filters. */
  readonly emails: readonly string[];
  /** The other attributes, by the names of their schema. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** An account as it is stored. */
export interface Account {
  readonly _id: string;
  /** Who vouches for it; `local` for accounts with a password of ours. */
  readonly provenance: string;
  readonly username: string;
  /** The name as `foldText` makes it: unique, and what signing in looks up. */
  readonly usernameFolded: string;
  readonly firstname: string;
  /** As `foldText` makes it, for lists that search it or sort by it. */
  readonly firstnameFolded: string;
  /** argon2id; null for accounts that no password opens. */
  readonly passwordHash: string | null;
  /** The password was made up by the first start and nobody has been shown it yet. */
  readonly passwordUnseen: boolean;
  /** Null for accounts that were made here. */
  readonly external: ExternalLink | null;
  /** Null or absent for accounts that SCIM did not make. */
  readonly scim?: ScimUserRecord | null;
  /** An account of a program: it has a client secret (docs/accounts.md), and no password ever. */
  readonly isServiceAccount: boolean;
  /** Ids of groups. */
  readonly memberOf: readonly string[];
  /** Ids of roles. */
  readonly assignedRoles: readonly string[];
  /** An inactive account can neither sign in nor do anything with credentials that it had. */
  readonly inactive: boolean;
  /**
   * Counts up when what proves the identity changes and when the account is closed: sessions and
   * tokens of an earlier one end at once, for good.
   */
  readonly credentialRevision: number;
  /** Number of the latest session. With `uniqueSession`, the only one that counts (docs/accounts.md). */
  readonly sessionSerial: number;
  /** In which form its requests are answered; absent or null where nobody has said it. */
  readonly envelope?: Envelope | null;
  readonly lastSignIn: Date | null;
  readonly revision: number;
  readonly _meta: RecordMeta;
}

/** The provenance of what was made here. */
export const LOCAL_PROVENANCE = 'local';
/** The provenance of what SCIM clients made: they see and change nothing else. */
export const SCIM_PROVENANCE = 'scim';
