import { type JobState, type JobTimer } from '../../../cores/engine/job-state.js';
import { type Plan, type PlannedTask } from '../../../cores/engine/plan.js';
import { standingErrors } from '../../../cores/engine/running/failed-tasks.js';
import { cutText } from '../../../kernel/cut-text.js';
import { ownValue } from '../../../kernel/json-reading.js';
import { type StandingAt, type StoredJob } from './stored-job.js';

/** What a job waits for by itself; a service level or a listener's patience is no work. */
const AT_WORK: ReadonlySet<JobTimer['kind']> = new Set(['delay', 'retry', 'reattempt', 'stub']);
const STANDING_MAX = 20;
/** So much of what a task is called is kept. */
const SUMMARY_LENGTH_MAX = 256;
/** What is not carried out by then was lost with its node, or could not be done: somebody looks again. */
export const LEFT_OVER_MS = 5000;

/** Fields of the document of a job that follow from its state: lists, filters and workers go by them. */
export type DerivedJobFields = Pick<
  StoredJob,
  | 'status'
  | 'description'
  | 'endedAt'
  | 'updatedAt'
  | 'standsAt'
  | 'wakeAt'
  | 'takesPlace'
  | 'queuedDepth'
>;

/** What they follow from beside the state. */
export interface DerivationContext {
  readonly now: Date;
  /** Whether the step asks for anything. */
  readonly hasOutbox: boolean;
  /** How many jobs there are from the root down to this one. */
  readonly depth: number;
}

export function derivedFieldsOf(
  plan: Plan,
  state: JobState,
  { now, hasOutbox, depth }: DerivationContext,
): DerivedJobFields {
  return {
    status: state.status,
    description: state.description,
    endedAt: state.endedAt === null ? null : new Date(state.endedAt),
    updatedAt: now,
    standsAt: standingAt(plan, state),
    wakeAt: wakeAt(state, now, hasOutbox),
    takesPlace: occupiesSlot(plan, state),
    queuedDepth: isToBegin(plan, state) ? depth : null,
  };
}

/** Whether the job has never begun: one that is paused meanwhile begins when it is resumed. */
function isToBegin({ start }: Plan, { status, tasks }: JobState): boolean {
  return status === 'running' && tasks[start]?.phase === 'pending';
}

/**
 * Whether a job counts among those that are at work: it has something to run, or waits for a time. One that
 * waits for jobs that it has started takes no place, because these need one; nor does one that waits for a
 * person or an event, which may take days.
 */
export function occupiesSlot(plan: Plan, state: JobState): boolean {
  const { status, tasks, children, timers, hasMore } = state;
  if (status !== 'running') return false;
  if (Object.values(children).some(({ live }) => Object.keys(live).length > 0)) return false;
  return (
    hasMore ||
    timers.some(({ kind }) => AT_WORK.has(kind)) ||
    tasks.some(({ phase }, at) => phase === 'running' && plan.tasks[at]?.kind === 'dispatched')
  );
}

/** When a job must be looked at, if nothing comes before. */
export function wakeAt(state: JobState, now: Date, hasOutbox: boolean): Date | null {
  if (state.hasMore) return now;
  const times = state.timers.map(({ at }) => at);
  if (hasOutbox) times.push(now.getTime() + LEFT_OVER_MS);
  const earliest = times.reduce((least, time) => Math.min(least, time), Infinity);
  return Number.isFinite(earliest) ? new Date(earliest) : null;
}

function standingAt(plan: Plan, state: JobState): readonly StandingAt[] {
  if (state.endedAt !== null) return [];
  // A task that ended in error tells of it as well where it led to nothing more.
  const failed = [...new Set(standingErrors(plan, state).map(({ task }) => task))];
  const found: StandingAt[] = failed.map((task) => {
    const planned = plan.tasks[plan.places.get(task) ?? -1];
    return planned ? standing(planned, 'error') : { task, name: '', phase: 'error' };
  });
  for (const [at, { phase }] of state.tasks.entries()) {
    if (found.length >= STANDING_MAX) break;
    const task = plan.tasks[at];
    if (task && (phase === 'running' || phase === 'waiting')) {
      found.push(standing(task, phase));
    }
  }
  return found.slice(0, STANDING_MAX);
}

function standing({ id, name, document }: PlannedTask, phase: StandingAt['phase']): StandingAt {
  const summary = ownValue(document, 'summary');
  const isCalled = typeof summary === 'string' && summary !== '';
  return {
    task: id,
    name,
    phase,
    ...(isCalled && { summary: cutText(summary, SUMMARY_LENGTH_MAX) }),
  };
}
