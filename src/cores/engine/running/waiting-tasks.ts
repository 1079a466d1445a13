import { type Iteration } from '../commands.js';
import { type FinishState } from '../finish-state.js';
import { type ValueRef } from '../value-ref.js';
import { type JobTimer } from '../job-state.js';
import { type PlannedTask, type WaitingTask } from '../plan.js';
import { type TaskInput } from '../pure-task.js';
import { type StepCoroutine, hasSecret, holding, namedValuesOf } from './step-coroutine.js';
import { beginChildren } from './children.js';
import { endAtOnce } from './finishing.js';
import { beginLoop } from './loops.js';
import { isBlank, numberOf } from './numbers.js';
import { outcomeOf } from './outcomes.js';
import { type WorkingJob } from './working-job.js';
import { createHash } from 'node:crypto';

/** The longest wait: about 100 years, so that the time at which it ends is a date. */
const WAIT_MAX_MS = 100 * 365 * 24 * 60 * 60 * 1000;

/** What a task waits for: a time, and how it ends then; `listener` for events that may come before. */
interface Wait {
  readonly kind: JobTimer['kind'];
  readonly ms: number;
  readonly finish: FinishState;
  readonly value: ValueRef | null;
}

/** Begins a task that the engine itself waits with. One that has nothing to wait for ends at once. */
export function* beginWaiting(
  job: WorkingJob,
  task: PlannedTask,
  iteration: Iteration,
): StepCoroutine<void> {
  const input = yield* namedValuesOf(job, iteration.input);
  switch (task.name as WaitingTask) {
    case 'forEach':
      beginLoop(job, task, iteration, input);
      break;
    case 'childJob':
      yield* beginChildren(job, task, iteration, input);
      break;
    case 'eventListenerJob':
      beginListening(job, task, iteration, input);
      break;
    case 'delay':
      yield* beginWait(job, task, iteration, delayOf(input));
      break;
    case 'stub':
      yield* beginWait(job, task, iteration, stubOf(input, hasSecret(iteration.input)));
      break;
    case 'reattempt':
      yield* beginWait(job, task, iteration, countAttempt(job, input, hasSecret(iteration.input)));
  }
}

function* beginWait(
  job: WorkingJob,
  task: PlannedTask,
  iteration: Iteration,
  wait: Wait | string,
): StepCoroutine<void> {
  if (typeof wait === 'string') {
    endAtOnce(job, { task, iteration }, { finish: 'error', error: { message: wait } });
  } else if (wait.ms <= 0) {
    endAtOnce(job, { task, iteration }, yield* outcomeOf(job, wait));
  } else {
    job.commands.push({ kind: 'wait', iteration });
    waitFor(job, task.at, wait);
  }
}

function waitFor(job: WorkingJob, at: number, { kind, ms, finish, value }: Wait): void {
  const { generation } = job.task(at);
  job.change(at, { phase: 'waiting' });
  const until = job.now + Math.min(ms, WAIT_MAX_MS);
  job.timers.set({ kind, task: at, generation, at: until, ends: { finish, value } });
}

function delayOf(input: TaskInput): Wait | string {
  const seconds = isBlank(input['time']) ? 0 : numberOf(input['time']);
  if (seconds === undefined) return 'the time of a delay must be a number of seconds';
  const ms = Math.round(seconds * 1000);
  return { kind: 'delay', ms, finish: 'success', value: holding(ms, false) };
}

function stubOf(input: TaskInput, isSecret: boolean): Wait | string {
  const seconds = isBlank(input['delay']) ? 0 : numberOf(input['delay']);
  if (seconds === undefined) return 'the delay of a stub must be a number of seconds';
  const type = isBlank(input['type']) ? 'success' : input['type'];
  if (type !== 'success' && type !== 'failure' && type !== 'error') {
    return 'the type of a stub must be success, failure or error';
  }
  const value = holding(input['response'] ?? null, isSecret);
  return { kind: 'stub', ms: Math.round(seconds * 1000), finish: type, value };
}

/** Listens until an event comes that matches; with a `timeout` in seconds, not for longer. */
function beginListening(
  job: WorkingJob,
  task: PlannedTask,
  iteration: Iteration,
  input: TaskInput,
): void {
  const seconds = isBlank(input['timeout']) ? 0 : numberOf(input['timeout']);
  const isSecret = hasSecret(iteration.input);
  if (seconds === undefined || isSecret) {
    const message = isSecret
      ? 'what a job listens to cannot be secret'
      : 'the timeout of an eventListenerJob must be a number of seconds';
    endAtOnce(job, { task, iteration }, { finish: 'error', error: { message } });
    return;
  }
  job.commands.push({ kind: 'wait', iteration, listener: { ...input } });
  job.change(task.at, { phase: 'waiting' });
  if (seconds <= 0) return;
  const ms = Math.round(seconds * 1000);
  waitFor(job, task.at, { kind: 'listener', ms, finish: 'failure', value: null });
}

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
function countAttempt(job: WorkingJob, input: TaskInput, isSecret: boolean): Reattempt | string {
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
