import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { EngineApp, type ShownJob } from '../support/engine/engine-app.js';
import { anAdapterTask, aView, isEqual } from '../support/engine/scenario-tasks.js';
import { aTransformation, edge, method, schema } from '../support/factories/a-transformation.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';

const task = anEngineTask;

/** What a task results in, try by try, and how often its job waits for another try. */
interface TriedRun {
  readonly results: JsonObject[];
  readonly waits: number;
}

describe('scenarios of loops, retries and data', () => {
  let engine: EngineApp;
  beforeAll(async () => {
    engine = await EngineApp.start('engine-scenarios-data');
  });
  afterAll(() => engine.close());

  /**
   * Runs a workflow with one and with other results of a task, at the same time, and puts the clock forward whenever
   * those that still wait have begun a task once more. @returns the jobs once they run no more.
   */
  const tried = async (
    workflow: string,
    mocked: string,
    runs: readonly [TriedRun, TriedRun],
    { of, seconds }: { readonly of: string; readonly seconds: number },
  ): Promise<readonly [ShownJob, ShownJob]> => {
    const begin = async ({ results, waits }: TriedRun) => {
      const { _id } = await engine.begin(workflow, { mocks: { [mocked]: results } });
      return { _id, waits };
    };
    const [one, other] = await Promise.all([begin(runs[0]), begin(runs[1])]);
    for (let tries = 1; tries <= Math.max(one.waits, other.waits); tries += 1) {
      const waiting = [one, other].filter(({ waits }) => waits >= tries);
      const isTried = ({ tasks }: ShownJob) => (tasks[of]?.iterations.length ?? 0) >= tries;
      await Promise.all(waiting.map(({ _id }) => engine.until(_id, isTried)));
      engine.clock.forward(seconds);
    }
    return Promise.all([engine.settled(one._id), engine.settled(other._id)]);
  };

  it('A5: three nested loops push, concatenate and merge exactly; an empty inner list is none', async () => {
    const loop = (list: string): JsonObject =>
      task('forEach', { data_array: list }, { outgoing: { current_item: null } });
    const query = (obj: string, of: string): JsonObject =>
      task('query', { pass_on_null: false, query: of, obj }, { outgoing: { return_data: null } });
    await engine.bring(
      anEngineWorkflow(
        'Nested',
        {
          n: task('newVariable', { name: 'paths', value: [] }, { outgoing: { value: null } }),
          f1: loop('$var.job.tree'),
          q1: query('$var.f1.current_item', 'content'),
          f2: loop('$var.q1.return_data'),
          q2: query('$var.f2.current_item', 'content'),
          f3: loop('$var.q2.return_data'),
          s1: task(
            'stringConcat',
            { str: '$var.f3.current_item', stringN: ['!'] },
            { outgoing: { combinedStrings: null } },
          ),
          m1: task(
            'merge',
            {
              data_to_merge: [
                { key: 'path', value: { task: 's1', variable: 'combinedStrings' } },
                { key: 'action', value: { task: 'job', variable: 'action' } },
              ],
            },
            { outgoing: { merged_object: null } },
          ),
          p1: task(
            'push',
            { job_variable: 'paths', item_to_push: '$var.m1.merged_object' },
            { outgoing: { job_variable_value: null } },
          ),
        },
        [
          'start n',
          'n f1',
          'f1 loop q1',
          'f1 end',
          'q1 f2',
          'f2 loop q2',
          'q2 f3',
          'f3 loop s1',
          's1 m1',
          'm1 p1',
        ],
      ),
    );
    const leaf = (...content: string[]): JsonObject => ({ content });
    const tree = [{ content: [leaf('a', 'b'), leaf()] }, { content: [leaf('c')] }, { content: [] }];
    const job = await engine.run('Nested', { variables: { tree, action: 'create' } });
    expect(job.status).toBe('complete');
    expect(job.variables['paths']).toEqual(
      ['a!', 'b!', 'c!'].map((path) => ({ path, action: 'create' })),
    );
    expect(engine.counts(job)).toMatchObject({ f1: 1, q1: 3, f2: 3, q2: 3, f3: 3, p1: 3 });
  });

  it('A6: in a loop a person retries a device that failed; an error that nobody catches ends the loop', async () => {
    const edges = ['start f', 'f loop b', 'f end', 'b error e', 'e failure v', 'v !success b'];
    const tasks = {
      f: task('forEach', { data_array: ['d1', 'd2'] }, { outgoing: { current_item: null } }),
      b: anAdapterTask('backUp'),
      e: isEqual('suppress', true),
      v: aView(),
    };
    await engine.bring(anEngineWorkflow('Backups', tasks, edges));
    const failing = { finish: 'error', error: { message: 'no route' } };
    const { _id } = await engine.begin('Backups', {
      mocks: { b: [{ output: 1 }, failing, failing, { output: 2 }] },
    });
    await engine.work(_id, 'v', 'success');
    await engine.until(_id, ({ tasks: all }) => all['v']?.iterations.length === 2);
    await engine.work(_id, 'v', 'success');
    const job = await engine.settled(_id);
    expect([job.status, engine.counts(job)]).toEqual(['complete', { f: 1, b: 4, e: 2, v: 2 }]);
    expect((await engine.runs(_id, 'b')).map((run) => run.job.index)).toEqual([0, 1, 1, 1]);
    const alone = { f: tasks.f, b: tasks.b };
    await engine.bring(anEngineWorkflow('Backups alone', alone, ['start f', 'f loop b', 'f end']));
    const broken = await engine.run('Backups alone', { mocks: { b: failing } });
    expect([broken.status, broken.tasks['f']?.metrics['finish_state']]).toEqual(['error', 'error']);
    expect(engine.counts(broken)['b']).toBe(1);
  });

  it('A7: a poll tries every two minutes, and its count survives the ways back', async () => {
    await engine.bring(
      anEngineWorkflow(
        'Poll',
        {
          a: anAdapterTask('isUp'),
          e: isEqual('result', 'up', 'a'),
          r: task(
            'reattempt',
            { job_id: '$var.job._id', attemptID: 'poll', minutes: 2, attempts: 3 },
            { app: 'MOP', type: 'automatic', outgoing: { response: '' } },
          ),
          x: task('newVariable', { name: 'gaveUp', value: true }, { outgoing: { value: null } }),
        },
        ['start a', 'a e', 'e end', 'e failure r', 'r !success a', 'r error x', 'x end'],
      ),
    );
    const up = { output: 'up' };
    const down = { output: 'down' };
    const [third, never] = await tried(
      'Poll',
      'a',
      [
        { results: [down, down, up], waits: 2 },
        { results: [down, down, down, down, down], waits: 3 },
      ],
      { of: 'r', seconds: 120 },
    );
    expect([third.status, engine.counts(third)]).toEqual(['complete', { a: 3, e: 3, r: 2, x: 0 }]);
    expect([never.variables['gaveUp'], engine.counts(never)]).toEqual([
      true,
      { a: 4, e: 4, r: 4, x: 1 },
    ]);
  });

  it('A8: two failures, then a success, are three runs; used up, the error edge is taken once', async () => {
    const retried = {
      ...anAdapterTask('flaky'),
      retrySettings: { state: ['error', 'failure'], autoRetry: true, limit: 3, delay: 3000 },
    };
    const after = task(
      'newVariable',
      { name: 'after', value: 'error' },
      { outgoing: { value: null } },
    );
    await engine.bring(
      anEngineWorkflow('Retry', { a: retried, b: after }, [
        'start a',
        'a end',
        'a error b',
        'b end',
      ]),
    );
    const failing = { finish: 'error', error: 'not now' };
    const [mended, spent] = await tried(
      'Retry',
      'a',
      [
        { results: [failing, failing, { output: 'fine' }], waits: 2 },
        { results: [failing], waits: 3 },
      ],
      { of: 'a', seconds: 3 },
    );
    expect([mended.status, engine.counts(mended)]).toEqual(['complete', { a: 3, b: 0 }]);
    expect([spent.status, engine.counts(spent)]).toEqual(['complete', { a: 4, b: 1 }]);
  });

  it('A9: two dozen tasks set keys, push and transform; the outputs are those of a plain program', async () => {
    await engine.bring(
      aTransformation({
        name: 'Doubled',
        incoming: [schema('list', 'array')],
        outgoing: [schema('doubled', 'array')],
        steps: [
          method(1, 'Array.map', [null, 'double']),
          edge('incoming list', 'method 1/args/0/value'),
          edge('method 1/return', 'outgoing doubled'),
        ],
        functions: [DOUBLE],
      }),
    );
    const names = Array.from({ length: 8 }, (_, at) => `file-${String(at)}`);
    const chain = names.flatMap((name, at) => [
      [
        `5${String(at)}`,
        task(
          'setObjectKey',
          { obj: { at }, path: ['deep', 'name'], value: name },
          { outgoing: { object: null } },
        ),
      ] as const,
      [
        `9${String(at)}`,
        task(
          'arrayPush',
          {
            arr: at === 0 ? [] : `$var.9${String(at - 1)}.pushedArray`,
            elementN: `$var.5${String(at)}.object`,
          },
          { type: 'automatic', outgoing: { pushedArray: at === 7 ? '$var.job.files' : null } },
        ),
      ] as const,
    ]);
    const ids = chain.map(([id]) => id);
    const transform = task(
      'transformation',
      {
        tr_id: 'Doubled',
        variableMap: { list: '$var.job.numbers' },
        options: { extractOutput: true, validateIncoming: false, revertToDefaultValue: true },
      },
      { outgoing: { doubled: '$var.job.doubled' } },
    );
    const edges = ['start', ...ids, 'ff', 'end'].flatMap((id, at, all) =>
      all[at + 1] === undefined ? [] : [`${id} ${all[at + 1] ?? ''}`],
    );
    await engine.bring(
      anEngineWorkflow('Files', { ...Object.fromEntries(chain), ff: transform }, edges),
    );
    const job = await engine.run('Files', { variables: { numbers: [1, 2, 3] } });
    expect([job.status, job.error]).toEqual(['complete', []]);
    expect(job.variables['files']).toEqual(names.map((name, at) => ({ at, deep: { name } })));
    expect(job.variables['doubled']).toEqual([2, 4, 6]);
  });

  it('ends every task in an error that is said to, for a value that it cannot use', async () => {
    const tasks = Object.fromEntries(
      REFUSED.map(([name, incoming, app], at) => [
        `a${at.toString(16)}`,
        task(name, incoming, app === undefined ? {} : { app }),
      ]),
    );
    const ids = Object.keys(tasks);
    const ways = ids.flatMap((id) => [`start ${id}`, `${id} error end`]);
    const workflow = anEngineWorkflow('Refused values', tasks, ways);
    const path = '/automation-studio/workflows/validate';
    const { json } = await engine.call<{
      readonly warnings: readonly { readonly code: string; readonly pointer: string }[];
    }>('POST', path, { body: { workflow } });
    const said = json.warnings.filter(({ code }) => code === 'value-refused');
    expect(said.map(({ pointer }) => pointer.split('/')[2])).toEqual(ids);
    await engine.bring(workflow);
    const { tasks: ended } = await engine.run('Refused values');
    expect(ids.filter((id) => ended[id]?.status !== 'error')).toEqual([]);
  });
});

/** Tasks with one value each that they cannot use. */
const REFUSED: readonly (readonly [name: string, incoming: JsonObject, app?: string])[] = [
  ['childJob', { workflow: 'x', loopType: 'both', data_array: [] }],
  ['childJob', { workflow: 'x', loopType: 'parallel', data_array: 'all' }],
  ['delay', { time: 'soon' }],
  ['forEach', { data_array: {} }],
  ['makeData', { input: '', outputType: 'yaml' }],
  ['newVariable', { name: '', value: 1 }],
  ['pop', { job_variable: '' }],
  ['push', { job_variable: '', item_to_push: 1 }],
  ['shift', { job_variable: null }],
  ['reattempt', { attemptID: 'a', minutes: 'few', attempts: 1 }, 'MOP'],
  ['reattempt', { attemptID: 'a', minutes: 0, attempts: 'many' }, 'MOP'],
  ['renderJinjaTemplate', { name: '', context: {} }, 'TemplateBuilder'],
  ['renderJinja2Template', { name: '', variables: {} }, 'TemplateBuilder'],
  [
    'renderJinja2ContextWithCast',
    { template: '1', variables: {}, castDataType: 'date' },
    'TemplateBuilder',
  ],
  ['stub', { type: 'maybe' }],
  ['stub', { type: 'success', delay: 'later' }],
  ['transformation', { tr_id: '', variableMap: {} }],
];

/** `current + current`, as the function of a map. */
const DOUBLE: JsonObject = {
  id: 'double',
  name: 'double',
  incoming: [schema('currentValue', 'number')],
  outgoing: [schema('twice', 'number')],
  steps: [
    method(1, 'Math.add', [null, null]),
    edge('incoming currentValue', 'method 1/args/0/value'),
    edge('incoming currentValue', 'method 1/args/1/value'),
    edge('method 1/return', 'outgoing twice'),
  ],
  functions: [],
};
