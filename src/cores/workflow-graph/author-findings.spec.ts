import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aWorkflow } from '../../../test/support/factories/a-workflow.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type Finding } from './finding.js';
import { findingsOf } from './findings-of.js';
import { readWorkflow } from './read-workflow.js';

const REAL = new URL('../../../../shared/data/', import.meta.url);

const way = (state: string): JsonObject => ({ type: 'standard', state });
const task = (name: string, incoming: JsonObject, outgoing: JsonObject = {}): JsonObject => ({
  name,
  app: 'WorkFlowEngine',
  type: 'operation',
  variables: { incoming, outgoing },
});

/** A workflow of one task `a`, and one before it that puts out `result`. */
function judged(
  one: JsonObject,
  ways: JsonObject = { workflow_end: way('success') },
  more: JsonObject = { inputSchema: {} },
) {
  const tasks = {
    workflow_start: { name: 'workflow_start' },
    first: task('query', { obj: 1, query: '' }, { result: null }),
    a: one,
    workflow_end: { name: 'workflow_end' },
  };
  const transitions = {
    workflow_start: { first: way('success') },
    first: { a: way('success') },
    a: ways,
  };
  return findingsOf(readWorkflow(aWorkflow('x', { tasks, transitions, ...more }))).warnings;
}

const a = '#/tasks/a/variables/incoming';
const query = (obj: string): JsonObject => task('query', { obj, query: 'x' });
const compared = (operator: JsonValue): JsonObject =>
  task('evaluation', { evaluation_groups: [{ evaluations: [{ operator }] }] });
const merged = (...keys: readonly string[]): JsonObject =>
  task('merge', {
    data_to_merge: keys.map((key) => ({ key, value: { task: 'static', variable: 1 } })),
  });
const inputs = { inputSchema: { type: 'object', properties: { device: {} } } };

describe('a task that is not taken here', () => {
  it.each([
    ['NSOManager', 'saveInstances', 'ServiceManagement'],
    ['NSOManager', 'getInstance', 'ServiceManagement'],
    ['AdminEssentials', 'componentDiscovery', 'AppArtifacts'],
    ['AdminEssentials', 'addArtifactToAdminEssentials', 'AppArtifacts'],
  ])('is named with what to use instead: %s %s', (app, name, instead) => {
    const other = { ...task(name, {}), location: 'Application', type: 'automatic' };
    const [found] = judged({ ...other, app });
    expect(found?.code).toBe('task-unsupported');
    expect(found?.message).toContain(
      `no task '${name}' of '${app}'; use the task '${name}' of '${instead}'`,
    );
    expect(judged({ ...other, app: instead })).toEqual([]);
  });

  it('is only named where nothing does the same', () => {
    const other = { ...task('runAction', {}), app: 'Others', location: 'Application' };
    expect(judged(other)[0]?.message).toBe("this platform has no task 'runAction' of 'Others'");
  });
});

describe('what authors get wrong', () => {
  it('is a way that is never taken, and a task without any that is', () => {
    const stub = (type: string, delay: JsonValue = 0) => task('stub', { type, delay });
    const failing = { workflow_end: way('failure') };
    const [never, missing] = judged(stub('success'), failing);
    expect(never).toEqual({
      code: 'way-never-taken',
      pointer: '#/transitions/a/workflow_end',
      message: "the edge 'a' > 'workflow_end' is never taken: 'a' (stub) only ends in success",
    });
    expect(missing).toEqual({
      code: 'way-missing',
      pointer: '#/transitions/a',
      message: "'a' (stub) only ends in success, and no way leads on from there",
    });
    expect(judged(stub('failure'), failing)).toEqual([]);
    expect(judged(stub('$var.job.type'), failing)).toEqual([]);
    expect(judged(stub('success', '$var.job.s'), { workflow_end: way('error') })).toEqual([]);
    const both = { workflow_end: way('success'), first: { type: 'revert', state: 'failure' } };
    const shown = (more: JsonObject) => ({ ...task('ViewData', more), type: 'manual' });
    expect(judged(shown({ btn_failure: '' }), both)).toMatchObject([
      { code: 'way-never-taken', pointer: '#/transitions/a/first' },
    ]);
    expect(judged(shown({ btn_failure: 'Again' }), both)).toEqual([]);
    const form = { ...task('ShowJsonForm', { form_id: 'Order' }), app: 'JsonForms' };
    expect(judged({ ...form, type: 'manual' }, failing)).toMatchObject([
      { code: 'way-never-taken' },
      {
        code: 'way-missing',
        message: "'a' (ShowJsonForm) only ends in success or error, and no way leads on from there",
      },
    ]);
    expect(judged(task('newVariable', { name: 'a', value: 1 }), both)).toMatchObject([
      { code: 'way-never-taken', pointer: '#/transitions/a/first' },
    ]);
    expect(judged(query('1'), both)).toEqual([]);
  });

  it.each<[string, JsonObject, Partial<Finding>[]]>([
    [
      'an operator that is none',
      compared('=<'),
      [
        {
          code: 'operator-unknown',
          pointer: `${a}/evaluation_groups/0/evaluations/0/operator`,
          message: "'=<' is no operator, so that this never holds; did you mean '<'?",
        },
      ],
    ],
    ['an operator', compared('!contains'), []],
    [
      'an operator from elsewhere',
      compared('$var.job.how'),
      [
        {
          code: 'reference-stays-text',
          pointer: `${a}/evaluation_groups/0/evaluations/0/operator`,
        },
      ],
    ],
    [
      'keys for some values only',
      merged('a', ''),
      [{ code: 'merge-keys', pointer: `${a}/data_to_merge` }],
    ],
    ['keys for all', merged('a', 'b'), []],
    ['keys for none', merged('', ''), []],
    [
      'a reference within an argument',
      task('makeData', { input: '<!x!>', variables: { x: ['$var.first.result'] } }),
      [{ code: 'reference-stays-text', pointer: `${a}/variables/x/0` }],
    ],
    ['a reference in a text', task('makeData', { input: 'at $var.first.result' }), []],
    [
      'references where they are read',
      task('transformation', { tr_id: 'x', variableMap: { x: '$var.first.result' } }),
      [],
    ],
    [
      'an output that a task has not',
      query('$var.first.resutl'),
      [
        {
          code: 'output-unknown',
          pointer: `${a}/obj`,
          message: "'first' does not put out 'resutl', but result; did you mean 'result'?",
        },
      ],
    ],
    ['a part of an output', query('$var.first.result#/x/y'), []],
    [
      'a value that always ends the task in an error',
      task('childJob', { workflow: 'x', loopType: 'both' }),
      [
        {
          code: 'value-refused',
          pointer: `${a}/loopType`,
          message: "'a' (childJob) ends in an error: loopType must be one of sequential, parallel",
        },
        { code: 'value-refused', pointer: `${a}/data_array` },
      ],
    ],
    ['a text for a number', task('delay', { time: 'soon' }), [{ code: 'value-refused' }]],
    [
      'no list to go through',
      task('forEach', { data_array: '' }),
      [{ code: 'loop-without-body' }, { code: 'value-refused' }],
    ],
    ['a type that is none', task('makeData', { outputType: 'yaml' }), [{ code: 'value-refused' }]],
    ['no name', task('newVariable', { name: '', value: 1 }), [{ code: 'value-refused' }]],
    [
      'values that are told when it runs',
      task('childJob', {
        workflow: '$var.job.w',
        loopType: '$var.job.l',
        data_array: '$var.job.d',
      }),
      [],
    ],
    ['numbers as texts, and none at all', task('stub', { delay: '2', type: '' }), []],
    ['a function of that name', task('push', { arr: [], elementN: 1 }), []],
    ['the error of a task', query('$var.first.error'), []],
  ])('%s', (_, one, expected) => {
    expect(judged(one)).toMatchObject(expected);
    expect(judged(one)).toHaveLength(expected.length);
  });

  it('is a variable that nobody sets, where the inputs are known', () => {
    expect(judged(query('$var.job.devcie'), undefined, inputs)).toEqual([
      {
        code: 'variable-unwritten',
        pointer: `${a}/obj`,
        message:
          "nothing sets the variable 'devcie': no task writes it, and it is no input; did you mean 'device'?",
      },
    ]);
    for (const name of ['device', 'device#/x', '_id', 'initiator']) {
      expect(judged(query(`$var.job.${name}`), undefined, inputs)).toEqual([]);
    }
    expect(judged(query('$var.job.devcie'))).toEqual([]);
    const anyName = task('newVariable', { name: '$var.job.other', value: '$var.job.x' });
    expect(judged(anyName, undefined, inputs)).toEqual([]);
  });
});

function workflowsIn(value: JsonValue): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(workflowsIn);
  if (!isJsonObject(value)) return [];
  const isOne = isJsonObject(value['tasks']) && isJsonObject(value['transitions']);
  return isOne ? [value] : Object.values(value).flatMap(workflowsIn);
}

// Real documents are not ours to ship: this is skipped where they do not lie beside the project.
(existsSync(REAL) ? describe : describe.skip)('in real workflows', () => {
  it('is only said where it is so', () => {
    const texts = ['workflows/', 'packages/', 'recordings/']
      .map((name) => new URL(name, REAL))
      .filter((directory) => existsSync(directory))
      .flatMap((directory) => readdirSync(directory, { withFileTypes: true, recursive: true }))
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map(({ name, parentPath }) => readFileSync(`${parentPath}/${name}`, 'utf8'));
    const found = texts
      .flatMap((text) => workflowsIn(JSON.parse(text) as JsonValue))
      .flatMap((document) => findingsOf(readWorkflow(document)).warnings)
      .filter(({ code }) => !['task-unsupported', 'child-unnamed'].includes(code))
      .map(({ code, pointer }) => `${code} ${pointer}`);
    // Two stubs that put out an error or a success, and have a way for the other only.
    expect([...new Set(found)].sort()).toEqual([
      'way-missing #/transitions/eefb',
      'way-missing #/transitions/f235',
      'way-never-taken #/transitions/eefb/workflow_end',
      'way-never-taken #/transitions/f235/8dd8',
    ]);
  });
});
