import { type EngineEvent } from './engine-event.js';
import { type ValueRefs } from './value-ref.js';
import { type JobState } from './job-state.js';
import { type Plan } from './plan.js';
import { type Given, type StepQuery } from './pure-task.js';
import { drain } from './running/drain.js';
import { handleEvent } from './running/handle-event.js';
import { WorkingJob } from './running/working-job.js';
import { type StepResult } from './step-result.js';
import { type StepContext } from './step-context.js';

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
