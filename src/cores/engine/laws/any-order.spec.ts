import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { engineWorkflow } from '#test/support/engine/drawn-engine-workflow.js';
import { referenceRun } from '#test/support/engine/reference-run.js';
import {
  ALL_TROUBLE,
  anySeed,
  endOf,
  iterationBreaches,
  runsOf,
  trialOf,
} from '#test/support/engine/trial.js';

const TASKS = { inline: true, manual: true, timers: true, children: true };
const plain = engineWorkflow({ ...TASKS });
const looped = engineWorkflow({ ...TASKS, loops: true, retries: true });

/** As the reference says it: status, runs of each task, how each ended. */
const told = (world: Parameters<typeof runsOf>[0], job: Parameters<typeof runsOf>[1]) => ({
  status: job.state.status,
  runs: runsOf(world, job),
  finishes: Object.fromEntries(
    job.state.tasks.flatMap(({ phase, finish }, at) =>
      phase === 'done' ? [[job.plan.tasks[at]?.id ?? '', finish]] : [],
    ),
  ),
});

describe('workflows under any schedule, with repeats, disorder, crashes and values moved away', () => {
  it('I3 to I8, I13, I18: without loops every task runs as the graph says, at most once', () => {
    fc.assert(
      fc.property(plain, anySeed, (workflow, seed) => {
        const { world, job } = trialOf(workflow, { seed, trouble: ALL_TROUBLE });
        expect(world.breaches).toEqual([]);
        expect(iterationBreaches(world, job)).toEqual([]);
        expect(told(world, job)).toEqual(referenceRun(workflow));
        expect(Math.max(...Object.values(runsOf(world, job)))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  it('I8: without loops and retries a job takes at most as many steps as it has tasks and edges', () => {
    fc.assert(
      fc.property(plain, anySeed, (workflow, seed) => {
        const { world, job } = trialOf(workflow, { seed, trouble: { disorder: true } });
        const { tasks } = job.plan;
        const edges = tasks.reduce((sum, task) => sum + task.edges.length, 0);
        const children = [...world.jobs.values()].length - 1;
        expect(world.applied.filter((one) => one.job === job.id).length).toBeLessThanOrEqual(
          2 * tasks.length + edges + children,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('I12: loops run their bodies once for each element, in order, however they are nested', () => {
    fc.assert(
      fc.property(looped, anySeed, (workflow, seed) => {
        const { world, job } = trialOf(workflow, { seed, trouble: ALL_TROUBLE });
        expect(world.breaches).toEqual([]);
        expect(iterationBreaches(world, job)).toEqual([]);
        expect(told(world, job)).toEqual(referenceRun(workflow));
      }),
      { numRuns: 120 },
    );
  });

  it('I10: the end does not depend on the order in which parallel branches finish', () => {
    fc.assert(
      fc.property(looped, anySeed, anySeed, (workflow, one, other) => {
        const [first, second] = [one, other].map((seed) =>
          trialOf(workflow, { seed, trouble: { disorder: true } }),
        );
        expect(first && endOf(first.world, first.job)).toEqual(
          second && endOf(second.world, second.job),
        );
      }),
      { numRuns: 60 },
    );
  });
});
