import fc from 'fast-check';
import { compilePlan } from '../../../src/cores/engine/compile-plan.js';
import { type JobState } from '../../../src/cores/engine/job-state.js';
import { type EngineLimits } from '../../../src/cores/engine/step.js';
import { type JsonObject } from '../../../src/kernel/json.js';
import { CHILD_WORKFLOW, type EngineWorkflow } from './drawn-engine-workflow.js';
import { judgeStep, LIVE_CHILDREN } from './law-judge.js';
import { lawTasks } from './law-tasks.js';
import { type SimulatedJob } from './simulated-job.js';
import { SimulatedShell, type WorldOptions } from './simulated-shell.js';

/** Small bounds, so that small trials reach them. */
export const TRIAL_LIMITS: EngineLimits = {
  tasksPerStep: 5,
  reverts: 60,
  liveChildren: LIVE_CHILDREN,
  loopLength: 100,
  fuelPerTask: 10_000,
};

/** Id of the job that a trial is about. */
export const TRIAL_JOB = 'aaaaaaaaaaaaaaaaaaaaaaaa';

/** Everything at once. */
export const ALL_TROUBLE = { repeats: true, crashes: true, parks: true, disorder: true } as const;

export const anySeed = fc.integer({ min: 0, max: 0x7fff_ffff });

/** A child that computes something of its own from what it is given, and waits on the way. */
export const PLAIN_CHILD: EngineWorkflow = {
  name: CHILD_WORKFLOW,
  type: 'automation',
  tasks: {
    workflow_start: { name: 'workflow_start' },
    workflow_end: { name: 'workflow_end' },
    a: {
      name: 'call',
      app: 'Outside',
      type: 'automatic',
      location: 'Application',
      actor: 'Pronghorn',
      variables: { incoming: { finishes: ['success'] }, outgoing: { result: '$var.job.made' } },
    },
  },
  transitions: {
    workflow_start: { a: { type: 'standard', state: 'success' } },
    workflow_end: {},
    a: { workflow_end: { type: 'standard', state: 'success' } },
  },
};

/** A world that knows this workflow and the plain child, and judges every step. */
export function worldOf(
  workflow: JsonObject,
  options: Partial<WorldOptions> & { readonly seed: number },
): SimulatedShell {
  const compile = (document: JsonObject) => compilePlan(document, { isInline: lawTasks });
  const plans = new Map([
    ['drawn', compile(workflow)],
    [CHILD_WORKFLOW, compile(PLAIN_CHILD)],
  ]);
  return new SimulatedShell({
    plans,
    limits: TRIAL_LIMITS,
    tasks: lawTasks,
    judge: judgeStep,
    ...options,
  });
}

/** Begins the job of a trial. */
export function begin(world: SimulatedShell, variables: JsonObject = {}): SimulatedJob {
  const job = world.start(TRIAL_JOB, 'drawn', variables);
  if (!job) throw new Error('the trial has no workflow');
  return job;
}

/** A whole job under this seed, to its end or to where it stands for good. */
export function trialOf(
  workflow: JsonObject,
  options: Partial<WorldOptions> & { readonly seed: number },
): { readonly world: SimulatedShell; readonly job: SimulatedJob } {
  const world = worldOf(workflow, options);
  const job = begin(world);
  world.run();
  return { world, job };
}

/** Where everything stands in the end, without times, places of values and the order of things. */
export function endOf(
  world: SimulatedShell,
  { plan, state }: SimulatedJob,
): Readonly<Record<string, unknown>> {
  return {
    status: state.status,
    tasks: Object.fromEntries(
      state.tasks.map(({ phase, finish, iterations }, at) => [
        plan.tasks[at]?.id ?? '',
        { phase, finish, iterations },
      ]),
    ),
    variables: world.readAll(state.variables),
    outputs: Object.fromEntries(
      Object.entries(state.outputs).map(([at, values]) => [at, world.readAll(values)]),
    ),
    errors: state.errors.map(({ task, message }) => `${task}: ${message}`).sort(),
  };
}

/** How often each task has had an iteration, counted in what was stored. */
export function runsOf(
  world: SimulatedShell,
  { id, plan }: SimulatedJob,
): Readonly<Record<string, number>> {
  const inner = plan.tasks.filter((task) => !task.id.startsWith('workflow_'));
  return Object.fromEntries(inner.map((task) => [task.id, world.iterationsOf(id, task.id).length]));
}

/** What is wrong with the iterations that were stored of a job that stands still. */
export function iterationBreaches(
  world: SimulatedShell,
  { id, plan, state }: SimulatedJob,
): readonly string[] {
  return plan.tasks.flatMap((task, at) => {
    const all = world.iterationsOf(id, task.id);
    const numbers = all.map(({ iteration }) => iteration.number).sort((a, b) => a - b);
    const open = all.filter(({ end }) => end === null);
    const { phase } = state.tasks[at] ?? {};
    const isActive = state.endedAt === null && (phase === 'running' || phase === 'waiting');
    return [
      ...(numbers.every((number, index) => number === index + 1)
        ? []
        : [`I4: ${task.id} has the runs ${numbers.join()}`]),
      ...(open.length > (isActive ? 1 : 0)
        ? [`I4: ${open.length} runs of ${task.id} never ended`]
        : []),
    ];
  });
}

/** The tasks of a plan by id, as they stand. */
export function standing(job: SimulatedJob, id: string): JobState['tasks'][number] {
  const state = job.state.tasks[job.plan.places.get(id) ?? -1];
  if (!state) throw new Error(`no task ${id}`);
  return state;
}
