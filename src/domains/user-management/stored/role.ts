import { type RecordMeta } from './record-meta.js';

/** A role as it is stored. */
export interface Role {
  readonly _id: string;
  /** The application it counts in, or `platform` for all of them. */
  readonly provenance: string;
  readonly provenanceFolded: string;
  readonly name: string;
  /** The name as `foldText` makes it: unique within the provenance. */
  readonly nameFolded: string;
  readonly description: string;
  /** As `foldText` makes it, for lists that search it. */
  readonly descriptionFolded: string;
  readonly revision: number;
  readonly _meta: RecordMeta;
}
