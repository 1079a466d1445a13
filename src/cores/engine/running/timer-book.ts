import { type JobTimer } from '../job-state.js';

const OWN = -1;

/** The timers of a job by the task that they are for, so that one task's are found without a look at all. */
export class TimerBook {
  private readonly byTask = new Map<number, readonly JobTimer[]>();

  constructor(timers: readonly JobTimer[]) {
    for (const timer of timers) this.set(timer);
  }

  set(timer: JobTimer): void {
    const key = timer.task ?? OWN;
    this.byTask.set(key, [...(this.byTask.get(key) ?? []), timer]);
  }

  /** Whether a timer of this kind is set for the task. */
  has(task: number, kind: JobTimer['kind']): boolean {
    return (this.byTask.get(task) ?? []).some((timer) => timer.kind === kind);
  }

  /** The task has ended, or begins anew: nothing is to happen to it any more. */
  clearTask(task: number): void {
    this.byTask.delete(task);
  }

  /** An iteration of the task has ended; its service level goes on, because another one may follow. */
  clearIteration(task: number): void {
    const left = (this.byTask.get(task) ?? []).filter(({ kind }) => kind === 'task-sla');
    if (left.length > 0) this.byTask.set(task, left);
    else this.byTask.delete(task);
  }

  clear(): void {
    this.byTask.clear();
  }

  /** Takes out timers that are due, the earliest first, and says whether more of them are. */
  takeDue(
    now: number,
    most: number,
  ): { readonly due: readonly JobTimer[]; readonly more: boolean } {
    const due = this.all()
      .filter(({ at }) => at <= now)
      .sort((one, other) => one.at - other.at);
    const taken = due.slice(0, most);
    for (const timer of taken) this.remove(timer);
    return { due: taken, more: due.length > taken.length };
  }

  all(): JobTimer[] {
    return [...this.byTask.values()].flat();
  }

  private remove(timer: JobTimer): void {
    const key = timer.task ?? OWN;
    const left = (this.byTask.get(key) ?? []).filter((other) => other !== timer);
    if (left.length > 0) this.byTask.set(key, left);
    else this.byTask.delete(key);
  }
}
