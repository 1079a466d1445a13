import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../kernel/json.js';
import { compilePlan } from './compile-plan.js';
import { type Expression, type Plan, type PlannedTask } from './plan.js';
import { type PureTaskLookup } from './pure-task.js';

const isInline: PureTaskLookup = (app, name) =>
  app === 'WorkFlowEngine' && ['query', 'merge', 'evaluation', 'transformation'].includes(name)
    ? { run: () => ({ finish: 'success' }) }
    : undefined;

const compile = (document: JsonObject): Plan =>
  compilePlan(document, { isInline, isSecretName: (name) => name === 'token' });

const task = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  app: 'WorkFlowEngine',
  type: 'operation',
  location: 'Application',
  ...more,
});

const workflow = (tasks: JsonObject, transitions: JsonObject = {}): JsonObject => ({
  name: 'some',
  tasks: { workflow_start: {}, workflow_end: {}, ...tasks },
  transitions: { workflow_start: {}, workflow_end: {}, ...transitions },
});

function planned(plan: Plan, id: string): PlannedTask {
  const found = plan.tasks[plan.places.get(id) ?? -1];
  if (!found) throw new Error(`no task ${id}`);
  return found;
}

const inputOf = (document: JsonObject, id: string, name: string): Expression | undefined =>
  new Map(planned(compile(document), id).inputs).get(name);

const on = (state = 'success', type = 'standard') => ({ state, type });

describe('the kind of a task', () => {
  it.each([
    [task('query'), 'inline'],
    [task('delay'), 'wait'],
    [task('reattempt', { app: 'MOP' }), 'wait'],
    [task('ViewData', { type: 'manual' }), 'manual'],
    [task('getDevice', { app: 'ConfigurationManager' }), 'dispatched'],
    // A method of an adapter may be called like one of ours.
    [task('delay', { app: 'Servicenow', location: 'Adapter' }), 'dispatched'],
  ])('of %j is %s', (document, kind) => {
    expect(planned(compile(workflow({ a1: document })), 'a1').kind).toBe(kind);
  });
});

describe('references', () => {
  const reading = (name: string, incoming: JsonObject, decorators: JsonObject[] = []) =>
    workflow({
      a1: task('query'),
      b2: task(name, { variables: { incoming, outgoing: {}, decorators } }),
    });
  const [outputOfA1, variableX] = [
    { kind: 'output', task: 2, name: 'out' },
    { kind: 'variable', name: 'x' },
  ];

  it('are whole texts at the top of what comes in, and nothing deeper', () => {
    const incoming = { one: '$var.job.x.y', two: { deep: '$var.job.x' }, three: 'a $var.job.x' };
    const document = reading('query', incoming);
    expect(inputOf(document, 'b2', 'one')).toEqual({ kind: 'variable', name: 'x.y' });
    expect(inputOf(document, 'b2', 'two')).toEqual({ kind: 'literal', value: incoming.two });
    expect(inputOf(document, 'b2', 'three')).toEqual({ kind: 'literal', value: incoming.three });
  });

  it('lie one level deeper in the variables of a transformation', () => {
    const variableMap = { a: '$var.a1.out', b: '$var.job.x', c: 7 };
    expect(inputOf(reading('transformation', { variableMap }), 'b2', 'variableMap')).toEqual({
      kind: 'object',
      members: [
        ['a', outputOfA1],
        ['b', variableX],
        ['c', { kind: 'literal', value: 7 }],
      ],
    });
  });

  it('say in two members where the variables of a child come from', () => {
    const variables = {
      a: { task: 'a1', value: 'out' },
      b: { task: 'job', value: 'x' },
      c: { task: 'static', value: { d: '$var.job.x' } },
      e: { task: 'static' },
    };
    expect(inputOf(reading('childJob', { variables }), 'b2', 'variables')).toEqual({
      kind: 'object',
      members: [
        ['a', outputOfA1],
        ['b', variableX],
        ['c', { kind: 'literal', value: { d: '$var.job.x' } }],
      ],
    });
  });

  it('say in two members what is merged and what is compared', () => {
    const operand = { task: 'a1', variable: 'out' };
    const merged = inputOf(
      reading('merge', { data_to_merge: [{ key: 'k', value: operand }] }),
      'b2',
      'data_to_merge',
    );
    expect(merged).toMatchObject({
      items: [
        {
          members: [
            ['key', { value: 'k' }],
            ['value', outputOfA1],
          ],
        },
      ],
    });
    const groups = [{ evaluations: [{ operand_1: operand, operator: '==' }] }];
    const compared = inputOf(
      reading('evaluation', { evaluation_groups: groups }),
      'b2',
      'evaluation_groups',
    );
    expect(JSON.stringify(compared)).toContain(JSON.stringify(['operand_1', outputOfA1]));
  });

  it('carry a pointer only where a decorator says so', () => {
    const incoming = { f: '$var.a1.out#/a/b', g: '$var.a1.out#/a/b' };
    const document = reading('query', incoming, [{ type: 'query', pointer: '/incoming/f' }]);
    expect(inputOf(document, 'b2', 'f')).toEqual({ ...outputOfA1, pointer: '/a/b' });
    expect(inputOf(document, 'b2', 'g')).toEqual({ ...outputOfA1, name: 'out#/a/b' });
  });
});

describe('what hangs together', () => {
  const looping = workflow(
    {
      f1: task('forEach'),
      b1: task('query'),
      b2: task('query'),
      f2: task('forEach'),
      c1: task('query'),
    },
    {
      workflow_start: { f1: on() },
      f1: { b1: on('loop'), workflow_end: on() },
      b1: { f2: on(), b2: on('failure') },
      f2: { c1: on('loop'), b2: on() },
      c1: {},
      b2: {},
    },
  );

  it('puts each task into the innermost loop that leads to it', () => {
    const plan = compile(looping);
    const ownerOf = (id: string) => {
      const { owner } = planned(plan, id);
      return owner === null ? null : plan.tasks[owner]?.id;
    };
    expect(['f1', 'b1', 'f2', 'b2', 'c1'].map(ownerOf)).toEqual([null, 'f1', 'f1', 'f1', 'f2']);
    expect(planned(plan, 'f1').body.map((at) => plan.tasks[at]?.id)).toEqual(['b1', 'b2', 'f2']);
  });

  it('counts neither loop nor revert edges as ways on', () => {
    const plan = compile(looping);
    expect(planned(plan, 'b1').ins).toEqual([]);
    expect(planned(plan, 'b2').ins.map((at) => plan.tasks[at]?.id)).toEqual(['b1', 'f2']);
    expect(planned(plan, 'b2').inStates).toEqual(['failure', 'success']);
  });

  it('waits for nothing that no way leads to, and ignores edges of absent tasks', () => {
    const plan = compile(
      workflow(
        { a1: task('query'), lost: task('query') },
        {
          workflow_start: { a1: on() },
          lost: { a1: on() },
          gone: { a1: on() },
          a1: { gone: on() },
        },
      ),
    );
    expect(planned(plan, 'a1').ins).toEqual([plan.start]);
    expect(planned(plan, 'a1').edges).toEqual([]);
  });
});

describe('what is secret', () => {
  it('is what decorators, names and forms of input say', () => {
    const plan = compile({
      ...workflow({
        a1: task('query', {
          variables: {
            incoming: { plain: 1, mine: 2, token: 3 },
            outgoing: { out: '$var.job.token', hidden: null },
            decorators: [
              { type: 'encryption', pointer: '/incoming/mine/deep' },
              { type: 'encryption', pointer: '/outgoing/hidden' },
            ],
          },
        }),
      }),
      decorators: [{ type: 'encryption', pointer: '/variables/a~1b' }],
      inputSchema: { properties: { entrance: { type: 'string', format: 'password' }, plain: {} } },
    });
    expect([...planned(plan, 'a1').secretInputs].sort()).toEqual(['mine', 'token']);
    expect([...planned(plan, 'a1').secretOutputs].sort()).toEqual(['hidden', 'out']);
    expect([...plan.secretVariables].sort()).toEqual(['a/b', 'entrance', 'token']);
  });

  it('is in a task what it writes into secret variables, its error and what it sets as well', () => {
    const sets = { incoming: { name: 'kept', value: '$var.job.x' }, outgoing: { value: null } };
    const errs = { incoming: {}, outgoing: { out: '$var.job.x' }, error: '$var.job.kept' };
    const plan = compile({
      ...workflow({
        a1: task('newVariable', { variables: sets }),
        b2: task('query', { variables: errs }),
        c3: task('query', { variables: { ...sets, incoming: { name: 'kept' } } }),
      }),
      decorators: [{ type: 'encryption', pointer: '/variables/kept' }],
    });
    expect(
      ['a1', 'b2', 'c3'].map((id) => {
        const { secretOutputs, secretError } = planned(plan, id);
        return [[...secretOutputs], secretError];
      }),
    ).toEqual([
      [['value'], false],
      [[], true],
      [[], false],
    ]);
  });
});

describe('retry settings', () => {
  const retryOf = (retrySettings: JsonObject) =>
    planned(compile(workflow({ a1: task('query', { retrySettings }) })), 'a1').retry;

  it('are read as documents write them', () => {
    const settings = { state: ['error', 'failure'], autoRetry: true, limit: 3, delay: 3000 };
    expect(retryOf(settings)).toEqual({ states: ['failure', 'error'], limit: 3, delayMs: 3000 });
  });

  it.each([
    { state: ['error'], autoRetry: false, limit: 3, delay: 1 },
    { state: ['error'], autoRetry: true, limit: 0, delay: 1 },
    { state: ['never'], autoRetry: true, limit: 3, delay: 1 },
  ])('say nothing in %j', (settings) => {
    expect(retryOf(settings)).toBeNull();
  });
});
