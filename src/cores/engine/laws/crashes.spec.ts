import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { engineWorkflow } from '#test/support/engine/drawn-engine-workflow.js';
import {
  ALL_TROUBLE,
  anySeed,
  endOf,
  iterationBreaches,
  trialOf,
} from '#test/support/engine/trial.js';

const everything = engineWorkflow({
  reverts: true,
  loops: true,
  uncaught: true,
  children: true,
  timers: true,
  retries: true,
  manual: true,
  inline: true,
});

describe('what a crash, a repeat or another order of things may change', () => {
  it('I1: the events of a job lead to the same state again', () => {
    fc.assert(
      fc.property(everything, anySeed, (workflow, seed) => {
        const trouble = { disorder: true, crashes: true, repeats: true };
        const { world, job } = trialOf(workflow, { seed, trouble });
        expect(world.replay(job)).toEqual(job.state);
      }),
      { numRuns: 70 },
    );
  });

  it('I2, I4: whatever comes again or too late changes nothing, and nothing is ever stuck', () => {
    fc.assert(
      fc.property(everything, anySeed, (workflow, seed) => {
        const { world, job } = trialOf(workflow, { seed, trouble: ALL_TROUBLE });
        expect(world.breaches).toEqual([]);
        expect(iterationBreaches(world, job)).toEqual([]);
        expect(['complete', 'error']).toContain(job.state.status);
      }),
      { numRuns: 150 },
    );
  });

  it('I11: with crashes at any point the effects are the same, in the same order', () => {
    fc.assert(
      fc.property(everything, anySeed, (workflow, seed) => {
        const calm = trialOf(workflow, { seed });
        const stormy = trialOf(workflow, { seed, trouble: { crashes: true, repeats: true } });
        expect(stormy.world.effects).toEqual(calm.world.effects);
        expect(stormy.world.publications).toEqual(calm.world.publications);
        expect(stormy.job.state).toEqual(calm.job.state);
      }),
      { numRuns: 70 },
    );
  });

  it('values that lie apart are read as if they were at hand', () => {
    fc.assert(
      fc.property(everything, anySeed, (workflow, seed) => {
        const near = trialOf(workflow, { seed });
        const far = trialOf(workflow, { seed, trouble: { parks: true } });
        expect(endOf(far.world, far.job)).toEqual(endOf(near.world, near.job));
      }),
      { numRuns: 60 },
    );
  });
});
