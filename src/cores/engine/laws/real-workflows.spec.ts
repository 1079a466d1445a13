import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  neededKinds,
  plausibleValue,
  plausibleVariables,
  realWorkflows,
} from '#test/support/engine/real-workflows.js';
import { PLAIN_CHILD } from '#test/support/engine/trial.js';
import { judgeStep } from '#test/support/engine/law-judge.js';
import { type SimulatedJob } from '#test/support/engine/simulated-job.js';
import {
  SimulatedShell,
  type SimulatedWork,
  type Trouble,
} from '#test/support/engine/simulated-shell.js';
import {
  ALL_TROUBLE,
  anySeed,
  iterationBreaches,
  runsOf,
  TRIAL_LIMITS,
} from '#test/support/engine/trial.js';
import { type JsonObject } from '../../../kernel/json.js';
import { compilePlan } from '../compile-plan.js';
import { type TaskOutcome } from '../commands.js';
import { type FinishState } from '../finish-state.js';
import { type Plan } from '../plan.js';

const NO_MOVE = 'no available transitions found from completed tasks';
/** Nothing is inline: so every task ends as a trial wants it to. */
const nothing = () => undefined;
const child = compilePlan(PLAIN_CHILD, { isInline: nothing });

/** Every workflow that is named is that of the plain child, except for the one that is tried. */
class AnyWorkflow extends Map<string, Plan> {
  override get(name: string): Plan | undefined {
    return super.get(name) ?? child;
  }
}

type Finisher = (work: SimulatedWork, plan: Plan) => FinishState;

const runOf = (
  document: JsonObject,
  seed: number,
  finish: Finisher,
  trouble: Partial<Trouble> = {},
): { readonly world: SimulatedShell; readonly job: SimulatedJob } => {
  const plan = compilePlan(document, { isInline: nothing });
  const needs = neededKinds(document);
  const outcome = (work: SimulatedWork): TaskOutcome => {
    if (work.job.plan === child) return { finish: 'success' };
    const planned = plan.tasks.find(({ id }) => id === work.task);
    const state = finish(work, plan);
    if (state === 'error') return { finish: state, error: { message: 'so it ended' } };
    const named = (planned?.outputs ?? []).map(
      ([name]): [string, ReturnType<typeof plausibleValue>] => [
        name,
        plausibleValue(needs.get(`$var.${work.task}.${name}`)),
      ],
    );
    return { finish: state, outputs: Object.fromEntries(named) };
  };
  const world = new SimulatedShell({
    plans: new AnyWorkflow([['tried', plan]]),
    limits: TRIAL_LIMITS,
    tasks: nothing,
    judge: judgeStep,
    seed,
    outcome,
    trouble,
  });
  const job = world.start('bbbbbbbbbbbbbbbbbbbbbbbb', 'tried', plausibleVariables(document));
  if (!job) throw new Error('no job');
  world.run();
  return { world, job };
};

/**
 * After a few rounds a task succeeds, or ends otherwise where a success leads back: some workflows try again for
 * as long as something fails.
 */
const calm = (work: SimulatedWork, plan: Plan, wanted: FinishState): FinishState => {
  const edges = plan.tasks.find(({ id }) => id === work.task)?.edges ?? [];
  const leadsBack = (state: FinishState) =>
    edges.some((edge) => edge.type === 'revert' && edge.state === state);
  if (work.number <= 2) return wanted;
  return (['success', 'failure', 'error'] as const).find((state) => !leadsBack(state)) ?? wanted;
};

/** Those that cannot reach their end although all their tasks succeed, and what the job says of it. */
const CANNOT: Readonly<Record<string, string>> = {
  // Its only task is a childJob whose workflow was never filled in.
  'Chunk_Array_Wrapper.json': 'the childJob names no workflow to run',
};
const REAL = realWorkflows();
const withoutWaysBack = ({ transitions }: JsonObject): boolean =>
  !JSON.stringify(transitions).includes('"revert"');

// Real documents are not ours to ship: this is skipped where they do not lie beside the project.
(REAL.length > 0 ? describe : describe.skip)('real workflows under random schedules', () => {
  it.each(REAL)('$file reaches its end when all tasks succeed', ({ file, document }) => {
    const { world, job } = runOf(document, 1, (work, plan) => calm(work, plan, 'success'), {
      disorder: true,
    });
    expect(world.breaches).toEqual([]);
    expect(iterationBreaches(world, job)).toEqual([]);
    const reason = job.state.status === 'complete' ? undefined : job.state.errors[0]?.message;
    expect([job.state.status, reason]).toEqual([
      file in CANNOT ? 'error' : 'complete',
      CANNOT[file],
    ]);
    const runs = Object.values(runsOf(world, job));
    const isPlain =
      withoutWaysBack(document) && job.plan.tasks.every(({ name }) => name !== 'forEach');
    expect(isPlain && runs.some((many) => many > 1)).toBe(false);
  });

  it.each(REAL)('$file ends, however its tasks do', ({ document }) => {
    fc.assert(
      fc.property(
        anySeed,
        fc.array(fc.nat(9), { minLength: 5, maxLength: 20 }),
        (seed, choices) => {
          const finish: Finisher = (work, plan) => {
            const at = Number.parseInt(work.task, 16) + 7 * work.number;
            const choice = choices[(Number.isNaN(at) ? 0 : at) % choices.length] ?? 0;
            return calm(work, plan, choice < 6 ? 'success' : choice < 8 ? 'failure' : 'error');
          };
          const { world, job } = runOf(document, seed, finish, ALL_TROUBLE);
          expect(world.breaches).toEqual([]);
          expect(iterationBreaches(world, job)).toEqual([]);
          const messages = job.state.errors.map(({ message }) => message);
          expect(
            job.state.status === 'complete' ||
              (job.state.status === 'error' && messages.includes(NO_MOVE)),
          ).toBe(true);
          const isPlain =
            withoutWaysBack(document) &&
            job.plan.tasks.every(({ name, retry }) => name !== 'forEach' && retry === null);
          expect(isPlain && Object.values(runsOf(world, job)).some((many) => many > 1)).toBe(false);
        },
      ),
      { numRuns: 12 },
    );
  });
});
