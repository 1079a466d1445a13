import { type BackupRun } from './backup-run.js';
import { type BackupRunsRepository } from './backup-runs.repository.js';
import { type RunItemsRepository } from './run-items.repository.js';

/** Where runs and their items are stored. */
interface RunStore {
  readonly runs: BackupRunsRepository;
  readonly items: RunItemsRepository;
}

/** Finishes a run of which all devices are written down, and none is open. */
export async function finishRunIfDone(
  { _id, total }: Pick<BackupRun, '_id' | 'total'>,
  { runs, items }: RunStore,
): Promise<void> {
  if (total !== null && !(await items.hasOpen(_id))) await runs.finish(_id);
}
