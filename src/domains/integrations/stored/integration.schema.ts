import { Schema } from 'mongoose';
import { PACKAGED_RECORD } from '../../../platform/packaged/packaged-record.schema.js';
import { type ProbeOutcome, type StoredIntegration } from './integration.js';

/** Name under which the model is registered and injected. */
export const INTEGRATION_MODEL = 'Integration';

const probeSchema = new Schema<Record<keyof ProbeOutcome, unknown>>(
  {
    passed: { type: Boolean, required: true },
    detail: { type: String, required: true },
    at: { type: Date, required: true },
    failures: { type: Number, required: true },
  } satisfies Record<keyof ProbeOutcome, unknown>,
  { _id: false, strict: 'throw' },
);

/** The collection in which `integration` bundles of packages land as well (docs/integrations.md). */
export const integrationSchema = new Schema<Record<keyof StoredIntegration, unknown>>(
  {
    ...PACKAGED_RECORD,
    data: { type: Schema.Types.Mixed },
    modelFolded: { type: String },
    enabled: { type: Boolean },
    probe: { type: probeSchema },
    probeDue: { type: Date },
  } satisfies Record<keyof StoredIntegration, unknown>,
  { collection: 'integrations', strict: 'throw', versionKey: false, minimize: false },
);

// Operation 21, and no two of one name, wherever they come from; packages declare the same index.
integrationSchema.index({ nameFolded: 1 }, { name: 'name', unique: true });
// GET /integrations; what filters look at stands in the index.
integrationSchema.index({ nameFolded: 1, _id: 1, hidden: 1, name: 1 }, { name: 'list' });
// Deleting a model: who uses it.
integrationSchema.index({ modelFolded: 1 }, { name: 'model' });
// Which ones are to be looked at now.
integrationSchema.index({ probeDue: 1 }, { name: 'probe_due' });
