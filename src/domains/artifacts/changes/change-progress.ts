import { type OperationProgress } from '../../../platform/tracking/operation-progress.js';
import { type PackageChangeSet } from './package-change-set.js';

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
