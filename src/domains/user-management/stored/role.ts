import { type RecordMeta } from './record-meta.js';

/** A role as it is stored. */
export interface Role {
  readonly _id: string;
  /** The application it counts in, `platform` for all of them, or `Custom`. */
  readonly provenance: string;
  readonly provenanceFolded: string;
  readonly name: string;
  /** The name as `foldText` makes it: unique within the provenance. */
  readonly nameFolded: string;
  readonly description: string;
  /** As `foldText` makes it, for lists that search it. */
  readonly descriptionFolded: string;
  /** Ids of the operations that a custom role admits to; other roles have none. */
  readonly methods?: readonly string[];
  readonly revision: number;
  readonly _meta: RecordMeta;
}
