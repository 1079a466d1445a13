import { type EngineEvent } from './engine-event.js';
import { type ValueRefs } from './value-ref.js';
import { type JobState } from './job-state.js';
import { type Plan } from './plan.js';
import { type Given, type StepQuery } from './pure-task.js';
import { handleEvent } from './running/handle-event.js';
import { WorkingJob } from './running/working-job.js';
import { type StepResult } from './step-result.js';
import { type StepContext } from './step-context.js';
import { beginTask } from './running/begin-task.js';
import { type StepCoroutine } from './running/step-coroutine.js';
import { advanceChildren } from './running/children.js';
import { conclude } from './running/conclude.js';
import { advanceLoop } from './running/loops.js';
import { OUTSIDE } from './running/phases.js';

export { type EngineEvent } from './engine-event.js';
export { type StepResult } from './step-result.js';
export {
  ENGINE_LIMITS,
  type EngineLimits,
  type MockLookup,
  type StepContext,
  type ValueBound,
} from './step-context.js';

/** A step under way: yields what it must be given, and returns what came of it. */
export type Step = Generator<readonly StepQuery[], StepResult, Given>;

/** The state of a job before its first event. */
export function initialState(plan: Plan, variables: ValueRefs, description: string): JobState {
  const pending = { phase: 'pending', finish: null } as const;
  const task = { ...pending, iterations: 0, generation: 0, tries: 0, secret: false };
  return {
    status: 'running',
    tasks: plan.tasks.map(() => task),
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, held]) => [
        name,
        plan.secretVariables.has(name) ? { ...held, secret: true as const } : held,
      ]),
    ),
    outputs: {},
    loops: {},
    children: {},
    attempts: {},
    timers: [],
    errors: [],
    description,
    reverts: {},
    lastFinished: null,
    hasMore: false,
    endedAt: null,
  };
}

/**
 * One step of a job: a pure function of its arguments and of what it is given on the way, so that it can
 * be computed again wherever its result was lost (ADR 0154).
 */
export function* step(plan: Plan, state: JobState, event: EngineEvent, context: StepContext): Step {
  const job = new WorkingJob(plan, state, context);
  const result = yield* handleEvent(job, event);
  if (result !== 'done') return result;
  yield* drain(job);
  return { kind: 'applied', state: job.commit(), commands: job.commands };
}

/** Runs everything that can run, as far as the step's fuel goes; when nothing is left, the job ends. */
function* drain(job: WorkingJob): StepCoroutine<void> {
  for (let next = nextWork(job); next; next = nextWork(job)) {
    if (!job.takeFuel()) return;
    yield* next;
  }
  if (job.status === 'running' && job.activeIn(OUTSIDE) === 0 && hasBegun(job)) conclude(job);
}

/** One that was paused and resumed before it began has not come to its end. */
function hasBegun(job: WorkingJob): boolean {
  return job.task(job.plan.start).phase !== 'pending';
}

/** Ready tasks first, then loops and childJobs whose turn it is; nothing while the job is paused. */
function nextWork(job: WorkingJob): StepCoroutine<void> | undefined {
  if (job.status !== 'running') return undefined;
  const ready = job.nextReady();
  if (ready !== undefined) return beginTask(job, ready);
  for (let idle = job.nextIdle(); idle !== undefined; idle = job.nextIdle()) {
    if (canGoOn(job, idle)) return advance(job, idle);
  }
  return undefined;
}

function canGoOn(job: WorkingJob, at: number): boolean {
  if (job.task(at).phase !== 'waiting') return false;
  return job.children.has(at) || (job.loops.has(at) && job.activeIn(at) === 0);
}

function* advance(job: WorkingJob, at: number): StepCoroutine<void> {
  if (job.children.has(at)) yield* advanceChildren(job, at);
  else yield* advanceLoop(job, at);
}
