import { invariant } from '../../../kernel/invariant.js';
import { type CountedChange, type ShownItem } from './change-reader.service.js';
import { runOf } from './save-run.js';
import {
  type ChangedItem,
  type SavedItem,
  type BegunSave,
  type SaveOperation,
  type ServiceChange,
} from './service-changes.dto.js';

/** What became of one instance, as operation 18 answers it. */
export function toSavedItem({
  action,
  target,
  xpath,
  error,
  outcome,
  dryrun,
  planHash,
}: ShownItem): SavedItem {
  invariant(outcome, 'only what has an outcome is a result');
  return {
    action,
    target,
    xpath,
    success: outcome === 'succeeded',
    error,
    outcome,
    ...(dryrun && { dryrun }),
    ...(planHash !== null && { planHash }),
  };
}

/** The same with what would take it back; what has no outcome yet is not sent so far. */
export function toChangedItem(item: ShownItem): ChangedItem {
  const { outcome, reverse } = item;
  const settled = { ...item, outcome: outcome ?? (item.isSent ? 'unknown' : 'not-sent') } as const;
  return Object.assign(toSavedItem(settled), { reverse });
}

/** A save in the background, as far as it has come. */
export function toBegunSave(found: CountedChange): BegunSave {
  return begun(found);
}

function begun({ change, counts }: CountedChange): Pick<BegunSave, keyof BegunSave> {
  const { succeeded, failed, unknown, 'not-sent': notSent } = counts;
  return {
    id: change._id,
    status: change.state,
    done: succeeded + failed + unknown + notSent,
    total: change.total,
    succeeded,
    failed,
    unknown,
    notSent,
    created: change.created.toISOString(),
    finished: change.finished?.toISOString() ?? null,
  };
}

/** The same with what became of some of its instances. */
export function toSaveOperation(found: CountedChange, items: readonly ShownItem[]): SaveOperation {
  const results = items.filter(({ outcome }) => outcome !== null).map(toSavedItem);
  return { ...begun(found), results };
}

/** A change without its instances. */
export function toServiceChange({ change, counts }: CountedChange): ServiceChange {
  const { commit, skipsValidation } = runOf(change);
  const { succeeded, failed, unknown, 'not-sent': notSent } = counts;
  return {
    id: change._id,
    kind: change.kind,
    status: change.state,
    adapterId: change.adapterId,
    adapter: change.adapterName,
    options: {
      flags: [...commit.flags],
      dryrun: commit.dryRun && { ...commit.dryRun },
      commitQueue: commit.queue && { ...commit.queue },
      skipsValidation,
    },
    atomic: change.isAtomic,
    total: change.total,
    succeeded,
    failed,
    unknown,
    notSent,
    by: change.by.username,
    created: change.created.toISOString(),
    finished: change.finished?.toISOString() ?? null,
  };
}
