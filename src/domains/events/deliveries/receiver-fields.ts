const text = { type: String, required: true };

/** Fields of the schema of a kind of receivers (`StoredReceiver`), beside what it is called by. */
export const RECEIVER_FIELDS = {
  _id: text,
  name: text,
  nameFolded: text,
  description: { type: String, default: '' },
  enabled: { type: Boolean, required: true },
  disabledReason: { type: String, default: null },
  failingSince: { type: Date, default: null },
  failures: { type: Number, default: 0 },
  pausedUntil: { type: Date, default: null },
  revision: { type: Number, required: true },
  created: { type: Date, required: true },
  createdBy: text,
  updated: { type: Date, required: true },
  updatedBy: text,
};
