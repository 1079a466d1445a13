import { type RunItem } from '../../../src/domains/backups/collecting/backup-run.js';

/** A device of a run of backups that waits for its first attempt, as it is written down. */
export function aRunItem(fields: Partial<RunItem> = {}): Omit<RunItem, 'due'> {
  return {
    _id: 'item',
    runId: 'run',
    deviceId: 'd',
    name: 'x',
    readers: ['*'],
    state: 'waiting',
    priority: 0,
    holder: null,
    attempts: 0,
    outcome: null,
    backupId: null,
    code: null,
    detail: null,
    started: null,
    finished: null,
    ...fields,
  };
}
