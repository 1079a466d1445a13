import { decodeState } from '../../../cores/engine/codec.js';
import { type JobState } from '../../../cores/engine/job-state.js';
import { type StoredJob } from './stored-job.js';

/** Where a job stands, its secrets sealed: canceled as soon as one above it is. */
export function stateOf({
  state: text,
  canceledFromAbove,
}: Pick<StoredJob, 'state' | 'canceledFromAbove'>): JobState {
  const state = decodeState(text);
  return canceledFromAbove ? { ...state, status: 'canceled' } : state;
}
