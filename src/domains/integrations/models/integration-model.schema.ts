import { Schema } from 'mongoose';
import { PACKAGED_RECORD } from '../../../platform/packaged/packaged-record.schema.js';
import { type ModelSummary, type StoredModel } from './integration-model.js';

/** Name under which the model is registered and injected. */
export const INTEGRATION_MODEL_MODEL = 'IntegrationModel';

const summarySchema = new Schema<Record<keyof ModelSummary, unknown>>(
  {
    // Empty text is what `required` would refuse.
    versionId: { type: String },
    description: { type: String },
    operations: { type: Number, required: true },
    properties: { type: Schema.Types.Mixed, required: true },
    problem: { type: String, default: null },
    hash: { type: String, default: null },
  } satisfies Record<keyof ModelSummary, unknown>,
  { _id: false, strict: 'throw', minimize: false },
);

/** The collection in which `integration-model` bundles of packages land as well (docs/integrations.md). */
export const integrationModelSchema = new Schema<Record<keyof StoredModel, unknown>>(
  {
    ...PACKAGED_RECORD,
    versionFolded: { type: String },
    summary: { type: summarySchema },
  } satisfies Record<keyof StoredModel, unknown>,
  { collection: 'integration_models', strict: 'throw', versionKey: false, minimize: false },
);

// No two of one name, wherever they come from; packages declare the same index.
integrationModelSchema.index({ nameFolded: 1 }, { name: 'name', unique: true });
// GET /integration-models; what filters look at stands in the index.
integrationModelSchema.index({ nameFolded: 1, _id: 1, hidden: 1, name: 1 }, { name: 'list' });
// A model by `title:version` where its package calls it otherwise; those not read yet have none.
integrationModelSchema.index({ versionFolded: 1, _id: 1, hidden: 1 }, { name: 'version' });
