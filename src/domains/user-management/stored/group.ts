import { type RecordMeta } from './record-meta.js';

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
  readonly revision: number;
  readonly _meta: RecordMeta;
}
