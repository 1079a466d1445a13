import { type PlannedPackage } from '../packages/package-installer.service.js';
import { type InstalledRecord } from '../packages/stored-package.js';

/** What one change does to the installed packages: all of it or nothing. */
export interface PackageChangeSet {
  /** Dependencies before what needs them. */
  readonly installs: readonly PlannedPackage[];
  /** Dependents before what they need. */
  readonly removals: readonly InstalledRecord[];
}

/** How far a change has come; `total` counts the writes of documents, staged and applied. */
export interface ChangeStep {
  readonly done: number;
  readonly total: number;
  readonly step: string;
}

/** How a change is carried out. */
export interface ChangeRun {
  /** Of the journal, never used before; `IdSource.next()` does. */
  readonly id: string;
  /** Hash of the plan that was applied; null for a change that nobody planned. */
  readonly planHash: string | null;
  /** Told after each step; must not throw. */
  readonly report?: ((step: ChangeStep) => void) | undefined;
  /** Takes the change back until it is decided; afterwards it is carried through. */
  readonly signal?: AbortSignal | undefined;
}
