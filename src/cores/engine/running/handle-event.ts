import { type EngineEvent } from '../engine-event.js';
import { type StepCoroutine } from './step-coroutine.js';
import { noteChildEnd } from './children.js';
import { type ControlResult, isOver } from './refusals.js';
import { cancelJob, pauseJob, resumeJob, tellUpgrade } from './controls.js';
import { finishTask } from './finishing.js';
import { settleAfter } from './joins.js';
import { endOf, outcomeOf } from './outcomes.js';
import { continueFrom, retryFailed, retryTask, revertTo, skipTask } from './repairs.js';
import { isUnderWay } from './resets.js';
import { notePossibleWait, noteWait } from './reverts.js';
import { keepable } from './value-bounds.js';
import { type WorkingJob } from './working-job.js';
import { type JobTimer } from '../job-state.js';
import { isActive } from './phases.js';

const WORLD_KINDS = ['start', 'wake', 'finished', 'child', 'stood-in'] as const;
type EventOf<Kind extends EngineEvent['kind']> = Extract<EngineEvent, { kind: Kind }>;
type WorldKind = (typeof WORLD_KINDS)[number];
/** What people ask of a job. */
type ControlEvent = Exclude<EngineEvent, { kind: WorldKind }>;
const IGNORED: ControlResult = { kind: 'ignored' };

/** Lets an event happen to a job. What comes late, twice or for an older run changes nothing. */
export function* handleEvent(job: WorkingJob, event: EngineEvent): StepCoroutine<ControlResult> {
  if (isControl(event)) return controlled(job, event);
  if (isOver(job)) return IGNORED;
  switch (event.kind) {
    case 'start':
      return startJob(job);
    case 'wake':
      return yield* wakeJob(job);
    case 'finished':
      return taskFinished(job, event);
    case 'child':
      return childEnded(job, event);
    case 'stood-in':
      return stoodIn(job, event);
  }
}

function isControl(event: EngineEvent): event is ControlEvent {
  return !(WORLD_KINDS as readonly string[]).includes(event.kind);
}

/** What is asked of the job as a whole, about no task. */
const WHOLE = {
  pause: pauseJob,
  resume: resumeJob,
  cancel: cancelJob,
  upgraded: tellUpgrade,
  'retry-failed': retryFailed,
};

function isAboutAll(event: ControlEvent): event is EventOf<keyof typeof WHOLE> {
  return Object.hasOwn(WHOLE, event.kind);
}

function controlled(job: WorkingJob, event: ControlEvent): ControlResult {
  if (isAboutAll(event)) return WHOLE[event.kind](job);
  switch (event.kind) {
    case 'continue':
      return continueFrom(job, event.task);
    case 'revert':
      return revertTo(job, event.to);
    case 'retry':
      return retryTask(job, event.task);
    case 'skip':
      return skipTask(job, event.task, event.finish);
  }
}

function startJob(job: WorkingJob): ControlResult {
  const { start, slaMs } = job.plan;
  if (job.status !== 'running' || job.task(start).phase !== 'pending') return IGNORED;
  job.publish({ topic: 'jobStart' });
  if (slaMs > 0) {
    job.timers.set({ kind: 'job-sla', task: null, generation: 0, at: job.now + slaMs });
  }
  job.change(start, { phase: 'done', finish: 'success' });
  job.lastFinished = start;
  settleAfter(job, start);
  return 'done';
}

function* wakeJob(job: WorkingJob): StepCoroutine<ControlResult> {
  const hasFired = yield* fireDueTimers(job);
  return hasFired || job.wasUnfinished ? 'done' : IGNORED;
}

function taskFinished(job: WorkingJob, event: EventOf<'finished'>): ControlResult {
  const at = job.plan.places.get(event.task);
  if (at === undefined || !isWorkedOutside(job, at)) return IGNORED;
  if (event.iteration !== job.iterationOf(at)) return IGNORED;
  notePossibleWait(job);
  const isSecret = job.task(at).secret;
  const task = job.planned(at);
  const end = endOf(task, keepable(job, task, event.outcome), { isSecret, now: job.now });
  job.close(at, end);
  finishTask(job, at, end);
  return 'done';
}

/** Whether a worker, a person or a listener is to end the task, and has not. */
function isWorkedOutside(job: WorkingJob, at: number): boolean {
  const { name, kind } = job.planned(at);
  if (!isUnderWay(job, at)) return false;
  return kind === 'dispatched' || kind === 'manual' || name === 'eventListenerJob';
}

function childEnded(job: WorkingJob, event: EventOf<'child'>): ControlResult {
  const at = job.plan.places.get(event.task);
  if (at === undefined || !isUnderWay(job, at)) return IGNORED;
  if (event.iteration !== job.iterationOf(at)) return IGNORED;
  const failure = event.status === 'complete' ? undefined : failureOf(event);
  if (!noteChildEnd(job, at, event.index, failure)) return IGNORED;
  noteWait(job);
  return 'done';
}

/** None of its children is there: they all run the workflow that is absent. */
function stoodIn(job: WorkingJob, event: EventOf<'stood-in'>): ControlResult {
  const at = job.plan.places.get(event.task);
  if (at === undefined || !isUnderWay(job, at) || !job.children.has(at)) return IGNORED;
  if (event.iteration !== job.iterationOf(at)) return IGNORED;
  notePossibleWait(job);
  const told = { isSecret: job.task(at).secret, now: job.now };
  const end = { ...endOf(job.planned(at), event.outcome, told), mocked: true } as const;
  job.close(at, end);
  job.children.delete(at);
  finishTask(job, at, end);
  return 'done';
}

function failureOf({ status, message, index }: EventOf<'child'>): string {
  if (status === 'canceled') return `child ${index} was canceled`;
  return message ?? `child ${index} could not start`;
}

/** Lets timers fire whose time has come. False where none has; those of older runs are only taken away. */
function* fireDueTimers(job: WorkingJob): StepCoroutine<boolean> {
  const { due, more } = job.timers.takeDue(job.now, job.context.limits.tasksPerStep);
  if (more) job.hasMore = true;
  for (const timer of due) {
    if (timer.task === null) job.publish({ topic: 'jobSlaBreach' });
    else if (timer.generation === job.task(timer.task).generation) {
      yield* fire(job, timer, timer.task);
    }
  }
  return due.length > 0;
}

function* fire(job: WorkingJob, timer: JobTimer, at: number): StepCoroutine<void> {
  const { phase, secret } = job.task(at);
  const task = job.planned(at);
  if (timer.kind === 'task-sla') {
    if (isActive(phase)) job.publish({ topic: 'taskSlaBreach', task: task.id });
    return;
  }
  if (phase !== 'waiting') return;
  noteWait(job);
  if (timer.kind === 'retry') {
    job.change(at, { phase: 'ready' });
    return;
  }
  if (!timer.ends) return;
  const outcome = yield* outcomeOf(job, timer.ends);
  const end = endOf(task, outcome, { isSecret: secret, now: job.now });
  job.close(at, end);
  finishTask(job, at, end);
}
