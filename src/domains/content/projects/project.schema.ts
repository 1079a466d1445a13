import { Schema } from 'mongoose';
import { type StoredProject } from './project.js';

/** Name under which the model is registered and injected. */
export const PROJECT_MODEL = 'Project';

export const projectSchema = new Schema<Record<keyof StoredProject, unknown>>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    nameFolded: { type: String, required: true },
    // Empty text is what `required` would refuse.
    description: { type: String },
    componentCount: { type: Number, required: true },
    head: { type: Schema.Types.Mixed },
    body: { type: Schema.Types.Mixed },
    created: { type: Date, required: true },
    createdBy: { type: String, required: true },
  } satisfies Record<keyof StoredProject, unknown>,
  { collection: 'projects', strict: 'throw', versionKey: false, minimize: false },
);

// No two of one name.
projectSchema.index({ nameFolded: 1 }, { name: 'name', unique: true });
// GET /automation-studio/projects; what filters look at stands in the index.
projectSchema.index({ nameFolded: 1, _id: 1, name: 1, description: 1 }, { name: 'list' });
