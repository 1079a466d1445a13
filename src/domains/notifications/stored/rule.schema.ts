import { Schema } from 'mongoose';
import { type StoredRule } from './rule.js';

/** Name under which the model is registered and injected. */
export const RULE_MODEL = 'NotificationRule';

const text = { type: String, required: true };
const texts = { type: [String], required: true };

export const ruleSchema = new Schema<Record<keyof StoredRule, unknown>>(
  {
    _id: text,
    name: text,
    nameFolded: text,
    description: { type: String, default: '' },
    enabled: { type: Boolean, required: true },
    filters: { type: Schema.Types.Mixed, required: true },
    workflows: texts,
    devices: texts,
    deviceGroups: texts,
    groups: texts,
    channels: texts,
    to: texts,
    subject: { type: String, default: null },
    text: { type: String, default: null },
    quiet: { type: Schema.Types.Mixed, default: null },
    bundleMinutes: { type: Number, required: true },
    revision: { type: Number, required: true },
    created: { type: Date, required: true },
    createdBy: text,
    updated: { type: Date, required: true },
    updatedBy: text,
  } satisfies Record<keyof StoredRule, unknown>,
  { collection: 'notification_rules', strict: 'throw', versionKey: false, minimize: false },
);

// A name is taken once; lists are in its order.
ruleSchema.index({ nameFolded: 1 }, { unique: true });
// Which rules are about events for a group of accounts.
ruleSchema.index({ groups: 1, nameFolded: 1 });
// Which rules send to a channel.
ruleSchema.index({ channels: 1, nameFolded: 1 });
