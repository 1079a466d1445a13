import { Schema } from 'mongoose';
import { type StoredInstance } from './service-instance.js';

/** Name under which the model is registered and injected. */
export const SERVICE_INSTANCE_MODEL = 'ServiceInstance';

const text = { type: String, required: true };
const openText = { type: String, default: '' };
const instant = { type: Date, required: true };

export const serviceInstanceSchema = new Schema<Record<keyof StoredInstance, unknown>>(
  {
    _id: text,
    adapterId: openText,
    adapterName: openText,
    servicePath: text,
    xpath: text,
    xpathFolded: text,
    content: text,
    options: text,
    changeId: text,
    target: { type: [String], default: [] },
    revision: { type: Number, required: true },
    created: instant,
    createdBy: openText,
    updated: instant,
    updatedBy: openText,
  } satisfies Record<keyof StoredInstance, unknown>,
  { collection: 'service_instances', strict: 'throw', versionKey: false },
);
// One record for each instance of an orchestrator.
serviceInstanceSchema.index({ adapterId: 1, xpath: 1 }, { name: 'instance', unique: true });
// GET /service_management/instances of an adapter.
serviceInstanceSchema.index({ adapterName: 1, xpathFolded: 1, _id: 1 }, { name: 'adapter' });
// GET /service_management/instances by path; what filters look at stands in the index.
serviceInstanceSchema.index({ xpathFolded: 1, _id: 1, xpath: 1, adapterName: 1 }, { name: 'list' });
