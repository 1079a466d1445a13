import { type FinishState } from '../finish-state.js';
import { type Plan } from '../plan.js';
import { followedState, isResolved } from './phases.js';
import { type Join, type WorkingJob } from './working-job.js';

/**
 * A task has ended, or no way leads to it any more: those after it learn of it. Each waits until all its
 * predecessors have ended or never will; then it runs if one of them leads to it, and else is dead, which
 * those after it learn in turn. Ends because standard edges make no circle.
 */
export function settleAfter(job: WorkingJob, at: number): void {
  const resolved = [at];
  for (let from = resolved.pop(); from !== undefined; from = resolved.pop()) {
    if (!isResolved(job.task(from).phase)) markDead(job, from);
    for (const { to, type, state } of job.planned(from).edges) {
      if (type !== 'standard' || state === 'loop') continue;
      if (job.task(to).phase !== 'pending') continue;
      const join = arrive(job, from, to, state);
      if (isDecided(job, to, join)) resolved.push(to);
    }
  }
}

/** Tasks that wait anew learn of what has ended before them, and those after them learn of it. */
export function settleAgain(job: WorkingJob, tasks: readonly number[]): void {
  for (const at of tasks) {
    const isNew = job.task(at).phase === 'pending' && !job.joins.has(at);
    // What nothing leads to waits for somebody to go back to it.
    if (!isNew || job.planned(at).ins.length === 0) continue;
    const join = openJoin(job, at);
    job.joins.set(at, join);
    if (isDecided(job, at, join)) settleAfter(job, at);
  }
}

/** A join that waits for nobody any more runs its task; true if it never will. */
function isDecided(job: WorkingJob, to: number, { open, live }: Join): boolean {
  if (open === 0 && live) job.change(to, { phase: 'ready' });
  return open === 0 && !live;
}

/** The body of a loop begins: the task is led to by the loop itself, and by nothing else unless it says so. */
export function enterBody(job: WorkingJob, at: number): void {
  if (job.task(at).phase !== 'pending') return;
  const join = { ...openJoin(job, at), live: true };
  job.joins.set(at, join);
  if (join.open === 0) job.change(at, { phase: 'ready' });
}

/** No element will run the tasks of this loop's body: nobody is to believe that they may still come. */
export function markBodyDead(job: WorkingJob, loop: number): void {
  for (const at of bodyOf(job.plan, loop)) {
    if (job.task(at).phase === 'pending') job.change(at, { phase: 'dead' });
  }
}

/** All tasks of a loop's body, those of loops within it included. */
export function bodyOf({ tasks }: Plan, loop: number): readonly number[] {
  const body = [...(tasks[loop]?.body ?? [])];
  // The list grows while it is walked.
  for (const at of body) body.push(...(tasks[at]?.body ?? []));
  return body;
}

/** No way leads to the task any more, nor to its body. */
export function markDead(job: WorkingJob, at: number): void {
  job.change(at, { phase: 'dead' });
  if (job.planned(at).body.length > 0) markBodyDead(job, at);
}

/** One more predecessor has resolved; a join that is new has already counted it. */
function arrive(job: WorkingJob, from: number, to: number, state: FinishState): Join {
  const present = job.joins.get(to);
  if (!present) {
    const join = openJoin(job, to);
    job.joins.set(to, join);
    return join;
  }
  present.open -= 1;
  present.live ||= leads(job, from, state);
  return present;
}

/** Counted once for each task and step: that keeps a join of thousands linear. */
function openJoin(job: WorkingJob, at: number): Join {
  const { ins, inStates } = job.planned(at);
  const join = { open: 0, live: ins.length > 0 && isEntered(job, at) };
  ins.forEach((from, index) => {
    if (!isResolved(job.task(from).phase)) join.open += 1;
    else join.live ||= leads(job, from, inStates[index]);
  });
  return join;
}

/** Whether the loop itself leads to the task: that it does so counts like a predecessor that has. */
function isEntered(job: WorkingJob, at: number): boolean {
  const { owner } = job.planned(at);
  if (owner === null) return false;
  return job.planned(owner).edges.some(({ to, state }) => state === 'loop' && to === at);
}

function leads(job: WorkingJob, from: number, state: FinishState | undefined): boolean {
  const { finish } = job.task(from);
  return finish !== null && followedState(job.planned(from), finish) === state;
}
