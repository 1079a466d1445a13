import { Injectable } from '@nestjs/common';
import { AppError, conflict } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { LockBusyError } from '../../../platform/database/lock-busy-error.js';
import {
  type OperationProgress,
  UNFOLLOWED,
} from '../../../platform/tracking/operation-progress.js';
import { type LockPatience, NamedLocks } from '#platform/database/named-locks.js';
import {
  type AfterDocument,
  changedBy,
  PackageInstallerService,
  removalOf,
} from '../packages/package-installer.service.js';
import { ChangeProgress, type ChangeRun, type PackageChangeSet } from './package-change-set.js';
import { type PackageChange } from '../stored/package-change.schema.js';
import { PackageJournalRepository } from './package-journal.repository.js';

/** Carries out a change while the packages belong to its caller alone; see `PackageChangesService.apply`. */
export type ApplyChange = (set: PackageChangeSet, run: ChangeRun) => Promise<void>;

/** Somebody who waits for the answer waits so long for the end of another change. */
const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Changes the set of installed packages, one change at a time over all nodes, and each of them whole or
 * not at all, without transactions: everything is staged, then one write to the journal of the change
 * decides. Before it the change is taken back, after it it is carried through, by this node or, after
 * a crash, by the next that looks (ADR 0183).
 */
@Injectable()
export class PackageChangesService {
  constructor(
    private readonly journal: PackageJournalRepository,
    private readonly installer: PackageInstallerService,
    private readonly locks: NamedLocks,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs the work while nobody else changes packages: what it reads stands until it has applied its
   * change. What an earlier change left unfinished has been ended before. Work that somebody follows
   * waits for its turn until it is cancelled.
   * @throws AppError `conflict` with code `packages-busy` when another change goes on for longer than
   *   somebody waits who does not follow it.
   */
  async alone<T>(
    work: (apply: ApplyChange) => Promise<T>,
    progress: OperationProgress = UNFOLLOWED,
  ): Promise<T> {
    try {
      return await this.locks.hold('packages', patienceOf(progress), async (isLost) => {
        // Whoever holds the lock finds no change under way, only those that nobody will end.
        await this.endUnfinished();
        return work((set, run) => this.carryOut(set, run, isLost));
      });
    } catch (error) {
      if (!(error instanceof LockBusyError)) throw error;
      throw new AppError('conflict', 'Another package is being installed or removed; try again', {
        code: 'packages-busy',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: error,
      });
    }
  }

  /**
   * Carries out a change, all of it or nothing; `alone` with nothing but that.
   * @throws AppError `conflict` when packages or documents are not as the set says they are;
   *   `unavailable` with code `change-unfinished` when it was decided and will be carried through
   *   later. The reason of the signal of its progress when it was cancelled in time.
   */
  async apply(set: PackageChangeSet, run: ChangeRun): Promise<void> {
    await this.alone((apply) => apply(set, run), run.progress);
  }

  /**
   * Ends what was begun before a crash, and clears away what belongs to no change. A node that holds
   * the lock is at work and needs no help.
   * @returns how many changes were ended.
   */
  async recover(): Promise<number> {
    try {
      return await this.locks.hold('packages', { waitMs: 0 }, async () => {
        const ended = await this.endUnfinished();
        await this.installer.releaseAll();
        return ended;
      });
    } catch (error) {
      if (error instanceof LockBusyError) return 0;
      throw error;
    }
  }

  private async carryOut(
    set: PackageChangeSet,
    run: ChangeRun,
    isLost: AbortSignal,
  ): Promise<void> {
    const change = this.toChange(set, run);
    const progress = new ChangeProgress(run.progress, set);
    run.progress.signal.throwIfAborted();
    try {
      await this.journal.begin(change);
      await this.stage(set, change._id, (name) => {
        isLost.throwIfAborted();
        run.progress.signal.throwIfAborted();
        progress.staged(name);
      });
      await run.progress.decide();
      if (!(await this.journal.decide(change._id, 'applying'))) throw interrupted();
    } catch (error) {
      // Why it failed matters more than that it could not be taken back: recovery does that too.
      if (!(await this.isDecided(change).catch(() => false))) throw error;
    }
    await this.carryThrough(change, progress);
  }

  private async stage(
    { installs, removals }: PackageChangeSet,
    changeId: string,
    after: AfterDocument,
  ): Promise<void> {
    for (const planned of installs) await this.installer.stage(planned, changeId, after);
    for (const record of removals) await this.installer.stageRemoval(record, changeId);
  }

  /**
   * After a failure: takes the change back unless it is decided. A write whose answer got lost may have
   * decided it, so the journal is asked, by a write that decides the other way.
   */
  private async isDecided(change: PackageChange): Promise<boolean> {
    const { _id: id } = change;
    if (!(await this.journal.decide(id, 'releasing'))) {
      if ((await this.journal.phaseOf(id)) === 'applying') return true;
    }
    await this.takeBack(change);
    return false;
  }

  private async carryThrough(change: PackageChange, progress: ChangeProgress): Promise<void> {
    try {
      await this.finish(change, progress);
    } catch (error) {
      throw new AppError(
        'unavailable',
        'The change was decided, but could not be finished yet; it is carried through as soon as possible',
        { code: 'change-unfinished', retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error },
      );
    }
  }

  private async finish(change: PackageChange, progress: ChangeProgress): Promise<void> {
    const { _id: id, packages } = change;
    for (const one of packages) {
      await this.installer.apply(one, id, (name) => {
        progress.applied(name);
      });
    }
    await this.installer.settle(id);
    await this.journal.end(id);
  }

  private async takeBack(change: PackageChange): Promise<void> {
    const { _id: id, packages } = change;
    for (const one of packages.toReversed()) await this.installer.takeBack(one, id);
    await this.installer.release(id);
    await this.journal.end(id);
  }

  private async endUnfinished(): Promise<number> {
    const unfinished = await this.journal.unfinished();
    for (const change of unfinished) {
      if (await this.isDecided(change)) await this.finish(change, new ChangeProgress(UNFOLLOWED));
    }
    return unfinished.length;
  }

  private toChange({ installs, removals }: PackageChangeSet, run: ChangeRun): PackageChange {
    return {
      _id: run.id,
      planHash: run.planHash,
      phase: 'staging',
      begun: this.clock.now(),
      packages: [...installs.map(changedBy), ...removals.map(removalOf)],
    };
  }
}

function patienceOf(progress: OperationProgress): LockPatience {
  if (progress === UNFOLLOWED) return { waitMs: WAIT_MS };
  const { signal, report } = progress;
  const onWait = (): void => {
    report({ done: 0, total: null, step: 'Waiting for another change of packages to end' });
  };
  return { waitMs: Infinity, signal, onWait };
}

function interrupted(): AppError {
  return conflict('The change was interrupted and taken back; try again');
}
