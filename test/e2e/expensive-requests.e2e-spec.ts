import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WORKERS } from '../../src/platform/workers/worker-pool.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { engineWorkflow } from '../support/factories/made-workflows.js';
import { startApp, type TestApp } from '../support/start-app.js';

const KIB = 1024;
const AT_ONCE = {
  name: 'arrayLength',
  app: 'WorkFlowEngine',
  type: 'operation',
  incoming: { arr: [1] },
};

/** A configuration of so many characters, different for each seed. */
function configuration(length: number, seed: number): string {
  const line = (at: number): string => `interface Ethernet${at}\n description ${at * seed}\n`;
  let text = '';
  for (let at = 0; text.length < length; at += 1) text += line(at);
  return text;
}

/** An OpenAPI document of so many characters. */
function openApi(length: number): object {
  const schemas: Record<string, object> = {};
  for (let at = 0; at * 60 < length; at += 1)
    schemas[`Schema${at}`] = { type: 'object', properties: { name: { type: 'string' } } };
  return {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1.0.0' },
    paths: {},
    components: { schemas },
  };
}

describe('what is expensive', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp('e2e-expensive-requests');
  });
  afterAll(() => app.close());

  /** How many computations threads carried out for a request. */
  const inThreads = async <T>(work: () => Promise<T>): Promise<{ count: number; answer: T }> => {
    const before = WORKERS.done;
    const answer = await work();
    return { count: WORKERS.done - before, answer };
  };

  it('is done in a thread: the difference of two long texts', async () => {
    const ids: string[] = [];
    for (const seed of [1, 7]) {
      const rawConfig = configuration(200 * KIB, seed);
      const backups = [{ name: `router-${seed}`, type: 'cisco_ios', rawConfig }];
      const imported = await app.as<{ results: { id: string }[] }>(
        'admin',
        'POST',
        '/configuration_manager/backups/import',
        { body: { backups } },
      );
      ids.push(imported.json.results[0]?.id ?? '');
    }
    const path = `/configuration_manager/backups/${ids.join('/diff/')}`;
    for (const format of ['unified', 'sideBySide']) {
      const { count, answer } = await inThreads(() =>
        app.as<{ stats: { equal: number; changed: number } }>(
          'apiread',
          'GET',
          `${path}?format=${format}`,
        ),
      );
      expect([count, answer.status]).toEqual([1, 200]);
      expect(answer.json).toMatchObject({ before: ids[0], after: ids[1] });
      expect(answer.json.stats.equal).toBeGreaterThan(1000);
      expect(answer.json.stats.changed).toBeGreaterThan(1000);
    }
  });

  it.each([
    ['POST', '/integration-models/validation'],
    ['PUT', '/integration-models/validation'],
  ])('is done in a thread: whether a long document is a model, by %s %s', async (method, path) => {
    const body = { model: openApi(200 * KIB) };
    const { count, answer } = await inThreads(() => app.as('admin', method, path, { body }));
    expect([count, answer.status]).toEqual([1, 200]);
  });

  it('is done in a thread: whether a long document that is stored is a model', async () => {
    const body = { model: openApi(200 * KIB) };
    for (const [method, path] of [
      ['POST', '/integration-models'],
      ['PUT', '/integration-models/Large:1.0.0'],
    ] as const) {
      const { count, answer } = await inThreads(() => app.as('admin', method, path, { body }));
      expect([method, count, answer.status]).toEqual([method, 1, 200]);
    }
  });

  it('is done in a thread: whether a long document of a package is a model', async () => {
    const data = { ...openApi(200 * KIB), info: { title: 'Brought', version: '1' } };
    const model = { id: 'brought', name: 'brought', type: 'integration-model' };
    const artifacts = [{ ...model, location: '/bundles/brought.json' }];
    const manifest = { bundleName: 'm', artifacts, fingerprint: 'f', createdEpoch: '1' };
    const bundles = [{ type: 'integration-model', data }];
    const prebuilt = { ...anArtifact({ name: '@acme/long' }), manifest, bundles };
    await app.as('admin', 'POST', '/prebuilts/import', { body: { prebuilt } });
    const list = () => app.as('admin', 'GET', '/integration-models?equals=brought');
    const first = await inThreads(list);
    expect([first.count, first.answer.json]).toMatchObject([
      1,
      { results: [{ model: 'brought', versionId: 'Brought:1', problem: null }] },
    ]);
    expect((await inThreads(list)).count).toBe(0);
  });

  it.each([
    ['jinja2', `${'{{ a }}\n'.repeat(4000)}{{`],
    ['textfsm', `Value A (\\S+)\n\nStart\n${'  ^a${A}\n'.repeat(3000)}  ^b -> Nowhere\n`],
  ])(
    'is done in a thread, once: whether a long text is a template of %s',
    async (type, template) => {
      const path = '/automation-studio/templates';
      const warnings = [expect.stringContaining('The template cannot be used')];
      const named = { name: `Long ${type}`, type, template };
      const made = await inThreads(() =>
        app.as('apiwrite', 'POST', path, { body: { template: named } }),
      );
      expect([made.count, made.answer.status, made.answer.json]).toMatchObject([
        1,
        200,
        { warnings },
      ]);
      const documents = [{ ...named, name: `Brought ${type}` }];
      const brought = await inThreads(() =>
        app.as('apiwrite', 'POST', '/content/import', { body: { documents } }),
      );
      expect([brought.count, brought.answer.status]).toEqual([1, 200]);
    },
  );

  it('is kept as it was sent: a workflow of many values', async () => {
    const tasks = Object.fromEntries(
      Array.from({ length: 2000 }, (_, at) => [
        at.toString(16),
        { name: 'stub', app: 'WorkFlowEngine', type: 'automatic', summary: `task ${at}` },
      ]),
    );
    const automation = { name: 'Many values', tasks, transitions: {}, groups: [] };
    const made = await app.as('admin', 'POST', '/automation-studio/automations', {
      body: { automation },
    });
    expect(made.json).toMatchObject({ created: { tasks }, errors: expect.any(Array) as unknown });
    const found = await app.as<{ items: object[] }>(
      'admin',
      'GET',
      '/automation-studio/workflows?equals=Many values',
    );
    expect(found.json.items).toMatchObject([{ name: 'Many values', tasks }]);
    const listed = await app.as<{ workflows: { name: string; tasks: object }[] }>(
      'admin',
      'GET',
      '/service_catalog/GetWorkflows',
    );
    const [one] = listed.json.workflows.filter(({ name }) => name === 'Many values');
    expect(Object.keys(one?.tasks ?? {})).toHaveLength(2000);
  });

  describe('is done in a thread: judging long outputs', () => {
    const shared = { name: 'long', passRule: true };
    const rule = { type: 'regex', preRegex: 'missing', postRegex: 'missing', evaluation: '=' };
    const pair = { preRawCommand: 'show run', postRawCommand: 'show run', rules: [rule] };
    const rules = [{ rule: 'Ethernet9999999', eval: 'RegEx' }];
    const response = configuration(300 * KIB, 1);
    const results = [{ command: 'show run', evaluated: 'show run', raw: 'show run', response }];
    const outputs = { commands_results: results };

    beforeAll(async () => {
      const template = { ...shared, prepostCommands: [pair] };
      await app.as('admin', 'POST', '/mop/createAnalyticTemplate', { body: { template } });
      const mop = { ...shared, commands: [{ command: 'show run', passRule: true, rules }] };
      await app.as('admin', 'POST', '/mop/createTemplate', { body: { mop } });
    });

    const named = { analytic_template_name: 'long', variables: {} };
    it.each<[string, object, object]>([
      [
        '/mop/runAnalyticsTemplateDevices',
        { ...named, pre: { pre: outputs }, post: { post: outputs } },
        { analytic_template_results: { prepostCommands: [{ result: false }] } },
      ],
      [
        '/mop/runAnalyticsTemplate',
        { ...named, pre: outputs, post: outputs },
        { prepostCommands: [{ result: false }] },
      ],
      [
        '/mop/evaluateTemplate',
        { template: 'long', results },
        { command_results: [{ response, rules: [{ result: false }] }] },
      ],
    ])('by POST %s', async (path, body, expected) => {
      const { count, answer } = await inThreads(() => app.as('admin', 'POST', path, { body }));
      expect([count, answer.status, answer.json]).toMatchObject([1, 200, expected]);
    });
  });

  it('is refused: a body of more values than one may hold', async () => {
    const values = Array.from({ length: 200_000 }, () => 0);
    const body = { documents: [{ a: values }] };
    const answer = await app.as('apiwrite', 'POST', '/content/import', { body });
    expect([answer.status, answer.json]).toMatchObject([
      400,
      { code: 'invalid-input', errors: [{ pointer: '#', detail: 'has more than 200000 values' }] },
    ]);
  });

  it('is refused: a job of more variables than one may have', async () => {
    const list = '/automation-studio/automations';
    const automation = engineWorkflow('Many variables', { a1: AT_ONCE }, [
      ['start', 'a1'],
      ['a1', 'end'],
    ]);
    await app.as('apiwrite', 'POST', list, { body: { automation } });
    const start = (count: number) => {
      const variables = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`v${at}`, at]),
      );
      const body = { workflow: 'Many variables', options: { variables } };
      return app.as('apiwrite', 'POST', '/operations-manager/jobs/start', { body });
    };
    expect((await start(5000)).status).toBe(200);
    const { status, json } = await start(5001);
    const errors = [{ pointer: '#/options/variables', detail: 'A job has at most 5000 variables' }];
    expect([status, json]).toMatchObject([400, { errors }]);
  });

  it('is refused: a workflow of more tasks and transitions than one may have', async () => {
    const tasks = Object.fromEntries(Array.from({ length: 25_001 }, (_, at) => [`t${at}`, {}]));
    const workflow = { name: 'Large', tasks, transitions: {} };
    const detail = 'has 25001 tasks and transitions; 25000 are the most';
    const refused = (pointer: string) => [400, { errors: [{ pointer, detail }] }];
    const list = '/automation-studio/automations';
    const answers = await Promise.all([
      app.as('apiwrite', 'POST', list, { body: { automation: workflow } }),
      app.as('apiwrite', 'POST', '/workflow_builder/import', { body: { workflow } }),
      app.as('apiwrite', 'POST', '/automation-studio/workflows/validate', { body: { workflow } }),
    ]);
    expect(answers.map(({ status, json }) => [status, json])).toMatchObject([
      refused('#/automation'),
      refused('#/workflow'),
      [200, { errors: [{ pointer: '#', code: 'too-large', message: detail }], warnings: [] }],
    ]);
  });
});
