import { Schema } from 'mongoose';
import { type PackagedRecord } from './packaged-record.js';

/** The Mongoose definition of what records share, the same in all collections that packages bring documents to. */
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
  updatedWith: { type: [String], default: undefined },
} as const satisfies Record<keyof PackagedRecord, unknown>;
