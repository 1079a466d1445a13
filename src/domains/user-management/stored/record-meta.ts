/** When a record of user management was made and last changed (`_meta` in its answers). */
export interface RecordMeta {
  readonly created: Date;
  readonly updated: Date;
}

/** The Mongoose definition of `_meta`, the same in every collection of this domain. */
export const RECORD_META = {
  created: { type: Date, required: true },
  updated: { type: Date, required: true },
} as const satisfies Record<keyof RecordMeta, unknown>;
