import { type ModelDefinition } from '@nestjs/mongoose';
import { Schema } from 'mongoose';
import { PACKAGED_RECORD } from '../../../platform/packaged/packaged-record.schema.js';
import { CONTENT_KIND_NAMES, CONTENT_KINDS, type ContentKindName } from '../kinds/content-kinds.js';
import { type ContentFacts, type StoredContent } from './content-record.js';

/** Name under which the model of a kind is registered. */
export function contentModel(kind: ContentKindName): string {
  return `Content ${kind}`;
}

/** One model for each kind; all of one shape. */
export const CONTENT_MODELS: readonly ModelDefinition[] = CONTENT_KIND_NAMES.map((kind) => ({
  name: contentModel(kind),
  schema: contentSchema(CONTENT_KINDS[kind].collection),
}));

function contentSchema(collection: string): Schema {
  const facts = new Schema<Record<keyof ContentFacts, unknown>>(
    {
      version: { type: Number, required: true },
      // Empty text is what `required` would refuse.
      description: { type: String },
      descriptionFolded: { type: String },
      tags: { type: [String], required: true },
      keys: { type: [String], required: true },
      draft: { type: Boolean, required: true },
      refersTo: { type: [String], required: true },
    } satisfies Record<keyof ContentFacts, unknown>,
    { _id: false, strict: 'throw' },
  );
  const schema = new Schema<Record<keyof StoredContent, unknown>>(
    { ...PACKAGED_RECORD, facts: { type: facts } } satisfies Record<keyof StoredContent, unknown>,
    { collection, strict: 'throw', versionKey: false, minimize: false },
  );
  // No two of one name, wherever they come from; packages declare the same index.
  schema.index({ nameFolded: 1 }, { name: 'name', unique: true });
  // Lists by name; what filters look at stands in the index.
  schema.index(
    { nameFolded: 1, _id: 1, hidden: 1, name: 1, 'facts.descriptionFolded': 1 },
    { name: 'list' },
  );
  // Lists of what has a description, or one that begins with a text.
  schema.index(
    { 'facts.descriptionFolded': 1, nameFolded: 1, _id: 1, hidden: 1 },
    { name: 'description' },
  );
  // Lists of what has a tag, or what else its kind is found by.
  schema.index({ 'facts.tags': 1, nameFolded: 1, _id: 1 }, { name: 'tags' });
  schema.index({ 'facts.keys': 1, nameFolded: 1, _id: 1 }, { name: 'keys' });
  // Who refers to a document that is about to be deleted.
  schema.index({ 'facts.refersTo': 1, nameFolded: 1, _id: 1 }, { name: 'references' });
  // Documents whose facts are of an earlier way of deriving them.
  schema.index({ 'facts.version': 1 }, { name: 'facts' });
  return schema;
}
