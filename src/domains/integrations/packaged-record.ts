import { type StoredDocument } from '../../platform/database/storable.js';

/**
 * What integrations and models have in common as stored: first the fields of every document that packages
 * bring, which their installation writes (ADR 0091); then ours.
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
  readonly hidden?: boolean;
  readonly revision?: number;
  readonly created?: Date;
  readonly createdBy?: string;
  readonly updated?: Date;
  readonly updatedBy?: string;
}
