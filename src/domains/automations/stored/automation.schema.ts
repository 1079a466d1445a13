import { Schema } from 'mongoose';
import { GUARDED_FIELDS, guardedIndex } from '../../../platform/database/gbac-filter.js';
import { PACKAGED_RECORD } from '../../../platform/packaged/packaged-record.schema.js';
import { type AutomationFacts } from '../shape/read-automation.js';
import { type StoredAutomation } from './stored-automation.js';

/** Name under which the model is registered and injected. */
export const AUTOMATION_MODEL = 'Automation';

const factsSchema = new Schema<Record<keyof AutomationFacts, unknown>>(
  // Empty text is what `required` would refuse.
  {
    description: { type: String },
    descriptionFolded: { type: String },
  } satisfies Record<keyof AutomationFacts, unknown>,
  { _id: false, strict: 'throw' },
);

/** The collection in which `automation` bundles of packages land as well (docs/content.md). */
export const automationSchema = new Schema<Record<keyof StoredAutomation, unknown>>(
  {
    ...PACKAGED_RECORD,
    ...GUARDED_FIELDS,
    facts: { type: factsSchema },
    componentId: { type: String },
    componentBy: { type: Schema.Types.Mixed },
    incomplete: { type: Date },
  } satisfies Record<keyof StoredAutomation, unknown>,
  { collection: 'automations', strict: 'throw', versionKey: false, minimize: false },
);
// No two of one name, wherever they come from; packages declare the same index.
automationSchema.index({ nameFolded: 1 }, { name: 'name', unique: true });
// GET /operations-manager/automations for administrators; what filters look at stands in the index.
automationSchema.index(
  { nameFolded: 1, _id: 1, hidden: 1, name: 1, 'facts.descriptionFolded': 1 },
  { name: 'list' },
);
// The same for everybody else, and which automations somebody may not see.
automationSchema.index(
  { ...guardedIndex({ nameFolded: 1 }), hidden: 1, name: 1, 'facts.descriptionFolded': 1 },
  { name: 'readable' },
);
// Those of a description, or of one that begins with a text; groups are compared in what that finds.
automationSchema.index(
  { 'facts.descriptionFolded': 1, nameFolded: 1, _id: 1, hidden: 1 },
  { name: 'description' },
);
// What was left half written.
automationSchema.index(
  { incomplete: 1 },
  { name: 'incomplete', partialFilterExpression: { incomplete: { $exists: true } } },
);
