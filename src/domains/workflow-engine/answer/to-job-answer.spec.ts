import { describe, expect, it } from 'vitest';
import { aStoredJob, JOB_START } from '#test/support/factories/a-stored-job.js';
import { type JsonObject } from '../../../kernel/json.js';
import { compilePlan } from '../../../cores/engine/compile-plan.js';
import { iterationId } from '../../../cores/engine/ids.js';
import { type JobState, type TaskState } from '../../../cores/engine/job-state.js';
import { initialState } from '../../../cores/engine/step.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { type IterationView, type JobView } from './job-view.js';
import { toJobAnswer } from './to-job-answer.js';

const START = JOB_START;

const task = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  canvasName: name,
  summary: `Do ${name}`,
  displayName: 'Engine',
  description: 'What it does',
  app: 'WorkFlowEngine',
  location: 'Application',
  type: 'operation',
  actor: 'platform',
  groups: [],
  nodeLocation: { x: 10, y: 20 },
  x: 0.1,
  y: 0.2,
  variables: { incoming: {}, outgoing: {}, decorators: [] },
  ...more,
});
const edge = (state: string): JsonObject => ({ type: 'standard', state });

/** One task after the other, and one that only an error leads to. */
const WORKFLOW: JsonObject = {
  name: 'Colors',
  type: ['automation'],
  canvasVersion: 3,
  font_size: 14,
  description: 'Of the workflow',
  created: 1_700_000_000_000,
  created_by: { username: 'grace', firstname: 'Grace' },
  last_updated: '2024-01-01T00:00:00.000Z',
  last_updated_by: 'ada',
  lastUpdatedVersion: '1.2.3',
  preAutomationTime: 60_000,
  sla: 5000,
  groups: ['default', { _id: 'g1', name: 'Night shift' }, 7],
  decorators: [{ type: 'encryption', pointer: '/variables/secret' }, 'no decorator'],
  tasks: {
    workflow_start: { name: 'workflow_start', groups: [], x: 0, y: 0.5 },
    workflow_end: { name: 'workflow_end', groups: [], x: 1, y: 0.5 },
    a1: task('first', {
      canvasTab: 'General',
      variables: {
        incoming: { password: 'in the clear', reference: '$var.job.password', empty: '' },
        outgoing: { out: null },
        error: '$var.job.err',
        decorators: [
          { type: 'encryption', pointer: '/incoming/password' },
          { type: 'encryption', pointer: '/incoming/reference' },
          { type: 'encryption', pointer: '/incoming/empty' },
        ],
      },
    }),
    b2: task('call', {
      app: 'Orchestrator',
      location: 'Adapter',
      actor: 'job',
      sla: 1000.7,
      deprecated: true,
      scheduled: true,
      retrySettings: { state: ['error', 3], autoRetry: true, limit: 3, delay: 3000 },
    }),
    c3: task('ViewData', {
      type: 'manual',
      view: '/workflow_engine/task/ViewData',
      groups: ['g2'],
    }),
  },
  transitions: {
    workflow_start: { a1: edge('success') },
    a1: { b2: edge('success') },
    b2: { workflow_end: edge('success'), c3: edge('error') },
    c3: { workflow_end: edge('success') },
    workflow_end: {},
  },
};

const PLAN = compilePlan(WORKFLOW, { isInline: () => undefined });

function stateOf(
  status: JobState['status'],
  tasks: Readonly<Record<string, Partial<TaskState>>>,
): JobState {
  const fresh = initialState(PLAN, {}, 'Said anew');
  const done = { phase: 'done', finish: 'success' } as const;
  const stands: Readonly<Record<string, Partial<TaskState>>> = { workflow_start: done, ...tasks };
  return {
    ...fresh,
    status,
    tasks: fresh.tasks.map((one, at) => ({ ...one, ...stands[PLAN.tasks[at]?.id ?? ''] })),
  };
}

const JOB = aStoredJob();
const JOB_ID = JOB._id;

function iteration(of: string, more: Partial<StoredIteration> = {}): StoredIteration {
  return {
    _id: iterationId(JOB_ID, of, 1),
    jobId: JOB_ID,
    task: of,
    name: of,
    app: 'WorkFlowEngine',
    kind: 'inline',
    number: 1,
    generation: 0,
    loopIndex: null,
    status: 'complete',
    finish: 'success',
    startedAt: new Date(START + 100),
    endedAt: new Date(START + 140),
    serverId: 'node-1',
    input: '',
    output: '',
    error: null,
    attempt: 1,
    lease: null,
    outcome: null,
    outcomeAt: null,
    delivered: true,
    claimableAt: null,
    manual: null,
    listener: null,
    listensTo: null,
    mocked: false,
    gbac: JOB.gbac,
    readers: JOB.readers,
    ...more,
  };
}

function view(state: JobState, more: Partial<JobView> = {}): JobView {
  return {
    job: JOB,
    document: WORKFLOW,
    plan: PLAN,
    state,
    variables: { color: 'red', password: '<SECRET>' },
    iterations: new Map(),
    children: [],
    queued: null,
    version: '9.9.9',
    ...more,
  };
}

const run = (stored: StoredIteration, more: Partial<IterationView> = {}): IterationView => ({
  stored,
  input: { password: '<SECRET>' },
  output: { out: 1 },
  error: null,
  ...more,
});

const SECOND_RUNS = stateOf('running', {
  a1: { phase: 'done', finish: 'success', iterations: 1 },
  b2: { phase: 'running', iterations: 2, tries: 1 },
});

describe('the answer about a job', () => {
  it('has every field of the interface, from the workflow and from the job', () => {
    const { tasks, ...job } = toJobAnswer(view(SECOND_RUNS));
    expect(Object.keys(tasks)).toEqual(['workflow_start', 'workflow_end', 'a1', 'b2', 'c3']);
    expect(job).toEqual({
      _id: JOB_ID,
      name: 'Colors',
      description: 'Said anew',
      status: 'running',
      transitions: WORKFLOW['transitions'],
      variables: { color: 'red', password: '<SECRET>' },
      font_size: 14,
      created: '2023-11-14T22:13:20.000Z',
      created_by: 'grace',
      last_updated: '2026-01-05T10:00:00.500Z',
      last_updated_by: 'ada',
      groups: ['default', 'g1'],
      type: 'automation',
      watchers: ['ada'],
      metrics: {
        owner: 'ada',
        user: 'ada',
        start_time: START,
        end_time: null,
        run_time: null,
        claim_time: null,
        finish_state: null,
        server_id: '',
        app: { id: 'WorkFlowEngine', version: '9.9.9' },
        progress: 0.25,
      },
      lastUpdatedVersion: '1.2.3',
      canvasVersion: 3,
      decorators: [{ type: 'encryption', pointer: '/variables/secret' }],
      ancestors: [JOB_ID],
      preAutomationTime: 60_000,
      sla: 5000,
      error: [],
      queued: null,
      mocked: null,
    });
  });

  it('says of a task what its last run was given and made', () => {
    const iterations = new Map([['a1', run(iteration('a1'))]]);
    expect(toJobAnswer(view(SECOND_RUNS, { iterations })).tasks['a1']).toEqual({
      name: 'first',
      summary: 'Do first',
      displayName: 'Engine',
      type: 'operation',
      status: 'complete',
      description: 'What it does',
      app: 'WorkFlowEngine',
      canvasName: 'first',
      canvasTab: 'General',
      view: '',
      x: 10,
      y: 20,
      sla: 0,
      deprecated: false,
      scheduled: false,
      groups: [],
      metrics: {
        owner: 'platform',
        start_time: START + 100,
        end_time: START + 140,
        run_time: 40,
        claim_time: null,
        finish_state: 'success',
        server_id: 'node-1',
        app: { id: 'WorkFlowEngine', version: '9.9.9' },
      },
      iterations: [iterationId(JOB_ID, 'a1', 1)],
      variables: {
        incoming: { password: '<SECRET>' },
        outgoing: { out: 1 },
        error: '$var.job.err',
        decorators: expect.any(Array),
      },
      childJobs: [],
      retrySettings: null,
      previous: { incomplete: [], complete: [], error: [] },
      nodeLocation: { x: 10, y: 20 },
      actor: 'platform',
      location: 'Application',
    });
  });

  it('shows no secret that a workflow has written into a task, nor hides what only names one', () => {
    const incoming = toJobAnswer(view(SECOND_RUNS)).tasks['a1']?.variables.incoming;
    expect(incoming).toEqual({
      password: '<SECRET>',
      reference: '$var.job.password',
      empty: '',
    });
  });

  it('names all runs of a task, its tries, and whom it waits for', () => {
    const { b2, c3, workflow_end: end } = toJobAnswer(view(SECOND_RUNS)).tasks;
    expect(b2).toMatchObject({
      status: 'running',
      iterations: [iterationId(JOB_ID, 'b2', 1), iterationId(JOB_ID, 'b2', 2)],
      retrySettings: { state: ['error'], autoRetry: true, limit: 3, delay: 3000, count: 1 },
      previous: { incomplete: [], complete: ['a1'], error: [] },
      metrics: { owner: '', start_time: null, app: { id: 'Orchestrator', version: '' } },
      sla: 1000,
      deprecated: true,
      scheduled: true,
      actor: 'job',
      location: 'Adapter',
    });
    expect(c3?.previous).toEqual({ incomplete: ['b2'], complete: [], error: [] });
    expect(end?.previous).toEqual({ incomplete: ['b2', 'c3'], complete: [], error: [] });
  });

  it('waits for nobody who will never come', () => {
    const state = stateOf('running', {
      a1: { phase: 'done', finish: 'success', iterations: 1 },
      b2: { phase: 'done', finish: 'error', iterations: 1 },
      c3: { phase: 'dead' },
    });
    const { b2, workflow_end: end, c3 } = toJobAnswer(view(state)).tasks;
    expect(end?.previous).toEqual({ incomplete: [], complete: [], error: ['b2'] });
    expect([b2?.status, c3?.status]).toEqual(['error', 'incomplete']);
  });

  it.each([
    ['running', 'running'],
    ['paused', 'paused'],
    ['canceled', 'canceled'],
    ['error', 'running'],
  ] as const)('calls a task that was begun, in a job that is %s, %s', (job, status) => {
    for (const phase of ['running', 'waiting'] as const) {
      const state = stateOf(job, { b2: { phase, iterations: 1 } });
      expect(toJobAnswer(view(state)).tasks['b2']?.status).toBe(status);
    }
  });

  it('calls a task that was under way when its job was canceled so', () => {
    const state = stateOf('canceled', { b2: { phase: 'done', finish: null, iterations: 1 } });
    expect(toJobAnswer(view(state)).tasks['b2']?.status).toBe('canceled');
  });

  it('says who works a manual task, since when, and what a task failed of', () => {
    const state = stateOf('running', { c3: { phase: 'running', iterations: 1 } });
    const manual = {
      groups: [],
      owner: { id: 'u2', username: 'grace' },
      claimedAt: new Date(START + 300),
      dueAt: null,
      overdueTold: false,
    } as unknown as StoredIteration['manual'];
    const stored = iteration('c3', { status: 'running', finish: null, endedAt: null, manual });
    const iterations = new Map([
      ['c3', run(stored, { output: null })],
      ['b2', run(iteration('b2'), { error: { message: 'no route to host', code: 7 } })],
    ]);
    const { b2, c3 } = toJobAnswer(view(state, { iterations })).tasks;
    expect(c3?.metrics).toMatchObject({
      owner: 'grace',
      claim_time: START + 300,
      end_time: null,
      run_time: null,
      finish_state: null,
    });
    expect(c3).toMatchObject({ view: '/workflow_engine/task/ViewData', groups: ['g2'] });
    expect(b2?.variables.error).toBe('no route to host');
    expect(b2?.metrics.owner).toBe('ada');
  });

  it('has progress 1 and end times when it is complete, and only then', () => {
    const done = { phase: 'done', finish: 'success', iterations: 1 } as const;
    const all = { a1: done, b2: done, c3: { phase: 'dead' } as const };
    const almost = toJobAnswer(view(stateOf('error', { ...all, workflow_end: { phase: 'dead' } })));
    expect(almost.metrics.progress).toBe(0.75);
    expect(almost.metrics.end_time).toBeNull();
    const job = { ...JOB, endedAt: new Date(START + 900) };
    const state = stateOf('complete', {
      ...all,
      workflow_end: { phase: 'done', finish: 'success' },
    });
    const answer = toJobAnswer(view(state, { job }));
    expect(answer.metrics).toMatchObject({
      progress: 1,
      end_time: START + 900,
      run_time: 900,
      finish_state: 'success',
    });
    expect(answer.tasks['workflow_end']?.metrics).toMatchObject({
      end_time: START + 900,
      run_time: 900,
    });
    expect(answer.tasks['workflow_start']?.metrics).toMatchObject({
      start_time: START,
      finish_state: 'success',
      owner: 'ada',
    });
  });

  it('names children by their task, mocked tasks of a test run, and errors', () => {
    const error = { task: 'b2', message: 'no', timestamp: START };
    const iterations = new Map([
      ['a1', run(iteration('a1'))],
      ['b2', run(iteration('b2', { mocked: true }))],
    ]);
    const answer = toJobAnswer(
      view(
        { ...SECOND_RUNS, errors: [error] },
        {
          job: { ...JOB, mocks: '{}', startedBy: null },
          iterations,
          children: [{ id: 'c', name: 'Child', task: 'b2', index: 4 }],
        },
      ),
    );
    expect(answer.mocked).toEqual(['b2']);
    expect(answer.error).toEqual([error]);
    expect(answer.metrics.user).toBe('platform');
    expect(answer.tasks['b2']?.childJobs).toEqual([{ _id: 'c', name: 'Child', iteration: 4 }]);
    expect(answer.tasks['a1']?.childJobs).toEqual([]);
  });

  it('tells nothing of how the job is kept', () => {
    const text = JSON.stringify(toJobAnswer(view(SECOND_RUNS)));
    for (const inside of ['"rev"', 'outbox', 'planId', 'edges', 'generation', 'wakeAt'])
      expect(text).not.toContain(inside);
  });

  it('names the last thousand runs of a task that has had more', () => {
    const state = stateOf('running', { b2: { phase: 'running', iterations: 2500 } });
    const iterations = toJobAnswer(view(state)).tasks['b2']?.iterations ?? [];
    expect(iterations).toHaveLength(1000);
    expect(iterations.at(0)).toBe(iterationId(JOB_ID, 'b2', 1501));
    expect(iterations.at(-1)).toBe(iterationId(JOB_ID, 'b2', 2500));
  });

  it('draws tasks of an older canvas where they say', () => {
    const document = { ...WORKFLOW, canvasVersion: 1.5 };
    const answer = toJobAnswer(view(SECOND_RUNS, { document }));
    expect(answer.canvasVersion).toBe(1);
    expect(answer.tasks['a1']).toMatchObject({ x: 0.1, y: 0.2, nodeLocation: { x: 10, y: 20 } });
  });

  it('stands a document that says next to nothing', () => {
    const counts = { sla: -1, preAutomationTime: 1.5 };
    const said = { name: 'Bare', transitions: { a: null }, type: 5, created: 'never' };
    const document = { ...said, ...counts };
    const plan = compilePlan(document, { isInline: () => undefined });
    const state = initialState(plan, {}, '');
    const answer = toJobAnswer(view(state, { document, plan }));
    expect(answer).toMatchObject({
      font_size: 12,
      canvasVersion: 3,
      type: 'automation',
      created: '2026-01-05T10:00:00.000Z',
      created_by: '',
      groups: [],
      transitions: { a: {} },
      sla: 0,
      preAutomationTime: 1,
    });
  });
});
