import { type StoredDocument } from '../database/storable.js';

/**
 * A record of a collection in which documents of packages land as well. First the fields of the
 * installation, which nobody else writes (docs/content.md); then those of the domain that owns the
 * collection.
 */
export interface PackagedRecord {
  readonly _id: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly type: string;
  readonly packageId?: string;
  readonly position?: number;
  readonly document?: StoredDocument;
  readonly hash?: string;
  readonly pending?: string;
  /** Only holds the name for an installation under way: nobody may see it. */
  readonly hidden?: boolean;
  readonly revision?: number;
  readonly created?: Date;
  readonly createdBy?: string;
  readonly updated?: Date;
  readonly updatedBy?: string;
  /** Ids of the roles to which the last writer's credential was limited; null or absent for all of the account's. */
  readonly updatedWith?: readonly string[] | null;
}
