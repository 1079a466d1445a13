import { SYSTEM_ACTOR_WORDS } from '../../../kernel/dialect-words.js';
import { type TaskState } from '../../../cores/engine/job-state.js';
import { type PlannedTask } from '../../../cores/engine/plan.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { type StoredJob } from '../store/stored-job.js';
import { type JobMetricsShape } from './job-task.dto.js';
import { type JobView } from './job-view.js';

/** What answers call the platform where it acts by itself. */
export const PLATFORM_ACTOR = SYSTEM_ACTOR_WORDS.interface;

/** Who started a job. */
export function starterName({ startedBy }: Pick<StoredJob, 'startedBy'>): string {
  return startedBy?.username ?? PLATFORM_ACTOR;
}

/** Times of a task and who worked it: of its last run; start and end have the times of the job. */
export function taskMetrics(view: JobView, task: PlannedTask, state: TaskState): JobMetricsShape {
  const run = view.iterations.get(task.id)?.stored;
  const app = { id: task.app, version: task.location === 'Application' ? view.version : '' };
  // A task that was skipped has ended otherwise than its last run.
  const finish_state = state.finish ?? run?.finish ?? null;
  if (run) return { ...metricsOf(run, ownerOf(view, task, run)), finish_state, app };
  if (state.phase !== 'done') return { ...NOTHING_YET, app };
  return { ...boundary(view, task), finish_state: state.finish, app };
}

/** Times of one run and who worked it. */
export function iterationMetrics(run: StoredIteration, version: string): JobMetricsShape {
  const owner = run.manual ? (run.manual.owner?.username ?? '') : PLATFORM_ACTOR;
  return { ...metricsOf(run, owner), app: { id: run.app, version } };
}

const NOTHING_YET = {
  owner: '',
  start_time: null,
  end_time: null,
  run_time: null,
  claim_time: null,
  finish_state: null,
  server_id: '',
} as const satisfies Omit<JobMetricsShape, 'app'>;

function metricsOf(run: StoredIteration, owner: string): Omit<JobMetricsShape, 'app'> {
  const [start, end] = [run.startedAt.getTime(), run.endedAt?.getTime() ?? null];
  return {
    owner,
    start_time: start,
    end_time: end,
    run_time: end === null ? null : Math.max(0, end - start),
    claim_time: run.manual?.claimedAt?.getTime() ?? null,
    finish_state: run.finish,
    server_id: run.serverId,
  };
}

/** Whoever holds a manual task; else in whose name the task runs. */
function ownerOf({ job }: JobView, { actor }: PlannedTask, { manual }: StoredIteration): string {
  if (manual) return manual.owner?.username ?? '';
  return actor === 'job' ? starterName(job) : PLATFORM_ACTOR;
}

/** Start and end never run; they are where the job begins and ends. */
function boundary({ job, plan }: JobView, { at }: PlannedTask): Omit<JobMetricsShape, 'app'> {
  const [start, end] = [job.startedAt.getTime(), job.endedAt?.getTime() ?? null];
  if (at === plan.start)
    return {
      ...NOTHING_YET,
      owner: starterName(job),
      start_time: start,
      end_time: start,
      run_time: 0,
    };
  return {
    ...NOTHING_YET,
    owner: PLATFORM_ACTOR,
    start_time: end,
    end_time: end,
    run_time: end === null ? null : Math.max(0, end - start),
  };
}
