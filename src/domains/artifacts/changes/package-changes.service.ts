import { Injectable } from '@nestjs/common';
import { type ChangeRun, type PackageChangeSet } from './package-change-set.js';

/** Carries out a change while the packages belong to its caller alone. */
export type ApplyChange = (set: PackageChangeSet, run: ChangeRun) => Promise<void>;

/** Changes the set of installed packages; one change at a time over all nodes. */
@Injectable()
export class PackageChanges {
  /**
   * Runs the work while nobody else changes packages: what it reads stands until it has applied its
   * change. What an earlier change left unfinished has been ended before.
   * @throws AppError `conflict` with code `packages-busy` when another change goes on for too long.
   */
  async alone<T>(_work: (apply: ApplyChange) => Promise<T>): Promise<T> {
    await Promise.resolve();
    throw new Error('not there yet');
  }

  /**
   * Carries out a change, all of it or nothing; `alone` with nothing but that.
   * @throws AppError `conflict` when the packages or documents are not as the set says they are;
   *   `unavailable` when it was decided and will be carried through later. The reason of the
   *   `signal` when it was cancelled in time.
   */
  async apply(set: PackageChangeSet, run: ChangeRun): Promise<void> {
    await this.alone((apply) => apply(set, run));
  }
}
