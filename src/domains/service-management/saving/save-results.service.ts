import { Injectable } from '@nestjs/common';
import { invariant } from '../../../kernel/invariant.js';
import { ServiceChangeItemsRepository } from '../changes/service-change-items.repository.js';
import { ServiceChangesRepository } from '../changes/service-changes.repository.js';
import { type ItemResult, type StoredChange } from '../changes/service-change.js';
import { SavedInstancesService } from './saved-instances.service.js';
import { SaveJournalService } from './save-journal.service.js';
import { type ItemToSave, type SaveRun } from '../changes/save-run.js';

/** Keeps what came of saves, and tells of it. */
@Injectable()
export class SaveResultsService {
  constructor(
    private readonly changes: ServiceChangesRepository,
    private readonly items: ServiceChangeItemsRepository,
    private readonly instances: SavedInstancesService,
    private readonly journal: SaveJournalService,
  ) {}

  /** What became of each instance, in their order. */
  async keep(
    run: SaveRun,
    works: readonly ItemToSave[],
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

  /** Ends a change, unless somebody else has done so. */
  async end(change: StoredChange): Promise<void> {
    if (!(await this.changes.end(change, 'finished'))) return;
    await this.journal.ended(change, await this.items.count(change._id));
  }
}
