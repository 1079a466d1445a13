import { listOf } from '../../../api/lists/list-declaration.js';
import { TriggerRunAnswer, TriggerRunListOptions } from './firing.dto.js';

/** Runs of a trigger, the newest first. */
export const TRIGGER_RUN_LIST = listOf('listTriggerRuns', {
  item: TriggerRunAnswer,
  own: TriggerRunListOptions,
  filters: { outcome: 'outcome' },
  order: ['at', -1],
  stored: { outcome: { path: 'outcome' }, at: { path: 'at', date: true } },
});
