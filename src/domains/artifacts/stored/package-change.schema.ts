import { Schema } from 'mongoose';

/** Name under which the model is registered and injected. */
export const PACKAGE_CHANGE_MODEL = 'PackageChange';

/** What a change does to one package. */
export interface ChangedPackage {
  readonly packageId: string;
  /** `restore` brings back the version before, from its snapshot. */
  readonly kind: 'install' | 'replace' | 'restore' | 'remove';
  /** Where documents of it may lie: nothing else has to be looked through to end the change. */
  readonly collections: readonly string[];
}

/** While staging a change can be taken back; one write makes it either of the others for good. */
export type ChangePhase = 'staging' | 'applying' | 'releasing';

/** The journal of one change: by it the change is ended after a crash. It goes when the change has ended. */
export interface PackageChange {
  readonly _id: string;
  readonly planHash: string | null;
  readonly phase: ChangePhase;
  readonly begun: Date;
  /** In the order in which they are changed. */
  readonly packages: readonly ChangedPackage[];
}

export const packageChangeSchema = new Schema<Record<keyof PackageChange, unknown>>(
  {
    _id: { type: String, required: true },
    planHash: { type: String, default: null },
    phase: { type: String, required: true },
    begun: { type: Date, required: true },
    packages: { type: [Schema.Types.Mixed], required: true },
  } satisfies Record<keyof PackageChange, unknown>,
  { collection: 'package_changes', strict: 'throw', versionKey: false, minimize: false },
);
