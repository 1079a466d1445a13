import { Schema } from 'mongoose';
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

/** The Mongoose definition of these fields, the same in both collections. */
export const PACKAGED_RECORD = {
  _id: { type: String, required: true },
  name: { type: String, required: true },
  nameFolded: { type: String, required: true },
  type: { type: String, required: true },
  packageId: { type: String },
  position: { type: Number },
  document: { type: Schema.Types.Mixed },
  hash: { type: String },
  pending: { type: String },
  hidden: { type: Boolean },
  revision: { type: Number },
  created: { type: Date },
  createdBy: { type: String },
  updated: { type: Date },
  updatedBy: { type: String },
} as const satisfies Record<keyof PackagedRecord, unknown>;
