import { type AuditedChange } from '../request-context/audited-change.js';
import { type BoundedChange } from './bounded-change.js';

/**
 * What an entry tells of. `chain` is about the trail itself: where a chain begins, how far the others
 * had come, what was removed because of its age.
 */
export const AUDIT_KINDS = [
  'change',
  'sign-in',
  'sign-out',
  'refused-sign-in',
  'command',
  'platform',
  'chain',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** `failed`: something was changed, and the operation was answered with a failure all the same. */
export const AUDIT_OUTCOMES = ['done', 'failed', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Who did it. All null for what the platform did by itself and for strangers. */
export interface AuditActor {
  readonly accountId: string | null;
  readonly username: string | null;
  readonly provenance: string | null;
  /** `bearer`, `basic`, `cookie`, `query-token`, `password`, `openid`, `client-secret`, `trigger-token`, `trigger-signature`; null for commands and the platform. */
  readonly credential: string | null;
  /** The session or token that was presented. */
  readonly credentialId: string | null;
}

/** From where, and in which request. */
export interface AuditOrigin {
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** Id of the operation, or name of the command. */
  readonly operation: string | null;
  /** Status of the answer; null outside requests. */
  readonly status: number | null;
  /** The way in, where it is not the operation itself: `mcp`. */
  readonly via: string | null;
}

export const NOBODY: AuditActor = {
  accountId: null,
  username: null,
  provenance: null,
  credential: null,
  credentialId: null,
};

export const NOWHERE: AuditOrigin = {
  address: null,
  userAgent: null,
  requestId: null,
  operation: null,
  status: null,
  via: null,
};

/** Something that happened, as whoever saw it tells the trail. */
export interface AuditEvent {
  readonly kind: AuditKind;
  readonly outcome: AuditOutcome;
  readonly actor?: AuditActor;
  readonly origin?: AuditOrigin;
  readonly changes?: readonly AuditedChange[];
  /** Why it was refused, as a short code; what a command or the trail itself has to say. */
  readonly reason?: string;
  /** How many times it happened, up to `until`; once when absent. */
  readonly count?: number;
  /** When it happened; now when absent. */
  readonly at?: Date;
  readonly until?: Date;
  /** A name that no account has, as a keyed hash: people type passwords into that field. */
  readonly nameHash?: string;
  readonly chainFacts?: ChainFacts;
}

/** How far a chain had come. */
export interface ChainHead {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
}

/** What an entry of kind `chain` holds. */
export interface ChainFacts {
  /** Last records of other chains. */
  readonly heads: readonly ChainHead[];
  /** Chains whose records up to this one were removed because of their age. */
  readonly removed: readonly ChainHead[];
}

/** A change as it is stored: documents as text, because their keys may be any. */
export interface StoredChange extends Omit<BoundedChange, 'before' | 'after'> {
  readonly before: string | null;
  readonly after: string | null;
}

/** A record of the trail, as it is stored; every field counts into its hash. */
export interface AuditRecord extends AuditActor, AuditOrigin {
  readonly _id: string;
  readonly chain: string;
  /** 1 for the first of its chain, and without gaps. */
  readonly sequence: number;
  readonly at: Date;
  readonly until: Date;
  readonly kind: AuditKind;
  readonly outcome: AuditOutcome;
  readonly count: number;
  readonly reason: string | null;
  readonly nameHash: string | null;
  /** For searching: the name as `foldText` makes it. */
  readonly usernameFolded: string | null;
  readonly changes: readonly StoredChange[];
  /** For searching: `type` and `type:id` of each changed object. */
  readonly objectKeys: readonly string[];
  readonly heads: readonly ChainHead[];
  readonly removed: readonly ChainHead[];
  /** Which key the hash was made with. */
  readonly keyId: string;
  /** Hash of the record before; empty for the first. */
  readonly previousHash: string;
  readonly hash: string;
}
