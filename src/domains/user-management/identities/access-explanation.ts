import { type GbacReason } from '../../../kernel/gbac.js';
import { type HeldRole } from '../../../kernel/principal.js';

/** Each kind of reason says what it is about; `admits` says whether it lets the caller through. */
export const REASON_KINDS = [
  /** The operation admits everyone, or everyone who is signed in. */
  'open',
  'signed-in',
  /** A role that the account holds itself or by a group. */
  'role',
  /** A group that `authenticationProps.admins` of the active profile names. */
  'administrators-group',
  'inactive-account',
  /** A role that would admit, behind a group that gives nothing because it is inactive. */
  'inactive-group',
  /** A role of the right name that counts in another application alone. */
  'other-application',
  /** No role that would admit is held at all, or none that counts. */
  'no-role',
  /** What the groups of the object say, in the words of `GbacReason`. */
  'object-everyone',
  'object-admin',
  'object-member',
  'object-no-member',
  'no-object',
] as const;
export type ReasonKind = (typeof REASON_KINDS)[number];

export const STEP_TYPES = ['account', 'group', 'profile', 'role'] as const;

/** One step on the way from the account to a role. */
export interface PathStep {
  readonly type: (typeof STEP_TYPES)[number];
  readonly id: string;
  readonly name: string;
  /** True where the way ends: what is inactive gives nothing. */
  readonly inactive: boolean;
}

/** A group that an object names, as far as it is known. */
export interface NamedGroup {
  readonly id: string;
  readonly provenance?: string;
  readonly name?: string;
}

/** One reason why a caller is admitted or refused. */
export interface AccessReason {
  readonly kind: ReasonKind;
  readonly admits: boolean;
  /** The reason in one sentence. */
  readonly text: string;
  readonly role?: HeldRole;
  /** How the account comes by the role, or would. */
  readonly path?: readonly PathStep[];
  /** Names of the roles that would admit. */
  readonly needed?: readonly string[];
  /** Of the object: the list that decides, and the groups that admit or would. */
  readonly gbac?: {
    readonly entry: 'read' | 'write' | 'any';
    readonly groups: readonly NamedGroup[];
  };
}

/** The kind of reason that stands for each verdict of group-based access. */
export const OBJECT_REASONS = {
  everyone: 'object-everyone',
  admin: 'object-admin',
  member: 'object-member',
  'no-member': 'object-no-member',
} as const satisfies Record<GbacReason['kind'], ReasonKind>;
