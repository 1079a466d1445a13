import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { engineWorkflow } from '#test/support/engine/drawn-engine-workflow.js';
import { type SimulatedJob } from '#test/support/engine/simulated-job.js';
import { type SimulatedShell } from '#test/support/engine/simulated-shell.js';
import {
  anySeed,
  begin,
  endOf,
  iterationBreaches,
  trialOf,
  worldOf,
} from '#test/support/engine/trial.js';
import { type JobState } from '../job-state.js';
import { type PlannedTask } from '../plan.js';
import { type EngineEvent } from '../step.js';

const TASKS = { inline: true, manual: true, timers: true, children: true };
const looped = engineWorkflow({ ...TASKS, loops: true, retries: true });
const everything = engineWorkflow({ ...TASKS, loops: true, retries: true, reverts: true });
const someActions = fc.integer({ min: 0, max: 30 });

/** A job that has come so far, whatever that is. */
const underWay = (
  workflow: Parameters<typeof worldOf>[0],
  seed: number,
  actions: number,
): { readonly world: SimulatedShell; readonly job: SimulatedJob } => {
  const world = worldOf(workflow, { seed, trouble: { disorder: true, crashes: true } });
  const job = begin(world);
  for (let at = 0; at < actions; at += 1) world.act();
  return { world, job };
};

const everyEvent = ({ world, job }: ReturnType<typeof underWay>): readonly EngineEvent[] => [
  { kind: 'start' },
  { kind: 'wake' },
  { kind: 'pause' },
  { kind: 'resume' },
  { kind: 'cancel' },
  { kind: 'retry-failed' },
  ...job.plan.tasks.flatMap(({ id }): EngineEvent[] => [
    { kind: 'continue', task: id },
    { kind: 'revert', to: id },
    { kind: 'retry', task: id },
    { kind: 'skip', task: id, finish: 'success' },
  ]),
  ...world.iterationsOf(job.id).map(({ iteration: { id, task } }): EngineEvent => {
    return { kind: 'finished', task, iteration: id, outcome: { finish: 'success' } };
  }),
];

describe('jobs that people control', () => {
  it('I7: a job that is complete or canceled takes no event any more', () => {
    fc.assert(
      fc.property(everything, anySeed, fc.boolean(), (workflow, seed, isCanceled) => {
        const trial = underWay(workflow, seed, isCanceled ? 8 : 2000);
        if (isCanceled) trial.world.apply(trial.job, { kind: 'cancel' });
        fc.pre(['complete', 'canceled'].includes(trial.job.state.status));
        const { state } = trial.job;
        const kinds = everyEvent(trial).map((event) => trial.world.apply(trial.job, event).kind);
        expect(kinds).not.toContain('applied');
        expect(trial.job.state).toBe(state);
      }),
      { numRuns: 60 },
    );
  });

  it('I15: nothing begins in a pause, and a resumed job ends as if it had never paused', () => {
    fc.assert(
      fc.property(looped, anySeed, someActions, (workflow, seed, actions) => {
        const { world, job } = underWay(workflow, seed, actions);
        const isPaused = world.apply(job, { kind: 'pause' }).kind === 'applied';
        world.run();
        expect([isPaused, 'paused']).toEqual([isPaused, isPaused ? job.state.status : 'paused']);
        world.apply(job, { kind: 'resume' });
        world.run();
        expect(world.breaches).toEqual([]);
        const never = trialOf(workflow, { seed, trouble: { disorder: true } });
        expect(endOf(world, job)).toEqual(endOf(never.world, never.job));
      }),
      { numRuns: 80 },
    );
  });

  it('I16: after a cancel no task and no descendant is active, and none begins', () => {
    fc.assert(
      fc.property(everything, anySeed, someActions, (workflow, seed, actions) => {
        const { world, job } = underWay(workflow, seed, actions);
        const result = world.apply(job, { kind: 'cancel' });
        expect(result.kind === 'applied').toBe(job.state.status === 'canceled');
        world.run();
        expect(world.breaches).toEqual([]);
        const family = [...world.jobs.values()];
        expect(family.map(({ state }) => state.endedAt)).not.toContain(null);
        expect(family.flatMap((one) => iterationBreaches(world, one))).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  it('I9: going back leaves everything that does not follow the target as it is', () => {
    fc.assert(
      fc.property(everything, anySeed, someActions, fc.nat(), (workflow, seed, actions, pick) => {
        const { world, job } = underWay(workflow, seed, actions);
        const targets = revertible(job);
        const target = targets[pick % Math.max(1, targets.length)];
        fc.pre(target !== undefined);
        const { state: before } = job;
        expect(world.apply(job, { kind: 'revert', to: target.id }).kind).toBe('applied');
        const { state: after } = job;
        const region = downstream(job, target.at);
        expect(after.variables).toEqual(before.variables);
        const moved = after.tasks.flatMap(({ generation }, at) =>
          generation === before.tasks[at]?.generation ? [] : [at],
        );
        expect(moved).toEqual([...region].sort((a, b) => a - b));
        const outside = ({ tasks, outputs }: JobState) =>
          tasks.map((task, at) => (region.has(at) ? null : [task, outputs[at]]));
        expect(outside(after)).toEqual(outside(before));
        const cleared = [...region].flatMap((at) => Object.keys(after.outputs[at] ?? {}));
        expect(cleared).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });
});

/** Tasks that have finished and wait for a worker: to go back to them runs nothing in the same step. */
function revertible({ plan, state }: SimulatedJob): readonly PlannedTask[] {
  if (state.endedAt !== null || state.hasMore) return [];
  return plan.tasks.filter(
    ({ at, kind, owner }) =>
      (kind === 'dispatched' || kind === 'manual') &&
      owner === null &&
      state.tasks[at]?.phase === 'done',
  );
}

/** The target and everything reachable from it over standard and loop edges. */
function downstream({ plan }: SimulatedJob, from: number): ReadonlySet<number> {
  const reached = new Set<number>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    for (const { to, type } of plan.tasks[at]?.edges ?? []) if (type === 'standard') open.push(to);
  }
  return reached;
}
