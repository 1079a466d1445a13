import { type JobView } from '../answer/job-view.js';
import { toJobAnswer } from '../answer/to-job-answer.js';
import { type JobAnswer } from '../listing/listed-jobs.dto.js';
import { type BulkAction, type ItemOutcome, tallyOf } from './bulk-action.js';
import { type BulkResult } from './bulk-control.service.js';
import { type BulkJobsAnswer, type JobOutcomesAnswer } from './jobs-control.dto.js';

const DONE: Readonly<Record<BulkAction, string>> = {
  pause: 'paused',
  resume: 'resumed',
  cancel: 'canceled',
  continue: 'continued',
  revert: 'reverted',
  retry: 'retried',
  skip: 'taken past their task',
};

/** A job that was started or changed. */
export function toChangedJob(message: string, view: JobView): JobAnswer {
  return { message, data: toJobAnswer(view), metadata: {} };
}

/** What became of each job. */
export function toOutcomes(
  action: BulkAction,
  outcomes: readonly ItemOutcome[],
): JobOutcomesAnswer {
  const metadata = tallyOf(outcomes);
  return {
    message: `${String(metadata.applied)} of ${String(outcomes.length)} jobs ${DONE[action]}`,
    data: outcomes.map(({ id, kind, status, message }) => ({
      _id: id,
      outcome: kind,
      status,
      message,
    })),
    metadata,
  };
}

/** What became of all that matched. */
export function toBulkAnswer(result: BulkResult): BulkJobsAnswer {
  const { action, dryRun, matched, outcomes } = result;
  const message = dryRun
    ? `${String(matched)} jobs would be ${DONE[action]}, as far as they allow it`
    : `${String(outcomes.applied)} of ${String(matched)} jobs ${DONE[action]}`;
  return { message, data: result, metadata: {} };
}
