import { Schema } from 'mongoose';
import { type DeviceWork } from './device-work.js';

/** Name under which the model is registered and injected. */
export const DEVICE_WORK_MODEL = 'DeviceWork';

const text = { type: String, required: true };
const time = { type: Date, required: true };

export const deviceWorkSchema = new Schema<Record<keyof DeviceWork, unknown>>(
  {
    _id: text,
    deviceId: text,
    state: text,
    what: text,
    by: { type: String, default: null },
    since: time,
    until: time,
  } satisfies Record<keyof DeviceWork, unknown>,
  { collection: 'device_works', strict: 'throw', versionKey: false },
);

// GET /configuration_manager/devices/:name shows them, the longest first.
deviceWorkSchema.index({ deviceId: 1, since: 1, _id: 1 }, { name: 'device' });
// What nodes that died have left.
deviceWorkSchema.index({ until: 1 }, { name: 'until', expireAfterSeconds: 3600 });
