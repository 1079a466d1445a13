import { type RecordMeta } from './record-meta.js';

/** What SCIM clients say of a group that they made, beside its name and its members. */
export interface ScimGroupRecord {
  /** Id that the client knows it by. */
  readonly externalId: string | null;
}

/** A group as it is stored. */
export interface Group {
  readonly _id: string;
  /** Where it comes from; `local` for groups that were made here. */
  readonly provenance: string;
  readonly name: string;
  /** The name as `foldText` makes it: unique within the provenance. */
  readonly nameFolded: string;
  readonly description: string;
  /** As `foldText` makes it, for lists that search it. */
  readonly descriptionFolded: string;
  /** Ids of the groups that this one belongs to: its members have their roles too. */
  readonly memberOf: readonly string[];
  /** Ids of roles. */
  readonly assignedRoles: readonly string[];
  /** An inactive group gives nothing, neither its roles nor those of the groups above it. */
  readonly inactive: boolean;
  /** Null or absent for groups that SCIM did not make. */
  readonly scim?: ScimGroupRecord | null;
  readonly revision: number;
  readonly _meta: RecordMeta;
}
