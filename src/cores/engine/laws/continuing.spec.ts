import { describe, expect, it } from 'vitest';
import { aLawWorkflow, aTask } from '#test/support/engine/law-workflow.js';
import { type SimulatedJob } from '#test/support/engine/simulated-job.js';
import { type SimulatedShell } from '#test/support/engine/simulated-shell.js';
import { begin, endOf, standing, trialOf, worldOf } from '#test/support/engine/trial.js';

const NO_MOVE = 'no available transitions found from completed tasks';

/** A, then B, then C; B ends in error the first time, and nothing follows an error. */
const brokenOnce = (finishes: readonly string[] = ['error', 'success']) =>
  aLawWorkflow(
    {
      a: aTask('call', { outgoing: { result: '$var.job.of_a' } }),
      b: aTask('call', {
        incoming: { finishes: [...finishes], seen: '$var.a.result' },
        outgoing: { result: '$var.job.of_b' },
      }),
      c: aTask('compute', { incoming: { id: 'c', seen: '$var.b.result' } }),
    },
    [
      ['workflow_start', 'a'],
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'workflow_end'],
    ],
  );

const numbersOf = (world: SimulatedShell, { id }: SimulatedJob, task: string) =>
  world.iterationsOf(id, task).map(({ iteration }) => iteration.number);

describe('continuing a job (operation 20)', () => {
  it('A succeeds, B fails: continuing A runs B again, and A not', () => {
    const { world, job } = trialOf(brokenOnce(), { seed: 1 });
    expect(job.state.status).toBe('error');
    expect(job.state.endedAt).toBeNull();
    expect(job.state.errors).toContainEqual({ task: 'b', message: NO_MOVE, timestamp: world.now });
    expect(world.apply(job, { kind: 'continue', task: 'a' }).kind).toBe('applied');
    world.run();
    expect(job.state.status).toBe('complete');
    expect(numbersOf(world, job, 'a')).toEqual([1]);
    expect(numbersOf(world, job, 'b')).toEqual([1, 2]);
    expect(job.state.errors).toEqual([]);
    expect(world.publications.filter((topic) => topic === 'jobFix')).toHaveLength(1);
    expect(world.breaches).toEqual([]);
  });

  it('the start counts as a finished success: continuing it does everything again', () => {
    const { world, job } = trialOf(brokenOnce(), { seed: 1 });
    world.apply(job, { kind: 'continue', task: 'workflow_start' });
    world.run();
    expect(job.state.status).toBe('complete');
    expect([numbersOf(world, job, 'a'), numbersOf(world, job, 'b')]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('a finish state without any edge leaves the job in error, with the entry of this moment', () => {
    const { world, job } = trialOf(brokenOnce(), { seed: 1 });
    world.now += 5000;
    const result = world.apply(job, { kind: 'continue', task: 'b' });
    expect(result.kind).toBe('applied');
    expect(job.state.status).toBe('error');
    expect(job.state.errors).toContainEqual({ task: 'b', message: NO_MOVE, timestamp: world.now });
    expect(numbersOf(world, job, 'b')).toEqual([1]);
  });

  it('I20: a continued job ends where one ends that never failed', () => {
    const { world, job } = trialOf(brokenOnce(), { seed: 1 });
    world.apply(job, { kind: 'continue', task: 'a' });
    world.run();
    const sound = trialOf(brokenOnce(['success']), { seed: 1 });
    const [mended, never] = [endOf(world, job), endOf(sound.world, sound.job)];
    const plain = (end: typeof mended) =>
      JSON.parse(
        JSON.stringify(end).replaceAll(/"(number|iterations|runs_of_c)":\d+/g, '"$1":0'),
      ) as unknown;
    expect(plain(mended)).toEqual(plain(never));
  });

  it('two callers at once: the second finds nothing left to do', () => {
    const { world, job } = trialOf(brokenOnce(), { seed: 1 });
    world.apply(job, { kind: 'continue', task: 'a' });
    const second = world.apply(job, { kind: 'continue', task: 'a' });
    expect(second).toMatchObject({ kind: 'refused', code: 'still-active' });
    world.run();
    expect(numbersOf(world, job, 'b')).toEqual([1, 2]);
  });

  it('is refused for unknown tasks, tasks that never finished and jobs that are over', () => {
    const { world, job } = trialOf(brokenOnce(), { seed: 1 });
    const codeOf = (task: string) => {
      const result = world.apply(job, { kind: 'continue', task });
      return result.kind === 'refused' ? result.code : result.kind;
    };
    expect([codeOf('nobody'), codeOf('c')]).toEqual(['unknown-task', 'not-finished']);
    world.apply(job, { kind: 'cancel' });
    expect(codeOf('a')).toBe('wrong-state');
  });

  it('moves that lead back are moves as well', () => {
    const workflow = aLawWorkflow(
      {
        a: aTask('call'),
        b: aTask('call', { incoming: { finishes: ['failure', 'error', 'success'] } }),
      },
      [
        ['workflow_start', 'a'],
        ['a', 'b'],
        ['b', 'a', 'failure', 'revert'],
        ['b', 'workflow_end'],
      ],
    );
    const { world, job } = trialOf(workflow, { seed: 1 });
    expect(job.state.status).toBe('error');
    world.apply(job, { kind: 'continue', task: 'a' });
    world.run();
    expect(job.state.status).toBe('complete');
    expect([numbersOf(world, job, 'a'), numbersOf(world, job, 'b')]).toEqual([
      [1, 2],
      [1, 2, 3],
    ]);
  });
});

describe('retrying, skipping and going back', () => {
  it('a retry runs the task that ended in error again', () => {
    const { world, job } = trialOf(brokenOnce(), { seed: 1 });
    expect(world.apply(job, { kind: 'retry', task: 'b' }).kind).toBe('applied');
    world.run();
    expect([job.state.status, numbersOf(world, job, 'b')]).toEqual(['complete', [1, 2]]);
  });

  it('a skip takes the task as finished, without running it', () => {
    const { world, job } = trialOf(brokenOnce(), { seed: 1 });
    expect(world.apply(job, { kind: 'skip', task: 'b', finish: 'success' }).kind).toBe('applied');
    world.run();
    expect(job.state.status).toBe('complete');
    expect(standing(job, 'b').finish).toBe('success');
  });

  it('going back appends iterations, and references see the newest alone', () => {
    const { world, job } = trialOf(brokenOnce(), { seed: 1 });
    expect(world.apply(job, { kind: 'revert', to: 'a' }).kind).toBe('applied');
    world.run();
    const [, second] = world.iterationsOf(job.id, 'b');
    const seen = second?.iteration.input['seen'];
    expect(seen && world.read(seen)).toEqual({ task: 'a', number: 2 });
    expect(job.state.status).toBe('complete');
  });

  it('unknown tasks and jobs that are over refuse all of them', () => {
    const { world, job } = trialOf(brokenOnce(['success']), { seed: 1 });
    const kinds = [
      world.apply(job, { kind: 'retry', task: 'b' }),
      world.apply(job, { kind: 'skip', task: 'b', finish: 'success' }),
      world.apply(job, { kind: 'revert', to: 'a' }),
    ].map((result) => (result.kind === 'refused' ? result.code : result.kind));
    expect(kinds).toEqual(['wrong-state', 'wrong-state', 'wrong-state']);
    const broken = trialOf(brokenOnce(), { seed: 1 });
    const codes = [
      broken.world.apply(broken.job, { kind: 'retry', task: 'x' }),
      broken.world.apply(broken.job, { kind: 'skip', task: 'x', finish: 'success' }),
      broken.world.apply(broken.job, { kind: 'revert', to: 'x' }),
    ].map((result) => (result.kind === 'refused' ? result.code : result.kind));
    expect(codes).toEqual(['unknown-task', 'unknown-task', 'unknown-task']);
  });

  it('a pause takes effect once, and only what is paused is resumed', () => {
    const world = worldOf(brokenOnce(), { seed: 1 });
    const job = begin(world);
    expect(world.apply(job, { kind: 'resume' }).kind).not.toBe('applied');
    expect(world.apply(job, { kind: 'pause' }).kind).toBe('applied');
    expect(world.apply(job, { kind: 'pause' }).kind).not.toBe('applied');
    expect(world.apply(job, { kind: 'resume' }).kind).toBe('applied');
  });
});
