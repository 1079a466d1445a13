import { type BackupRun, type RunCounts, type RunItem } from './backup-run.js';
import { type RunReport } from './backup-runs.service.js';
import {
  type BackupRunAnswer,
  type BackupRunShown,
  type RunItemShown,
  type TakenBackupsAnswer,
} from './collecting.dto.js';

/** A run as lists show it. */
export function toRun(run: BackupRun, counts: RunCounts): BackupRunShown {
  const { _id, by, scheduleId, description, notes, created, finished } = run;
  return {
    _id,
    status: finished === null ? 'running' : 'complete',
    schedule: scheduleId,
    by,
    description,
    notes,
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

/** A run in the members that existing clients read as well. What is answered later stays so. */
export function toTaken(run: BackupRunAnswer): TakenBackupsAnswer {
  const [only] = run.total === 1 ? run.devices : [];
  const { succeeded, failed } = run.counts;
  const words = `Took the configurations of ${succeeded} device(s); ${failed} failed`;
  return Object.assign(run, { id: only?.backupId ?? run._id, message: only?.error ?? words });
}

function toItem(item: RunItem): RunItemShown {
  const { name, state, outcome, backupId, code, detail, attempts, started, finished } = item;
  return {
    device: name,
    status: state,
    outcome,
    backupId,
    code,
    error: detail,
    attempts,
    started: started?.toISOString() ?? null,
    finished: finished?.toISOString() ?? null,
  };
}
