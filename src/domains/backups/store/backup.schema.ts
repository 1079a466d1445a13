import { Schema } from 'mongoose';
import { GUARDED_FIELDS, guardedIndex } from '../../../platform/database/gbac-filter.js';
import { type StoredBackup } from './stored-backup.js';
import { type StoredChain, type StoredChainSecret, type StoredSegment } from './stored-chain.js';

/** Names under which the models are registered and injected. */
export const BACKUP_MODEL = 'Backup';
export const CHAIN_MODEL = 'BackupChain';
export const SEGMENT_MODEL = 'BackupSegment';
export const CHAIN_SECRET_MODEL = 'BackupSecret';

const OPTIONS = { strict: 'throw', versionKey: false } as const;
const part = (fields: Record<string, unknown>): Schema =>
  new Schema(fields, { _id: false, strict: 'throw' });

/** The versions themselves, without their texts. */
export const backupSchema = new Schema<Record<keyof StoredBackup, unknown>>(
  {
    _id: { type: String },
    ...GUARDED_FIELDS,
    chain: { type: String, required: true },
    place: { type: Number, required: true },
    deviceId: { type: String },
    name: { type: String, required: true },
    nameFolded: { type: String, required: true },
    // Empty text is what `required` would refuse.
    provider: { type: String },
    type: { type: String },
    date: { type: Date, required: true },
    description: { type: String },
    notes: { type: String },
    lastSeen: { type: Date, required: true },
    lastSeenBy: { type: String },
    createdBy: { type: String },
    fingerprint: { type: String, required: true },
    sizeBytes: { type: Number, required: true },
    hasXml: { type: Boolean, required: true },
    revision: { type: Number, required: true },
    hidden: { type: Boolean },
    incomplete: { type: part({ since: { type: Date }, doing: { type: String } }) },
  } satisfies Record<keyof StoredBackup, unknown>,
  { ...OPTIONS, collection: 'backups' },
);
// Operation 7, newest first or oldest first; what filters look at stands in the index.
backupSchema.index({ date: -1, _id: -1, hidden: 1, nameFolded: 1 }, { name: 'dates' });
// The same by name, and the versions of one name, by date in either direction.
backupSchema.index({ nameFolded: 1, date: 1, _id: 1, hidden: 1, name: 1 }, { name: 'names' });
backupSchema.index(
  { nameFolded: 1, date: -1, _id: -1, hidden: 1, name: 1 },
  { name: 'names-newest-first' },
);
// Operation 7 for who sees some of them.
backupSchema.index({ ...guardedIndex({ date: -1 }), hidden: 1 }, { name: 'readable' });
// The neighbours of a version by date, and the versions of a device.
backupSchema.index({ chain: 1, date: -1, place: -1, hidden: 1 }, { name: 'chain' });
// What was left half done.
backupSchema.index(
  { 'incomplete.since': 1 },
  { name: 'incomplete', partialFilterExpression: { 'incomplete.since': { $exists: true } } },
);

/** One document for each device. */
export const chainSchema = new Schema<Record<keyof StoredChain, unknown>>(
  {
    _id: { type: String },
    ...GUARDED_FIELDS,
    revision: { type: Number, required: true },
    deviceId: { type: String },
    name: { type: String, required: true },
    nameFolded: { type: String, required: true },
    type: { type: String },
    nextPlace: { type: Number, required: true },
    lastSecret: { type: Number, required: true },
    segments: {
      type: [part({ id: String, first: Number, last: Number, count: Number })],
      required: true,
    },
    newest: {
      type: part({ backupId: String, place: Number, date: Date, text: Buffer, signature: Buffer }),
    },
    retiring: { type: [String], required: true },
    updated: { type: Date, required: true },
  } satisfies Record<keyof StoredChain, unknown>,
  { ...OPTIONS, collection: 'backup.chains' },
);
// Chains of a name: of the device that has it now, and of those that had it.
chainSchema.index({ nameFolded: 1, _id: 1 }, { name: 'name' });
// Searches walk the chains that somebody sees in the order of their names.
chainSchema.index(guardedIndex({ nameFolded: 1 }), { name: 'readable' });
// Retention and searches walk all chains in order.
chainSchema.index(
  { 'retiring.0': 1 },
  { name: 'retiring', partialFilterExpression: { 'retiring.0': { $exists: true } } },
);

/** The texts, up to twenty versions to a document. */
export const segmentSchema = new Schema<Record<keyof StoredSegment, unknown>>(
  {
    _id: { type: String },
    chain: { type: String, required: true },
    frames: {
      type: [
        part({ place: Number, backupId: String, kind: String, rawLength: Number, bytes: Buffer }),
      ],
      required: true,
    },
    signature: { type: Buffer },
    created: { type: Date, required: true },
  } satisfies Record<keyof StoredSegment, unknown>,
  { ...OPTIONS, collection: 'backup.segments' },
);
// The segments of a chain, and which of all are new enough that somebody may still be storing them.
segmentSchema.index({ chain: 1, _id: 1 }, { name: 'chain' });
segmentSchema.index({ created: 1 }, { name: 'created' });

/** The secrets in the texts. */
export const chainSecretSchema = new Schema<Record<keyof StoredChainSecret, unknown>>(
  {
    _id: { type: String },
    chain: { type: String, required: true },
    number: { type: Number, required: true },
    variant: { type: Number, required: true },
    sealed: { type: String, required: true },
  } satisfies Record<keyof StoredChainSecret, unknown>,
  { ...OPTIONS, collection: 'backup.secrets' },
);
// Whoever reads or stores a text of a chain reads its secrets.
chainSecretSchema.index({ chain: 1, number: 1, variant: 1 }, { name: 'chain' });
