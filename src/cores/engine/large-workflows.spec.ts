import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../kernel/json.js';
import { decodeState, encodeState } from './codec.js';
import { compilePlan } from './compile-plan.js';
import { type EngineEvent, ENGINE_LIMITS, initialState, step } from './step.js';
import { type JobState } from './job-state.js';
import { type Plan } from './plan.js';
import { type PureTaskLookup } from './pure-task.js';

const MANY = 10_000;
const inline: PureTaskLookup = (app) =>
  app === 'WorkFlowEngine' ? { run: () => ({ finish: 'success', output: 1 }) } : undefined;

const task = (name: string, incoming: JsonObject = {}): JsonObject => ({
  name,
  app: 'WorkFlowEngine',
  type: 'operation',
  location: 'Application',
  variables: { incoming, outgoing: { out: null } },
});

const ends = { workflow_start: { name: 'start' }, workflow_end: { name: 'end' } };
const onward = (state = 'success') => ({ type: 'standard', state });

/** start > t0 > t1 > … > end */
function chain(many: number, name: string): JsonObject {
  const tasks: JsonObject = { ...ends };
  const transitions: JsonObject = { workflow_start: { t0: onward() }, workflow_end: {} };
  for (let at = 0; at < many; at += 1) {
    tasks[`t${at}`] = task(name);
    transitions[`t${at}`] = { [at + 1 < many ? `t${at + 1}` : 'workflow_end']: onward() };
  }
  return { name: 'chain', tasks, transitions };
}

/** start > all of t0, t1, … > end */
function fan(many: number, name: string): JsonObject {
  const tasks: JsonObject = { ...ends };
  const from: JsonObject = {};
  const transitions: JsonObject = { workflow_start: from, workflow_end: {} };
  for (let at = 0; at < many; at += 1) {
    tasks[`t${at}`] = task(name, { time: 5 });
    from[`t${at}`] = onward();
    transitions[`t${at}`] = { workflow_end: onward() };
  }
  return { name: 'fan', tasks, transitions };
}

interface Run {
  readonly state: JobState;
  readonly steps: number;
}

function apply(plan: Plan, state: JobState, event: EngineEvent, now: number): JobState {
  const context = { jobId: 'j', now, tasks: inline, limits: ENGINE_LIMITS };
  const under = step(plan, state, event, context);
  const { value } = under.next();
  if (!('kind' in value) || value.kind !== 'applied') throw new Error('not applied');
  return value.state;
}

function run(document: JsonObject): Run {
  const plan = compilePlan(document, { isInline: inline });
  let state = apply(plan, initialState(plan, {}, ''), { kind: 'start' }, 0);
  let steps = 1;
  for (; state.status === 'running' && steps < 1000; steps += 1) {
    const now = state.hasMore ? 0 : 5000;
    state = apply(plan, decodeState(encodeState(state)), { kind: 'wake' }, now);
  }
  return { state, steps };
}

describe('workflows of ten thousand tasks', () => {
  it('run a long chain to its end, a bounded part of it in each step', () => {
    const { state, steps } = run(chain(MANY, 'compute'));
    expect([state.status, steps]).toEqual(['complete', 51]);
  });

  it('join ten thousand branches', () => {
    const { state, steps } = run(fan(MANY, 'compute'));
    expect([state.status, steps]).toEqual(['complete', 51]);
  });

  it('let thousands of timers fire that are due at once', () => {
    const { state } = run(fan(3000, 'delay'));
    expect(state.status).toBe('complete');
  });

  it('keep the state of a job that has not begun in a few bytes', () => {
    const plan = compilePlan(fan(MANY, 'compute'), { isInline: inline });
    expect(encodeState(initialState(plan, {}, '')).length).toBeLessThan(1000);
  });
});
