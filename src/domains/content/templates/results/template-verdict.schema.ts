import { Schema } from 'mongoose';
import { type TemplateFailure, type TemplateVerdict } from './template-verdict.js';

export const TEMPLATE_VERDICT_MODEL = 'TemplateVerdict';

const failure = new Schema<TemplateFailure>(
  {
    preRawCommand: { type: String },
    postRawCommand: { type: String },
    device: { type: String, default: null },
    rules: { type: [Number], required: true },
  } satisfies Record<keyof TemplateFailure, unknown>,
  { _id: false, strict: 'throw' },
);

const definition = {
  _id: { type: String, required: true },
  template: { type: String, required: true },
  templateId: { type: String, required: true },
  templateFolded: { type: String, required: true },
  result: { type: Boolean, required: true },
  pairs: { type: Number, required: true },
  failedPairs: { type: Number, required: true },
  failures: { type: [failure], required: true },
  at: { type: Date, required: true },
  by: { type: String, required: true },
} satisfies Record<keyof TemplateVerdict, unknown>;

export const templateVerdictSchema = new Schema<TemplateVerdict>(definition, {
  collection: 'template_verdicts',
  strict: 'throw',
  versionKey: false,
  minimize: false,
});

// All verdicts, the newest first; the sweep of old ones.
templateVerdictSchema.index({ at: -1, _id: -1 }, { name: 'newest' });
// Those of one template, the newest first.
templateVerdictSchema.index({ templateFolded: 1, at: -1, _id: -1 }, { name: 'template' });
