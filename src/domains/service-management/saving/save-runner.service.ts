import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { invariant } from '../../../kernel/invariant.js';
import { isJsonObject } from '../../../kernel/json.js';
import { whileRenewed } from '../../../platform/work/while-renewed.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { isUnreadable, unsealJson } from '../changes/sealed-json.js';
import { ServiceChangeItemsRepository } from '../changes/service-change-items.repository.js';
import { LEASE_MS, ServiceChangesRepository } from '../changes/service-changes.repository.js';
import {
  type ItemResult,
  type StoredChange,
  type StoredChangeItem,
  undone,
} from '../changes/service-change.js';
import { SavedInstancesService } from './saved-instances.service.js';
import { stopsOnError } from '../restconf/commit-options.js';
import { readInstancePath } from '../restconf/instance-path.js';
import { ItemSaverService } from './item-saver.service.js';
import { SaveJournalService } from './save-journal.service.js';
import { type ItemWork, runOf, type SaveRun } from './save-run.js';
import { WriteBehind } from './write-behind.js';

const RENEWAL_MS = LEASE_MS / 3;
const BATCH = 100;

const AFTER_FAILURE = undone('not-sent', 'Not sent: an instance before it was not saved');
const NO_KEY = undone('not-sent', 'Not sent: no key of this server opens what was kept of it');
const UNKNOWN = undone('unknown', 'The node that sent it was stopped before an answer came');

/** What is saved by one commit. */
type Unit = readonly { readonly item: StoredChangeItem; readonly work: ItemWork }[];

/** Carries out changes, item by item in their order; each step is on disk before the next one. */
@Injectable()
export class SaveRunnerService {
  // eslint-disable-next-line max-params -- one more than a service should have: heads, items, keys, and what is done
  constructor(
    private readonly changes: ServiceChangesRepository,
    private readonly items: ServiceChangeItemsRepository,
    private readonly secrets: SecretBox,
    private readonly saver: ItemSaverService,
    private readonly instances: SavedInstancesService,
    private readonly journal: SaveJournalService,
    private readonly clock: Clock,
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
      if (isWhole) await this.end(change);
      else await this.changes.release(change);
    });
  }

  /** The instances of a change as they are to be saved. */
  async works(changeId: string, skip: number, limit: number): Promise<Unit> {
    const items = await this.items.list(changeId, { skip, limit });
    return items.map((item) => ({ item, work: this.workOf(item) }));
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
      return await this.works(changeId, skip, limit);
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
    await written.add(() => this.keep(run, works, results));
    return !stops || results.every(({ outcome }) => outcome === 'succeeded');
  }

  private async keep(
    run: SaveRun,
    works: readonly ItemWork[],
    results: readonly ItemResult[],
  ): Promise<void> {
    for (const [at, work] of works.entries()) {
      const result = results[at];
      invariant(result, 'each item has a result');
      // What lies at another path cannot be found again, let alone deleted.
      const isSaved = result.outcome === 'succeeded' && result.error === null;
      const [told] = await Promise.all([
        isSaved && !run.commit.dryRun
          ? this.instances.keep(run.change, work, result.target)
          : undefined,
        this.items.noteResult(work.id, result),
      ]);
      if (told) await this.journal.tell(run.change, [told]);
    }
  }

  private async end(change: StoredChange): Promise<void> {
    if (!(await this.changes.end(change, 'finished', this.clock.now()))) return;
    await this.journal.ended(change, await this.items.count(change._id));
  }

  private workOf(item: StoredChangeItem): ItemWork {
    const { _id: id, pointer, servicePath, xpath, keyLeaves, content, demandedHash } = item;
    const instance = unsealJson(this.secrets, content);
    const reading = readInstancePath(servicePath);
    invariant(reading.kind === 'read' && isJsonObject(instance), 'only what was read is kept');
    const place = { id, pointer, servicePath, path: reading.path, xpath };
    return { ...place, keyLeaves, instance, demandedHash };
  }
}

function hasSucceeded({ item }: Unit[number]): boolean {
  return item.outcome === 'succeeded';
}
