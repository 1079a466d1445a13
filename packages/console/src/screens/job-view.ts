import {
  type IterationShape,
  type JobAnswer,
  type JobErrorShape,
  type JobNews,
  type JobOutcomesAnswer,
  type JobShape,
  type JobTaskShape,
  type ListedJobShape,
} from '../../../client/src/client.js';
import { written } from '../parts/plain-text.js';
import * as texts from '../texts/jobs.js';

/** A task of a job with its id. */
export interface TaskOfJob extends JobTaskShape {
  readonly id: string;
}

/** Of a run what is shown beside others. */
export type RunOfJob = Pick<IterationShape, '_id' | 'job' | 'iteration' | 'status' | 'metrics'>;

/** Who looks at a job looks for what went wrong, then for what goes on, then for what has been. */
const RANKS: Readonly<Record<JobTaskShape['status'], number>> = {
  error: 0,
  running: 1,
  paused: 2,
  canceled: 3,
  complete: 4,
  incomplete: 5,
};

/** The tasks of a job: those that failed first, each kind as it began. */
export function tasksOf(job: JobShape): readonly TaskOfJob[] {
  return Object.entries(job.tasks)
    .map(([id, task]) => ({ ...task, id }))
    .sort(
      (a, b) => RANKS[a.status] - RANKS[b.status] || begunAt(a) - begunAt(b) || isEnd(a) - isEnd(b),
    );
}

/** What people call a run of a task: by its number where there is more than one. */
export function titleOfRun(job: JobShape, { job: { task: id }, iteration }: RunOfJob): string {
  const task = job.tasks[id];
  const title = task ? titleOf({ ...task, id }) : written(id);
  const isOneOfMany = iteration > 1 || (task?.iterations.length ?? 0) > 1;
  return isOneOfMany ? texts.titleOfRun(title, iteration) : title;
}

/** Something that happened in a job. */
export interface JobEvent {
  readonly atMs: number;
  readonly what: string;
  /** The account, or `platform`; empty where it is not known. */
  readonly by: string;
  /** Undefined for what happened to the job itself. */
  readonly run?: RunOfJob;
}

/** What happened in a job and in these runs of its tasks, the latest first as the runs are. */
export function eventsOf(job: JobShape, runs: readonly RunOfJob[]): readonly JobEvent[] {
  const { start_time, end_time, user } = job.metrics;
  const ofRuns = runs.flatMap((run) => {
    const { start_time: start, claim_time, end_time: end, owner, finish_state } = run.metrics;
    return [
      { atMs: end, what: finish_state ?? run.status, by: owner, run },
      { atMs: claim_time, what: 'claimed', by: owner, run },
      { atMs: start, what: 'started', by: 'platform', run },
    ];
  });
  const events = [
    { atMs: end_time, what: job.status, by: '' },
    ...ofRuns,
    { atMs: start_time, what: 'started', by: user },
  ];
  // What happened within one millisecond stays in the order of the runs.
  return events
    .flatMap(({ atMs, ...event }) => (atMs === null ? [] : [{ atMs, ...event }]))
    .sort((a, b) => b.atMs - a.atMs);
}

function isEnd({ id }: TaskOfJob): number {
  return id === 'workflow_end' ? 1 : 0;
}

function begunAt({ metrics }: JobTaskShape): number {
  return metrics.start_time ?? Number.MAX_SAFE_INTEGER;
}

/** What people call a task. */
export function titleOf(task: TaskOfJob): string {
  return written(task.summary || task.displayName || task.name || task.id);
}

/** The run of a task that waits for a person, by whose id it is answered. */
export function waitingRunOf({ type, status, iterations }: TaskOfJob): string | undefined {
  return type === 'manual' && status === 'running' ? iterations.at(-1) : undefined;
}

/** Whether there is something that a task has put out: until then a job says where that shall go. */
export function hasAnswered({ status }: Pick<JobTaskShape, 'status'>): boolean {
  return status === 'complete' || status === 'error';
}

/** What went wrong last: of what a task and the engine said of it at once, what the task said. */
export function lastFault({
  error = [],
}: Pick<ListedJobShape, 'error'>): JobErrorShape | undefined {
  const last = error.at(-1);
  return error.find(({ task, timestamp }) => task === last?.task && timestamp === last.timestamp);
}

/** The same as a sentence; empty for none. */
export function faultOf(job: Pick<ListedJobShape, 'error'>): string {
  return written(lastFault(job)?.message ?? '');
}

/** When a job last did something: its end, or the error that stopped it; null while it goes on. */
export function stoppedAt(job: {
  readonly status?: JobShape['status'];
  readonly error?: readonly JobErrorShape[];
  readonly metrics?: { readonly end_time: number | null };
}): number | null {
  const end = job.metrics?.end_time ?? null;
  if (end !== null || job.status !== 'error') return end;
  return job.error?.at(-1)?.timestamp ?? null;
}

/** How the platform names a value that is longer than was asked for. */
const TOO_LONG = /^<(\d+) bytes: too long for an answer with others>$/;

/** Values by whether they came with the job, or are named by their length. */
export function longValuesIn(values: Readonly<Record<string, unknown>>): {
  readonly short: Readonly<Record<string, unknown>>;
  readonly long: readonly { readonly name: string; readonly bytes: number }[];
} {
  const long = Object.entries(values).flatMap(([name, value]) => {
    const [, bytes] = typeof value === 'string' ? (TOO_LONG.exec(value) ?? []) : [];
    return bytes === undefined ? [] : [{ name, bytes: Number(bytes) }];
  });
  const names = new Set(long.map(({ name }) => name));
  const short = Object.entries(values).filter(([name]) => !names.has(name));
  return { short: Object.fromEntries(short), long };
}

const STANDS: Readonly<Record<JobShape['status'], string>> = {
  running: texts.jobGoesOn,
  paused: texts.jobIsPaused,
  error: texts.jobIsInError,
  complete: texts.jobIsComplete,
  canceled: texts.jobIsCanceled,
};

/** How a job stands after something was done with it, or why that was refused. */
export function outcomeOf(
  { data }: Pick<JobAnswer, 'data'> | Pick<JobOutcomesAnswer, 'data'>,
  before: Pick<JobShape, 'error'>,
): string {
  if (Array.isArray(data))
    return data
      .map(({ status, message }) => (status === null || message !== '' ? message : STANDS[status]))
      .join(', ');
  return data.status === 'error' && lastFault(data)?.timestamp !== lastFault(before)?.timestamp
    ? texts.jobHasFailedAgain
    : STANDS[data.status];
}

export function hasEnded({ status }: Pick<JobShape, 'status'>): boolean {
  return status === 'complete' || status === 'canceled';
}

/** The job as the news has it. What tasks have answered is not in the news. */
export function withNews(job: JobShape, news: JobNews['job']): JobShape {
  const tasks = { ...job.tasks };
  for (const [id, { status, finish_state }] of Object.entries(news.tasks)) {
    const task = tasks[id];
    if (task === undefined) continue;
    tasks[id] = {
      ...task,
      status: status as JobTaskShape['status'],
      metrics: { ...task.metrics, finish_state },
    };
  }
  return {
    ...job,
    tasks,
    status: news.status as JobShape['status'],
    description: news.description,
    error: news.error as JobShape['error'],
    metrics: { ...job.metrics, progress: news.progress },
  };
}
