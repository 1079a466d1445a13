import { createHash } from 'node:crypto';
import { type FinishState } from '../finish-state.js';
import { type ValueRef } from '../value-ref.js';
import { type TaskInput } from '../pure-task.js';
import { holding } from './step-coroutine.js';
import { isBlank, numberOf } from './numbers.js';
import { type WorkingJob } from './working-job.js';

interface Reattempt {
  readonly kind: 'reattempt';
  readonly ms: number;
  readonly finish: FinishState;
  readonly value: ValueRef;
}

/**
 * One more try of whatever a revert edge leads back to. Tries are counted for each attempt id of the job,
 * and the count survives reverts: it is what ends the circle. Used up, the task ends in error.
 * An id that is secret is counted by its hash, because counts are kept as they are.
 */
export function countAttempt(
  job: WorkingJob,
  input: TaskInput,
  isSecret: boolean,
): Reattempt | string {
  const minutes = isBlank(input['minutes']) ? 0 : numberOf(input['minutes']);
  const attempts = isBlank(input['attempts']) ? 0 : numberOf(input['attempts']);
  if (minutes === undefined || attempts === undefined) {
    return 'minutes and attempts of a reattempt must be numbers';
  }
  const id = attemptId(input);
  const key = isSecret ? hashOf(job, id) : id;
  const done = job.attempts.get(key) ?? 0;
  if (done >= attempts) {
    const message = `no more attempts: all ${Math.max(0, attempts)} of '${id}' are used up`;
    return { kind: 'reattempt', ms: 0, finish: 'error', value: holding({ message }, isSecret) };
  }
  job.attempts.set(key, done + 1);
  const value = holding({ attemptID: id, attempt: done + 1, attempts }, isSecret);
  return { kind: 'reattempt', ms: Math.round(minutes * 60_000), finish: 'success', value };
}

/** Whatever the author gave: a text, or something taken from elsewhere. */
function attemptId({ attemptID }: TaskInput): string {
  return typeof attemptID === 'string' ? attemptID : JSON.stringify(attemptID ?? null);
}

/** With the job in it, so that equal ids of two jobs do not look alike. */
function hashOf(job: WorkingJob, id: string): string {
  const hash = createHash('sha256').update(`${job.context.jobId} ${id}`);
  return `secret ${hash.digest('hex')}`;
}
