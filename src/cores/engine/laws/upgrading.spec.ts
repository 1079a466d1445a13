import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { deeplyFrozen } from '#test/support/deeply-frozen.js';
import { type EngineWorkflow, engineWorkflow } from '#test/support/engine/drawn-engine-workflow.js';
import { aTask } from '#test/support/engine/law-workflow.js';
import { lawTasks } from '#test/support/engine/law-tasks.js';
import { type SimulatedJob } from '#test/support/engine/simulated-job.js';
import { type SimulatedShell } from '#test/support/engine/simulated-shell.js';
import { anySeed, begin, iterationBreaches, worldOf } from '#test/support/engine/trial.js';
import { type JsonObject } from '../../../kernel/json.js';
import { compilePlan } from '../compile-plan.js';
import { type JobState } from '../job-state.js';
import { type Plan } from '../plan.js';
import { type Upgrade, upgradeOf } from '../upgrading/upgrade.js';

const drawn = engineWorkflow({
  inline: true,
  manual: true,
  timers: true,
  children: true,
  loops: true,
  uncaught: true,
  retries: true,
});
const someActions = fc.integer({ min: 0, max: 40 });

/** Numbers that stand for choices among what a workflow has. */
interface Edit {
  readonly kind: 'add' | 'remove' | 'change' | 'link' | 'cut';
  readonly one: number;
  readonly other: number;
  readonly state: 'success' | 'failure' | 'error';
}

const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('add', 'remove', 'change', 'link', 'cut'),
    one: fc.nat(99),
    other: fc.nat(99),
    state: fc.constantFrom('success', 'failure', 'error'),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A job that has come so far, and stands: paused by hand, or in error. */
function standing(
  workflow: EngineWorkflow,
  seed: number,
  actions: number,
): { readonly world: SimulatedShell; readonly job: SimulatedJob } {
  const world = worldOf(workflow, { seed, trouble: { disorder: true } });
  const job = begin(world);
  for (let at = 0; at < actions; at += 1) world.act();
  world.apply(job, { kind: 'pause' });
  while (job.outbox.length > 0) world.drain(job);
  fc.pre(['paused', 'error'].includes(job.state.status));
  return { world, job };
}

const planOf = (workflow: EngineWorkflow): Plan => compilePlan(workflow, { isInline: lawTasks });

function moved(world: SimulatedShell, job: SimulatedJob, plan: Plan): Upgrade {
  const upgrade = upgradeOf(job.plan, job.state, plan);
  if (!upgrade.state) return upgrade;
  Object.assign(job, { plan, state: deeplyFrozen(upgrade.state) });
  world.apply(job, { kind: 'upgraded' });
  while (job.outbox.length > 0) world.drain(job);
  return upgrade;
}

/** By the id of each task. */
function byId({ plan, state }: SimulatedJob): ReadonlyMap<string, JobState['tasks'][number]> {
  return new Map(
    plan.tasks.flatMap(({ id, at }) => (state.tasks[at] ? [[id, state.tasks[at]]] : [])),
  );
}

describe('a job that goes over to another version of its workflow', () => {
  it('is the same where the workflow is', () => {
    fc.assert(
      fc.property(drawn, anySeed, someActions, (workflow, seed, actions) => {
        const { job } = standing(workflow, seed, actions);
        const upgrade = upgradeOf(job.plan, job.state, planOf(workflow));
        expect([upgrade.tasks, upgrade.blockers, upgrade.state]).toEqual([[], [], job.state]);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps what has finished and what is under way, with all that it put out', () => {
    fc.assert(
      fc.property(drawn, anySeed, someActions, edits, (workflow, seed, actions, changes) => {
        const { job } = standing(workflow, seed, actions);
        const to = planOf(edited(workflow, changes));
        const { state } = upgradeOf(job.plan, job.state, to);
        fc.pre(state !== null);
        const begun = job.plan.tasks.filter(({ at }) => hasBegun(job.state.tasks[at]));
        const left = begun.filter(({ id }) => to.places.has(id));
        const stands = (of: JobState, place: number) => [
          of.tasks[place],
          of.outputs[place],
          of.children[place],
        ];
        const after = left.map(({ id }) => stands(state, to.places.get(id) ?? -1));
        expect(after).toEqual(left.map(({ at }) => stands(job.state, at)));
        const gone = begun.filter(({ id }) => !to.places.has(id));
        expect(gone.map(({ at }) => job.state.tasks[at]?.phase)).toEqual(gone.map(() => 'done'));
        expect(state.variables).toEqual(job.state.variables);
      }),
      { numRuns: 60 },
    );
  });

  it('runs nothing again that has finished, and comes to an end when it is resumed', () => {
    fc.assert(
      fc.property(drawn, anySeed, someActions, edits, (workflow, seed, actions, changes) => {
        const { world, job } = standing(workflow, seed, actions);
        const before = byId(job);
        const upgrade = moved(world, job, planOf(edited(workflow, changes)));
        fc.pre(upgrade.state !== null);
        world.apply(job, { kind: 'resume' });
        world.run();
        expect(world.breaches).toEqual([]);
        expect(['complete', 'error']).toContain(job.state.status);
        const after = byId(job);
        const inLoops = new Set(
          job.plan.tasks.flatMap(({ id, owner }) => (owner === null ? [] : [id])),
        );
        const again = upgrade.kept
          .filter((id) => !inLoops.has(id))
          .filter((id) => after.get(id)?.iterations !== before.get(id)?.iterations);
        expect(again).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('never has two runs of one number, be it moved away and back', () => {
    fc.assert(
      fc.property(drawn, anySeed, someActions, edits, (workflow, seed, actions, changes) => {
        const { world, job } = standing(workflow, seed, actions);
        const there = moved(world, job, planOf(edited(workflow, changes)));
        fc.pre(there.state !== null);
        const back = moved(world, job, planOf(workflow));
        fc.pre(back.state !== null);
        world.apply(job, { kind: 'resume' });
        world.run();
        expect([...world.breaches, ...iterationBreaches(world, job)]).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

function hasBegun(task: JobState['tasks'][number] | undefined): boolean {
  return task !== undefined && ['running', 'waiting', 'done'].includes(task.phase);
}

function edited(workflow: EngineWorkflow, changes: readonly Edit[]): EngineWorkflow {
  const copy = structuredClone(workflow);
  changes.forEach((change, at) => {
    EDITS[change.kind](copy, placeOf(copy, change), `f${at}`);
  });
  return copy;
}

/** What an edit is about: a way from an earlier task to a later one, so that no circle comes to be. */
interface Place {
  readonly earlier: string;
  readonly later: string;
  readonly state: string;
}

function placeOf(workflow: EngineWorkflow, { one, other, state }: Edit): Place {
  const outer = planOf(workflow).tasks.filter(({ owner }) => owner === null);
  const ids = outer.map(({ id }) => id).filter((id) => !id.startsWith('workflow_'));
  // New tasks have ids that no drawn one has; they come last.
  const byAge = (a: string, b: string) => Number.parseInt(a, 16) - Number.parseInt(b, 16);
  const line = ['workflow_start', ...ids.sort(byAge), 'workflow_end'];
  const from = one % (line.length - 1);
  const to = from + 1 + (other % (line.length - 1 - from));
  const [earlier = '', later = ''] = [line[from], line[to]];
  return { earlier, later, state: earlier === 'workflow_start' ? 'success' : state };
}

const without = (ways: JsonObject = {}, gone: string): JsonObject =>
  Object.fromEntries(Object.entries(ways).filter(([id]) => id !== gone));

const EDITS: Readonly<
  Record<Edit['kind'], (workflow: EngineWorkflow, place: Place, id: string) => void>
> = {
  link: ({ transitions }, { earlier, later, state }) => {
    (transitions[earlier] ??= {})[later] = { type: 'standard', state };
  },
  cut: ({ transitions }, { earlier, later }) => {
    transitions[earlier] = without(transitions[earlier], later);
  },
  change: ({ tasks }, { earlier }, id) => {
    tasks[earlier] = { ...tasks[earlier], summary: id };
  },
  add: ({ tasks, transitions }, { earlier, later, state }, id) => {
    tasks[id] = aTask('call', { incoming: { finishes: ['success'] } });
    (transitions[earlier] ??= {})[id] = { type: 'standard', state };
    transitions[id] = { [later]: { type: 'standard', state: 'success' } };
  },
  remove: (workflow, { earlier: gone }) => {
    if (gone === 'workflow_start') return;
    const left = Object.entries(workflow.transitions).filter(([id]) => id !== gone);
    workflow.transitions = Object.fromEntries(left.map(([id, ways]) => [id, without(ways, gone)]));
    workflow.tasks = without(workflow.tasks, gone) as EngineWorkflow['tasks'];
  },
};
