import { Injectable } from '@nestjs/common';
import { whileRenewed } from '../../../platform/work/while-renewed.js';
import { isUnreadable } from '../../../platform/secrets/secret-box.js';
import { ServiceChangeItemsRepository } from '../changes/service-change-items.repository.js';
import { LEASE_MS, ServiceChangesRepository } from '../changes/service-changes.repository.js';
import { type StoredChange, undone } from '../changes/service-change.js';
import { stopsOnError } from '../restconf/commit-options.js';
import { ItemSaverService } from './item-saver.service.js';
import { ItemReaderService, type Unit } from './item-reader.service.js';
import { SaveResultsService } from './save-results.service.js';
import { runOf, type SaveRun } from '../changes/save-run.js';
import { WriteBehind } from './write-behind.js';

const RENEWAL_MS = LEASE_MS / 3;
const BATCH = 100;

const AFTER_FAILURE = undone('not-sent', 'Not sent: an instance before it was not saved');
const NO_KEY = undone('not-sent', 'Not sent: no key of this server opens what was kept of it');
const UNKNOWN = undone('unknown', 'The node that sent it was stopped before an answer came');

/** Carries out changes, item by item in their order; each step is on disk before the next one. */
@Injectable()
export class SaveRunnerService {
  constructor(
    private readonly changes: ServiceChangesRepository,
    private readonly items: ServiceChangeItemsRepository,
    private readonly reader: ItemReaderService,
    private readonly saver: ItemSaverService,
    private readonly results: SaveResultsService,
  ) {}

  /**
   * Carries out what is left of a change until it is finished.
   * @param stopping ends the work between two items; another node goes on with it.
   */
  async run(change: StoredChange, stopping?: AbortSignal): Promise<void> {
    const renewal = { everyMs: RENEWAL_MS, renew: () => this.changes.renew(change) };
    await whileRenewed(renewal, async (lost) => {
      const ends = stopping ? AbortSignal.any([stopping, lost]) : lost;
      // Sent by a node that is gone.
      await this.items.settleSent(change._id, UNKNOWN);
      const isWhole = await this.runItems(runOf(change), ends);
      if (isWhole) await this.results.end(change);
      else await this.changes.release(change);
    });
  }

  /** @returns false when it was told to stop before the end. */
  private async runItems(run: SaveRun, ends: AbortSignal): Promise<boolean> {
    const { _id, total, isAtomic } = run.change;
    const batch = isAtomic ? total : BATCH;
    // What came of one item is written while the next one is looked at; no more than one waits for it.
    const written = new WriteBehind();
    for (let skip = 0; skip < total; skip += batch) {
      const works = await this.readable(_id, skip, batch);
      if (!works) {
        await written.settled(true);
        await this.items.settleRest(_id, NO_KEY);
        return true;
      }
      for (const unit of isAtomic ? [works] : works.map((one) => [one])) {
        if (ends.aborted) return written.settled(false);
        if (await this.runUnit(run, unit, written)) continue;
        await written.settled(true);
        await this.items.settleRest(_id, AFTER_FAILURE);
        return true;
      }
    }
    return written.settled(true);
  }

  /** Undefined when the keys are gone that these were sealed with: waiting would not bring them back. */
  private async readable(changeId: string, skip: number, limit: number): Promise<Unit | undefined> {
    try {
      return await this.reader.list(changeId, skip, limit);
    } catch (error) {
      if (isUnreadable(error)) return undefined;
      throw error;
    }
  }

  /** @returns false when what follows must not be sent. */
  private async runUnit(run: SaveRun, unit: Unit, written: WriteBehind): Promise<boolean> {
    const stops = stopsOnError(run.commit);
    if (unit.some(({ item }) => item.outcome !== null)) return !stops || unit.every(hasSucceeded);
    const works = unit.map(({ work }) => work);
    const results = await this.saver.save(run, works);
    await written.add(() => this.results.keep(run, works, results));
    return !stops || results.every(({ outcome }) => outcome === 'succeeded');
  }
}

function hasSucceeded({ item }: Unit[number]): boolean {
  return item.outcome === 'succeeded';
}
