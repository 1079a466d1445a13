import { type JobState, type TaskState } from '../job-state.js';
import { type Plan, type PlannedTask } from '../plan.js';
import { NO_TRANSITIONS } from '../running/conclude.js';
import { bodyOf, markDead, settleAgain } from '../running/joins.js';
import { OUTSIDE } from '../running/phases.js';
import { WorkingJob } from '../running/working-job.js';
import { ENGINE_LIMITS } from '../step-context.js';
import { upgradedState } from './upgraded-state.js';
import { isReached } from './upgraded-tasks.js';
import { isInSameLoop, isSameJoin, isSameOnward, isSameTask } from './task-differences.js';
import { blockersOf, type UpgradeBlocker } from './upgrade-blockers.js';

export const TASK_CHANGES = ['added', 'removed', 'changed', 'ways'] as const;
export type TaskChange = (typeof TASK_CHANGES)[number];

export const TASK_FATES = [
  'keeps-result',
  'failed',
  'goes-on',
  'next',
  'later',
  'not-run',
  'removed',
] as const;
export type TaskFate = (typeof TASK_FATES)[number];

/** A task that another version of the workflow has otherwise. */
export interface UpgradedTask {
  readonly task: string;
  readonly name: string;
  readonly change: TaskChange;
  /** Null as long as something is in the way. */
  readonly then: TaskFate | null;
}

/** What it means for a job to go over to another version of its workflow. */
export interface Upgrade {
  readonly tasks: readonly UpgradedTask[];
  /** Ids of the tasks that have finished and do not run again. */
  readonly kept: readonly string[];
  readonly blockers: readonly UpgradeBlocker[];
  /** The job by the other plan; null where something is in the way. */
  readonly state: JobState | null;
}

/**
 * How a job goes over to another version of its workflow. Tasks are the same by their ids. What has finished
 * keeps its results and does not run again, what is under way goes on, and what has not had its turn waits
 * for it as the other version says. Nothing begins by it.
 */
export function upgradeOf(from: Plan, state: JobState, to: Plan): Upgrade {
  const blockers = blockersOf(from, state, to);
  const moved = blockers.length > 0 ? null : settled(from, state, to);
  const after = moved?.tasks;
  const changed = to.tasks.flatMap((task): UpgradedTask[] => {
    const change = changeOf(from, to, task);
    const stands = after?.[task.at];
    return change ? [{ ...named(task), change, then: stands ? fateOf(stands) : null }] : [];
  });
  const removed = from.tasks
    .filter(({ id }) => !to.places.has(id))
    .map(
      (task) => ({ ...named(task), change: 'removed', then: after ? 'removed' : null }) as const,
    );
  const kept = to.tasks.filter(({ at }) => after?.[at] && fateOf(after[at]) === 'keeps-result');
  const ids = kept.filter(({ kind }) => kind !== 'start' && kind !== 'end').map(({ id }) => id);
  return { tasks: [...changed, ...removed], kept: ids, blockers, state: moved };
}

function named({ id, name }: PlannedTask): Pick<UpgradedTask, 'task' | 'name'> {
  return { task: id, name };
}

function changeOf(from: Plan, to: Plan, task: PlannedTask): TaskChange | undefined {
  const before = from.tasks[from.places.get(task.id) ?? -1];
  if (!before) return 'added';
  if (!isSameTask(before, task)) return 'changed';
  return isSameOnward([from, before], [to, task]) ? undefined : 'ways';
}

function fateOf({ phase, finish }: TaskState): TaskFate {
  switch (phase) {
    case 'done':
      return finish === 'error' ? 'failed' : 'keeps-result';
    case 'running':
    case 'waiting':
      return 'goes-on';
    case 'ready':
      return 'next';
    case 'pending':
      return 'later';
    case 'dead':
      return 'not-run';
  }
}

/** Tasks that have not had their turn, and that other ways lead to now, learn anew of what has ended before them. */
function settled(from: Plan, state: JobState, to: Plan): JobState {
  const job = new WorkingJob(to, upgradedState(from, state, to), STILL);
  const again = affectedBy(from, job);
  const past = beforeReached(job);
  const waiting = again.filter((at) => !past.has(at));
  for (const at of again) if (past.has(at)) markDead(job, at);
  for (const at of waiting) {
    for (const one of [at, ...bodyOf(to, at)]) {
      if (!isReached(job.task(one))) job.change(one, { phase: 'pending' });
    }
  }
  settleAgain(job, waiting);
  if (job.status === 'error' && job.activeIn(OUTSIDE) > 0) holdOpen(job);
  return job.commit();
}

/** A job in error for which there is a way now: it goes on when somebody resumes it. */
function holdOpen(job: WorkingJob): void {
  job.status = 'paused';
  job.forgetErrors(({ message }) => message === NO_TRANSITIONS);
}

/** Nothing is computed, and no command is kept. */
const STILL = { jobId: '', now: 0, tasks: () => undefined, limits: ENGINE_LIMITS };

/** Tasks outside of loops that have not had their turn: those that are led to otherwise, and all behind them. */
function affectedBy(from: Plan, job: WorkingJob): readonly number[] {
  const { plan: to } = job;
  const first = to.tasks.filter((task) => {
    const before = from.tasks[from.places.get(task.id) ?? -1];
    if (!before || !isInSameLoop([from, before], [to, task])) return true;
    return !isSameJoin([from, before], [to, task]);
  });
  const affected = new Set(first.map(({ at }) => at).filter((at) => isOpen(job, at)));
  // The set grows while it is walked.
  for (const at of affected) {
    for (const { to: next, type, state } of job.planned(at).edges) {
      if (type === 'standard' && state !== 'loop' && isOpen(job, next)) affected.add(next);
    }
  }
  return [...affected].sort((one, other) => one - other);
}

function isOpen(job: WorkingJob, at: number): boolean {
  return job.planned(at).owner === null && !isReached(job.task(at));
}

/** Tasks that lead to one that has had its turn: the job is past them. Nothing comes after the end. */
function beforeReached(job: WorkingJob): ReadonlySet<number> {
  const { tasks, end } = job.plan;
  const before = new Set<number>();
  const open = tasks.map(({ at }) => at).filter((at) => at !== end && isReached(job.task(at)));
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const earlier of job.planned(at).ins) {
      if (before.has(earlier)) continue;
      before.add(earlier);
      open.push(earlier);
    }
  }
  return before;
}
