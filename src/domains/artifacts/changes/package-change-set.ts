import { type OperationProgress } from '../../../platform/tracking/operation-progress.js';
import { type PlannedPackage } from '../packages/package-installer.service.js';
import { type InstalledRecord } from '../stored/stored-package.js';

/** What one change does to the installed packages: all of it or nothing. */
export interface PackageChangeSet {
  /** Dependencies before what needs them. */
  readonly installs: readonly PlannedPackage[];
  /** Dependents before what they need. */
  readonly removals: readonly InstalledRecord[];
}

/** How a change is carried out. */
export interface ChangeRun {
  /** Of the journal, never used before; `IdSource.next()` does. */
  readonly id: string;
  /** Hash of the plan that is applied; null for a change that nobody planned. */
  readonly planHash: string | null;
  /** Told after each document; its signal takes the change back until the change is decided. */
  readonly progress: OperationProgress;
}
