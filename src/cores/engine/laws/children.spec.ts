import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { CHILD_WORKFLOW } from '#test/support/engine/drawn-engine-workflow.js';
import { LIVE_CHILDREN } from '#test/support/engine/law-judge.js';
import { aLawWorkflow, aTask } from '#test/support/engine/law-workflow.js';
import { ALL_TROUBLE, anySeed, begin, standing, worldOf } from '#test/support/engine/trial.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';

const childTask = (incoming: JsonObject) =>
  aTask('childJob', {
    incoming: {
      task: '',
      workflow: CHILD_WORKFLOW,
      variables: {},
      data_array: '',
      transformation: '',
      loopType: '',
      ...incoming,
    },
    outgoing: { job_details: '$var.job.details' },
    actor: 'job',
  });

const parentOf = (incoming: JsonObject) =>
  aLawWorkflow(
    { c: childTask(incoming) },
    [
      ['workflow_start', 'c'],
      ['c', 'workflow_end'],
      ['c', 'e', 'error'],
      ['e', 'workflow_end'],
    ],
    { e: aTask('call') },
  );

const loopOf = (details: JsonValue | undefined) => (details as JsonObject)['loop'] as JsonObject[];

describe('child jobs under any schedule', () => {
  it('I12: results come in the order of the elements, one child for each, never too many at once', () => {
    fc.assert(
      fc.property(
        fc.nat(12),
        fc.constantFrom('parallel', 'sequential'),
        anySeed,
        (many, loopType, seed) => {
          const items = Array.from({ length: many }, (_, at) => ({ name: `n${at}` }));
          const variables = {
            fixed: { task: 'static', value: 'f' },
            name: { task: 'static', value: 'x' },
          };
          const world = worldOf(parentOf({ loopType, data_array: items, variables }), {
            seed,
            trouble: ALL_TROUBLE,
          });
          const job = begin(world);
          const most = { live: 0 };
          world.run(() => {
            const live = [...world.jobs.values()].filter(
              ({ parent, state }) => parent !== null && state.endedAt === null,
            );
            most.live = Math.max(most.live, live.length);
            return false;
          });
          expect(world.breaches).toEqual([]);
          expect(job.state.status).toBe('complete');
          expect(world.jobs.size).toBe(1 + many);
          expect(most.live).toBeLessThanOrEqual(loopType === 'sequential' ? 1 : LIVE_CHILDREN);
          const { details } = world.readAll(job.state.variables);
          expect(loopOf(details)).toEqual(
            items.map(({ name }, at) =>
              expect.objectContaining({
                status: 'complete',
                childJobLoopIndex: at,
                name,
                fixed: 'f',
                made: { task: 'a', number: 1 },
              }),
            ),
          );
        },
      ),
      { numRuns: 80 },
    );
  });

  it('a single child gives its variables and status, flattened', () => {
    const variables = { said: { task: 'job', value: 'told' } };
    const world = worldOf(parentOf({ variables }), { seed: 1 });
    const job = begin(world, { told: 'before' });
    world.run();
    const { details } = world.readAll(job.state.variables);
    expect(details).toMatchObject({ status: 'complete', said: 'before', made: { number: 1 } });
    expect(details).not.toHaveProperty('childJobLoopIndex');
  });

  it('a canceled child leads the parent to its error edge', () => {
    const world = worldOf(parentOf({}), { seed: 1 });
    const job = begin(world);
    world.run(() => world.jobs.size === 2);
    const [, child] = [...world.jobs.values()];
    if (child) world.apply(child, { kind: 'cancel' });
    world.run();
    expect(job.state.status).toBe('complete');
    expect(standing(job, 'c').finish).toBe('error');
    expect(standing(job, 'e').iterations).toBe(1);
    expect(world.breaches).toEqual([]);
  });

  it('a workflow that nobody knows is an error of the task that names it', () => {
    const world = worldOf(parentOf({ workflow: 'nobody knows this' }), { seed: 1 });
    const job = begin(world);
    world.run();
    expect(standing(job, 'c').finish).toBe('error');
    expect(job.state.errors.map(({ task }) => task)).toContain('c');
    expect(job.state.status).toBe('complete');
  });

  it('a parent waits for a child in error; continuing the child ends both', () => {
    const tries = { made: 0 };
    const world = worldOf(parentOf({ loopType: 'parallel', data_array: [{}, {}] }), {
      seed: 1,
      outcome: ({ job, number }) =>
        job.parent?.index === 1 && number === 1
          ? { finish: 'error', error: { message: 'not yet' } }
          : { finish: 'success', output: (tries.made += 1) },
    });
    const job = begin(world);
    world.run();
    const stuck = [...world.jobs.values()].find(({ state }) => state.status === 'error');
    expect(job.state.status).toBe('running');
    expect(standing(job, 'c').phase).toBe('waiting');
    expect(stuck?.parent?.index).toBe(1);
    expect(stuck && world.apply(stuck, { kind: 'continue', task: 'workflow_start' }).kind).toBe(
      'applied',
    );
    world.run();
    expect([stuck?.state.status, job.state.status]).toEqual(['complete', 'complete']);
    expect(loopOf(world.readAll(job.state.variables)['details'])).toHaveLength(2);
    expect(world.breaches).toEqual([]);
  });

  it('an empty list of elements is a success at once, without any child', () => {
    const world = worldOf(parentOf({ loopType: 'parallel', data_array: [] }), { seed: 1 });
    const job = begin(world);
    world.run();
    expect([job.state.status, world.jobs.size]).toEqual(['complete', 1]);
    expect(loopOf(world.readAll(job.state.variables)['details'])).toEqual([]);
  });

  it('pause and cancel of the parent go down to the children', () => {
    const world = worldOf(parentOf({ loopType: 'parallel', data_array: [{}, {}] }), { seed: 1 });
    const job = begin(world);
    world.run(() => world.jobs.size === 3);
    const statuses = () => [...world.jobs.values()].map(({ state }) => state.status);
    world.apply(job, { kind: 'pause' });
    world.drain(job);
    expect(statuses()).toEqual(['paused', 'paused', 'paused']);
    world.apply(job, { kind: 'resume' });
    world.drain(job);
    expect(statuses()).toEqual(['running', 'running', 'running']);
    world.apply(job, { kind: 'cancel' });
    world.drain(job);
    expect(statuses()).toEqual(['canceled', 'canceled', 'canceled']);
  });
});
