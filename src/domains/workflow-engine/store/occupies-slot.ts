import { type JobState, type JobTimer } from '../../../cores/engine/job-state.js';
import { type Plan } from '../../../cores/engine/plan.js';

/** What a job waits for by itself; a service level or a listener's patience is no work. */
const AT_WORK: ReadonlySet<JobTimer['kind']> = new Set(['delay', 'retry', 'reattempt', 'stub']);

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
