import { Injectable } from '@nestjs/common';
import { AppError, type Fault } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ServiceChangeItemsRepository } from '../changes/service-change-items.repository.js';
import { ServiceChangesRepository } from '../changes/service-changes.repository.js';
import { maskedPlan } from '../changes/masked-plan.js';
import { type StoredChange, undone } from '../changes/service-change.js';
import { ItemPlansService, type Verdict } from './item-plans.service.js';
import { failureText } from './item-saver.service.js';
import { ItemReaderService } from './item-reader.service.js';
import { type ItemToSave, runOf, type SaveRun } from '../changes/save-run.js';

const BEFORE_ALL = undone('not-sent', 'Not sent: the plan of another instance has changed');

/** A plan that is no longer the one that was seen. */
interface OtherPlan {
  readonly work: ItemToSave;
  readonly verdict: Extract<Verdict, { kind: 'other' }>;
}

/** Holds every plan against the one that was seen, before anything is committed. */
@Injectable()
export class PlanCheckService {
  constructor(
    private readonly reader: ItemReaderService,
    private readonly plans: ItemPlansService,
    private readonly changes: ServiceChangesRepository,
    private readonly items: ServiceChangeItemsRepository,
  ) {}

  /**
   * Asks again for every plan that was seen. Where asking fails, the item has failed and stays so.
   * @throws AppError `conflict` (`plan-changed`) with the plans as they are now; the change is over then.
   */
  async assertUnchanged(change: StoredChange): Promise<void> {
    const run = runOf(change);
    const items = await this.reader.list(change._id, 0, change.total);
    const works = items.map(({ work }) => work);
    const units = change.isAtomic ? [works] : works.map((work) => [work]);
    const others: OtherPlan[] = [];
    for (const unit of units) others.push(...(await this.compared(run, unit)));
    if (others.length === 0) return;
    await this.items.settleRest(change._id, BEFORE_ALL);
    await this.changes.end(change, 'finished');
    // Nothing was committed: the same request may come again with another plan.
    await this.changes.forgetRequest(change._id);
    throw planChanged(change, others);
  }

  private async compared(run: SaveRun, unit: readonly ItemToSave[]): Promise<readonly OtherPlan[]> {
    const [work] = unit;
    const { orchestrator } = run;
    if (!work?.demandedHash || !orchestrator) return [];
    const seen = work.demandedHash;
    const verdict = await this.verdict(run, unit, seen);
    if (verdict.kind === 'same') return [];
    for (const [at, { id }] of unit.entries()) {
      // One plan of all is kept once.
      await this.items.noteResult(id, at > 0 ? { ...verdict.kept, dryrun: null } : verdict.kept);
    }
    return verdict.kind === 'other' ? [{ work, verdict }] : [];
  }

  private async verdict(run: SaveRun, unit: readonly ItemToSave[], seen: string): Promise<Verdict> {
    try {
      if (!run.orchestrator) return { kind: 'same' };
      return await this.plans.verify(run, run.orchestrator, unit, seen);
    } catch (error) {
      return { kind: 'failed', kept: undone('failed', failureText(error)) };
    }
  }
}

function planChanged({ _id, isAtomic }: StoredChange, others: readonly OtherPlan[]): AppError {
  const errors = others.map(({ work, verdict }): Fault => {
    const pointer = isAtomic ? '#/options/planHash' : `${work.pointer}/planHash`;
    return { pointer, detail: `is not the present plan, which is ${verdict.hash}` };
  });
  const plans = others.map(({ work, verdict }): JsonObject => ({
    xpath: work.xpath,
    planHash: verdict.hash,
    dryrun: maskedPlan(verdict.result, verdict.secrets),
  }));
  return new AppError(
    'conflict',
    `The plan has changed since it was seen; nothing was committed (change ${_id})`,
    { code: 'plan-changed', errors, current: { changeId: _id, plans } },
  );
}
