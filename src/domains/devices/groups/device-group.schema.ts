import { Schema } from 'mongoose';
import { GUARDED_FIELDS, guardedIndex } from '../../../platform/database/gbac-filter.js';
import { type DeviceGroup } from './device-group.js';

/** Name under which the model is registered and injected. */
export const DEVICE_GROUP_MODEL = 'DeviceGroup';

const text = { type: String, required: true };
const time = { type: Date, required: true };

export const deviceGroupSchema = new Schema<Record<keyof DeviceGroup, unknown>>(
  {
    _id: text,
    name: text,
    nameFolded: text,
    description: { type: String, default: '' },
    devices: { type: [String], required: true },
    ...GUARDED_FIELDS,
    revision: { type: Number, required: true },
    created: time,
    createdBy: text,
    updated: time,
    updatedBy: text,
  } satisfies Record<keyof DeviceGroup, unknown>,
  { collection: 'device_groups', strict: 'throw', versionKey: false },
);

// A name is taken once; groups are found by it, and administrators' lists are in its order.
deviceGroupSchema.index({ nameFolded: 1 }, { name: 'name', unique: true });
// GET /configuration_manager/devicegroups for everybody else.
deviceGroupSchema.index(guardedIndex({ nameFolded: 1 }), { name: 'readable' });
