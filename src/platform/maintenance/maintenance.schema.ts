import { Schema } from 'mongoose';

/** How a switch of the platform stands; one for all nodes. */
export interface MaintenanceState {
  readonly enabled: boolean;
  /** Why, for people. */
  readonly reason: string;
  /** When it was switched last; null for never. */
  readonly since: Date | null;
  /** Username of who switched it; null for nobody. */
  readonly by: string | null;
}

/** One fact about the platform as a whole, among the others. */
export interface StoredMaintenance extends MaintenanceState {
  readonly _id: string;
}

/** Name under which the model is registered and injected. */
export const MAINTENANCE_MODEL = 'Maintenance';

/** Found by `_id` alone, so it needs no further index. */
export const maintenanceSchema = new Schema(
  {
    _id: { type: String, required: true },
    enabled: { type: Boolean, required: true },
    reason: { type: String },
    since: { type: Date, default: null },
    by: { type: String, default: null },
  } satisfies Record<keyof StoredMaintenance, unknown>,
  { collection: 'platform_state', strict: 'throw', versionKey: false },
);
