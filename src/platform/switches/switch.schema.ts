import { Schema } from 'mongoose';

/** Whether something of the platform is off on all nodes; what was never switched is on. */
export interface StoredSwitch {
  /** What it switches: the name of an application. */
  readonly _id: string;
  readonly off: boolean;
  readonly changed: Date;
  /** Username of who switched it last. */
  readonly by: string;
}

/** Name under which the model is registered and injected. */
export const SWITCH_MODEL = 'Switch';

/** Found by `_id` alone, so it needs no further index; there are as many as applications. */
export const switchSchema = new Schema(
  {
    _id: { type: String, required: true },
    off: { type: Boolean, required: true },
    changed: { type: Date, required: true },
    by: { type: String, required: true },
  } satisfies Record<keyof StoredSwitch, unknown>,
  { collection: 'switches', strict: 'throw', versionKey: false },
);
