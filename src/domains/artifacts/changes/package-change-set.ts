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

const NOTHING: PackageChangeSet = { installs: [], removals: [] };

/** Counts the documents that a change stages and applies, each once. */
export class ChangeProgress {
  private readonly total: number;
  private done = 0;

  constructor(
    private readonly progress: OperationProgress,
    { installs }: PackageChangeSet = NOTHING,
  ) {
    const written = installs.flatMap(({ newDocuments, changedDocuments }) => [
      newDocuments.length,
      changedDocuments.length,
    ]);
    this.total = 2 * written.reduce((sum, count) => sum + count, 0);
  }

  /** A document is staged; what is visible has not changed. */
  staged(name: string): void {
    this.tell(`Preparing '${name}'`);
  }

  /** A document is where everybody sees it. */
  applied(name: string): void {
    this.tell(`Writing '${name}'`);
  }

  private tell(step: string): void {
    this.done += 1;
    this.progress.report({ done: this.done, total: this.total, step });
  }
}
