import { Schema } from 'mongoose';
import { GUARDED_FIELDS } from '../../../platform/database/gbac-filter.js';
import { type StoredDeviceChange } from './stored-device-change.js';

/** Name under which the model is registered and injected. */
export const DEVICE_CHANGE_MODEL = 'DeviceChange';

const id = { type: String, required: true };
// Empty text is what `required` would refuse.
const text = { type: String, default: '' };
const unset = { type: String, default: null };
const time = { type: Date, required: true };
const flag = { type: Boolean, default: false };

export const deviceChangeSchema = new Schema<Record<keyof StoredDeviceChange, unknown>>(
  {
    ...GUARDED_FIELDS,
    _id: id,
    deviceId: id,
    name: id,
    type: id,
    comment: text,
    restoredBackupId: unset,
    sent: { type: [String] },
    diff: text,
    comparedBy: id,
    warnings: { type: [String] },
    beforeBackupId: id,
    afterBackupId: unset,
    started: time,
    finished: { type: Date, default: null },
    startedBy: id,
    outcome: id,
    refusedLine: { type: Number, default: null },
    isPartlyActive: flag,
    detail: unset,
    result: unset,
    reverse: { type: [String], default: null },
    leaseUntil: time,
  } satisfies Record<keyof StoredDeviceChange, unknown>,
  { collection: 'device_changes', strict: 'throw', versionKey: false },
);

// GET /configuration_manager/devices/:name/changes, the newest first; and the last one, for plans.
deviceChangeSchema.index({ deviceId: 1, started: -1, _id: -1 }, { name: 'device' });
// Those whose node died.
deviceChangeSchema.index(
  { leaseUntil: 1 },
  { name: 'running', partialFilterExpression: { outcome: 'running' } },
);
