import { type BackupRun, type RunCounts, type RunItem } from './backup-run.js';
import { type RunReport } from './backup-runs.service.js';
import { type BackupRunAnswer, type BackupRunShown, type RunItemShown } from './collecting.dto.js';

/** A run as lists show it. */
export function toRun(run: BackupRun, counts: RunCounts): BackupRunShown {
  const { _id, by, scheduleId, description, notes, created, finished } = run;
  return {
    _id,
    status: finished === null ? 'running' : 'complete',
    schedule: scheduleId,
    ...{ by, description, notes },
    created: created.toISOString(),
    finished: finished?.toISOString() ?? null,
    counts,
  };
}

/** A run with a part of its devices. */
export function toRunAnswer({ run, counts, items }: RunReport): BackupRunAnswer {
  const part = { total: items.total, devices: items.items.map(toItem) };
  return Object.assign(toRun(run, counts), part);
}

function toItem(item: RunItem): RunItemShown {
  const { name, state, outcome, backupId, code, detail, attempts, started, finished } = item;
  return {
    ...{ device: name, status: state, outcome, backupId, code, error: detail, attempts },
    started: started?.toISOString() ?? null,
    finished: finished?.toISOString() ?? null,
  };
}
