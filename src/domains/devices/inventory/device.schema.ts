import { Schema } from 'mongoose';
import { GUARDED_FIELDS, guardedIndex } from '../../../platform/database/gbac-filter.js';
import { type Device } from './device.js';

/** Name under which the model is registered and injected. */
export const DEVICE_MODEL = 'Device';

const text = { type: String, required: true };
const anyText = { type: String, default: '' };
const time = { type: Date, default: null };
const part = { type: Schema.Types.Mixed, default: null };

export const deviceSchema = new Schema<Record<keyof Device, unknown>>(
  {
    _id: text,
    name: text,
    nameFolded: text,
    description: anyText,
    host: anyText,
    hostFolded: anyText,
    port: { type: Number, required: true },
    type: text,
    username: anyText,
    password: anyText,
    privateKey: anyText,
    passphrase: anyText,
    enablePassword: anyText,
    hostKey: { type: Schema.Types.Mixed, required: true },
    legacyAlgorithms: { type: Boolean, required: true },
    jump: part,
    groups: { type: [String], required: true },
    groupsFolded: { type: [String], required: true },
    adapter: part,
    timeouts: { type: Schema.Types.Mixed, required: true },
    ...GUARDED_FIELDS,
    lastAttempt: time,
    lastSuccess: time,
    lastError: part,
    lastBackup: part,
    staleSince: time,
    revision: { type: Number, required: true },
    created: { type: Date, required: true },
    createdBy: text,
    updated: { type: Date, required: true },
    updatedBy: text,
  } satisfies Record<keyof Device, unknown>,
  { collection: 'devices', strict: 'throw', versionKey: false, minimize: false },
);

// A name is taken once; devices are found by it.
deviceSchema.index({ nameFolded: 1 }, { name: 'name', unique: true });
// POST /configuration_manager/devices for administrators; what filters look at stands in the index.
deviceSchema.index({ nameFolded: 1, _id: 1, type: 1, hostFolded: 1 }, { name: 'list' });
// The same for everybody else.
deviceSchema.index(guardedIndex({ nameFolded: 1 }), { name: 'readable' });
// Lists and schedules of one type, or of one group.
deviceSchema.index({ type: 1, nameFolded: 1, _id: 1 }, { name: 'type' });
deviceSchema.index({ groupsFolded: 1, nameFolded: 1, _id: 1 }, { name: 'groups' });
// What has had no backup for too long.
deviceSchema.index({ staleSince: 1, 'lastBackup.at': 1 }, { name: 'stale' });
