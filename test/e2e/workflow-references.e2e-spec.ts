import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { aTransformation } from '../support/factories/a-transformation.js';
import { aWorkflow } from '../support/factories/a-workflow.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { anOpenApi } from '../support/factories/an-open-api.js';
import { startApp, type TestApp } from '../support/start-app.js';

interface Found {
  readonly warnings: readonly {
    readonly code: string;
    readonly pointer: string;
    message: string;
  }[];
}
interface PackageJudged {
  readonly warnings: readonly {
    readonly type: string;
    readonly name: string;
    readonly message: string;
  }[];
}
interface Imported {
  readonly results: readonly { readonly warnings: readonly string[] }[];
}

interface InUse {
  readonly code: string;
  readonly current?: { readonly usedBy?: readonly object[] };
}
interface Form {
  readonly doc: { readonly id: string };
}
interface Stored {
  readonly created: { readonly _id: string };
}

const way = { type: 'standard', state: 'success' };
const task = (name: string, incoming: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  app: 'WorkFlowEngine',
  type: 'operation',
  actor: 'Pronghorn',
  variables: { incoming, outgoing: {} },
  ...more,
});
const called = (name: string, adapter_id: string): JsonObject =>
  task(name, { adapter_id }, { app: 'Outside', location: 'Adapter', type: 'automatic' });

/** A workflow of tasks one after the other. */
function of(name: string, tasks: JsonObject): JsonObject {
  const ids = ['workflow_start', ...Object.keys(tasks), 'workflow_end'];
  const ways = ids.map((id, at) => [
    id,
    ids[at + 1] === undefined ? {} : { [ids[at + 1] ?? '']: way },
  ]);
  const ends = { workflow_start: {}, workflow_end: {} };
  return aWorkflow(name, {
    tasks: { ...ends, ...tasks },
    transitions: Object.fromEntries(ways) as JsonObject,
  });
}

describe('what a workflow refers to', () => {
  let app: TestApp;
  const send = async <T>(path: string, body: JsonObject): Promise<T> => {
    const { status, json } = await app.as<T>('admin', 'POST', path, { body });
    expect([status, json]).toEqual([200, json]);
    return json;
  };
  const judged = async (tasks: JsonObject, name = 'Parent') => {
    const body = { workflow: of(name, tasks) };
    const { warnings } = await send<Found>('/automation-studio/workflows/validate', body);
    return warnings.map(({ code, pointer, message }) => [code, pointer, message]);
  };
  const store = (automation: JsonObject) =>
    send<Found>('/automation-studio/automations', { automation });
  const bring = (documents: readonly JsonObject[]) =>
    send<Imported>('/content/import', { documents: documents as JsonObject[] });

  beforeAll(async () => {
    app = await startApp('workflow-references');
    await store(of('Claim devices', { a: task('stub', {}) }));
    await store(of('Unfinished', { a: { ...task('stub', {}), name: '' } }));
    const broken = aTransformation({
      _id: 'broken',
      name: 'Broken',
      steps: [{ id: 1, type: 'method', library: 'No', method: 'such', args: [] }],
    });
    await bring([
      { transformation: broken },
      { transformation: aTransformation({ _id: 'sound' }) },
    ]);
    await send('/integration-models', { model: anOpenApi() });
    await send('/integrations', { properties: { name: 'boxes', model: 'Acme Boxes:1.2' } });
    await send('/adapters', { name: 'nso', type: 'restconf', baseUrl: 'http://nso.example' });
  });
  afterAll(() => app.close());

  it('is told of where it is not there, with the nearest name', async () => {
    const found = await judged({
      a: task('childJob', { workflow: 'Claim device' }),
      b: task('childJob', { workflow: 'Claim devices' }),
      c: task('childJob', { workflow: 'claim devices' }),
      d: task('transformation', { tr_id: '65303d7838c4c401873707d5' }),
      e: task('renderJinjaTemplate', { name: 'vlans' }),
      f: task('transformation', { tr_id: '$var.job.device' }),
      g: task('ShowJsonForm', { form_id: 'Order' }, { type: 'manual' }),
    });
    const near = "; did you mean 'Claim devices'?";
    const at = (id: string, key: string) => `#/tasks/${id}/variables/incoming/${key}`;
    const said = (what: string) => `refers to ${what}, which is not here`;
    expect(found.filter(([code]) => code === 'document-missing')).toEqual([
      ['document-missing', at('a', 'workflow'), `${said("workflow 'Claim device'")}${near}`],
      ['document-missing', at('c', 'workflow'), `${said("workflow 'claim devices'")}${near}`],
      ['document-missing', at('d', 'tr_id'), said("transformation '65303d7838c4c401873707d5'")],
      ['document-missing', at('e', 'name'), said("template 'vlans'")],
      ['document-missing', at('g', 'form_id'), said("form or JSON form 'Order'")],
    ]);
  });

  it('is told of where it cannot run', async () => {
    const found = await judged({
      a: task('transformation', { tr_id: 'broken' }),
      b: task('transformation', { tr_id: 'sound', variableMap: { who: 'x' } }),
      c: task('childJob', { workflow: 'Unfinished' }),
    });
    expect(found).toEqual([
      [
        'transformation-draft',
        '#/tasks/a/variables/incoming/tr_id',
        "refers to transformation 'broken', which has faults and cannot run",
      ],
      [
        'child-draft',
        '#/tasks/c/variables/incoming/workflow',
        "refers to workflow 'Unfinished', which has faults and cannot run",
      ],
    ]);
  });

  it('is an adapter or an integration, and an operation of its model', async () => {
    const found = await judged({
      a: called('genericAdapterRequest', 'nso'),
      b: called('genericAdapterRequest', 'boxes'),
      c: called('getBox', 'BOXES'),
      d: called('boxGet', 'boxes'),
      e: called('getBoxes', 'elsewhere'),
      f: called('findRoutes', 'elsewhere'),
      g: called('getBox', '$var.job.device'),
      h: called('boxGet', '$var.job.device'),
    });
    const at = (id: string) => `#/tasks/${id}/variables/incoming/adapter_id`;
    expect(found).toEqual([
      ['document-missing', at('b'), "refers to adapter 'boxes', which is not here"],
      [
        'operation-missing',
        '#/tasks/d/name',
        "refers to operation 'boxGet' of integration 'boxes', which its model has not; did you mean 'getBox'?",
      ],
      [
        'document-missing',
        at('e'),
        "refers to integration 'elsewhere', which is not here; models have 'getBox' of 'Acme Boxes:1.2'",
      ],
      ['document-missing', at('f'), "refers to integration 'elsewhere', which is not here"],
      [
        'operation-missing',
        '#/tasks/h/name',
        "refers to operation 'boxGet', which no model of integrations has; models have 'getBox' of 'Acme Boxes:1.2'",
      ],
    ]);
  });

  it('is a group by its id', async () => {
    const group = { name: 'Night shift', description: '' };
    const { data } = await send<{ data: Stored['created'] }>('/authorization/groups', { group });
    const guarded = { ...task('stub', {}), groups: ['gone'] };
    const groups = [data._id, 'night SHIFT', 'default'];
    const workflow = { ...of('Guarded', { a: guarded }), groups };
    const { warnings } = await send<Found>('/automation-studio/workflows/validate', { workflow });
    const byName = `refers to group 'night SHIFT' by its name; only its id counts, '${data._id}'`;
    expect(warnings.map(({ code, pointer, message }) => [code, pointer, message])).toEqual([
      ['group-missing', '#/groups', byName],
      ['group-missing', '#/tasks/a/groups', "refers to group 'gone', which is not here"],
    ]);
  });

  it('is judged alike when a workflow is saved and imported', async () => {
    const broken = (name: string) =>
      of(name, {
        a: task('childJob', { workflow: 'Nowhere' }),
        b: task('transformation', { tr_id: 'broken' }),
        c: called('getRoutes', 'elsewhere'),
      });
    const codes = ['document-missing', 'transformation-draft', 'document-missing'];
    const { warnings } = await store(broken('Saved'));
    expect(warnings.map(({ code }) => code)).toEqual(codes);
    const body = { workflow: broken('Imported') };
    const imported = await send<Found>('/workflow_builder/import', body);
    expect(imported.warnings.map(({ code }) => code)).toEqual(codes);
    const { results } = await bring([broken('Of a batch')]);
    expect(results[0]?.warnings).toEqual([
      "Refers to workflow 'Nowhere', which is not here",
      "Refers to transformation 'broken', which has faults and cannot run",
      "Refers to integration 'elsewhere', which is not here",
    ]);
  });

  it('is told of inputs and outputs that a transformation has not, and of inputs that it lacks', async () => {
    const called = (variableMap: JsonObject, outgoing: JsonObject) => ({
      ...task('transformation', {}),
      variables: { incoming: { tr_id: 'sound', variableMap }, outgoing },
    });
    const found = await judged({
      a: called({ who: 'x' }, { greeting: null }),
      b: called({ whom: 'x', other: 1 }, { greting: null }),
      c: task('transformation', { tr_id: 'broken', variableMap: { any: 1 } }),
    });
    const names = found.filter(([code]) => code === 'transformation-names');
    const at = (rest: string) => `#/tasks/b/variables/${rest}`;
    const none = "of transformation 'sound', which has none of that name";
    expect(names.map(([, pointer, message]) => [pointer, message])).toEqual([
      [at('incoming/variableMap/whom'), `refers to input 'whom' ${none}; did you mean 'who'?`],
      [at('incoming/variableMap/other'), `refers to input 'other' ${none}`],
      [at('outgoing/greting'), `refers to output 'greting' ${none}; did you mean 'greeting'?`],
    ]);
    const inputs = found.filter(([code]) => code === 'transformation-inputs');
    expect(inputs.map(([, pointer, message]) => [pointer, message])).toEqual([
      [at('incoming/variableMap'), "refers to transformation 'sound' without what it needs: 'who'"],
    ]);
  });

  it('says of a transformation that cannot run why, when it is imported', async () => {
    const steps = [{ id: 1, type: 'method', library: 'No', method: 'such', args: [] }];
    const unable = aTransformation({ _id: 'unable', name: 'Unable', steps });
    const { results } = await bring([{ transformation: unable }]);
    expect(results[0]?.warnings).toEqual([
      'Is a draft: it has faults and cannot run',
      '#/steps/0 No.such is no method known here',
    ]);
  });

  it('is judged alike when a package is planned and installed, whose documents see each other', async () => {
    const bundles = [
      { type: 'workflow', data: of('Inner', { a: { ...task('stub', {}), name: '' } }) },
      { type: 'transformation', data: aTransformation({ _id: 'brought', name: 'Brought' }) },
      {
        type: 'workflow',
        data: of('Outer', {
          a: task('childJob', { workflow: 'Claim device' }),
          b: task('transformation', { tr_id: 'broken' }),
          c: called('boxGet', 'boxes'),
          d: task('childJob', { workflow: 'Inner' }),
          e: task('transformation', { tr_id: 'brought', variableMap: { who: 'x' } }),
          f: task('transformation', { tr_id: 'BROUGHT', variableMap: { who: 'x' } }),
          g: task('noSuchTask', {}),
        }),
      },
    ];
    const artifact = anArtifact({ name: '@acme/judged', bundles });
    const draft = 'Is a draft: it has faults and cannot run';
    const judgedOf = (name: string, message: string) => ({ type: 'workflow', name, message });
    const expected = [
      judgedOf('Inner', draft),
      judgedOf('Inner', "#/tasks/a/name 'a' says no task to run"),
      judgedOf(
        'Outer',
        "#/tasks/g/name this platform has no task 'noSuchTask' of 'WorkFlowEngine'",
      ),
      judgedOf(
        'Outer',
        "Refers to workflow 'Claim device', which is not here; did you mean 'Claim devices'?",
      ),
      judgedOf('Outer', "Refers to transformation 'broken', which has faults and cannot run"),
      judgedOf('Outer', "Refers to workflow 'Inner', which has faults and cannot run"),
      judgedOf(
        'Outer',
        "Refers to operation 'boxGet' of integration 'boxes', which its model has not; did you mean 'getBox'?",
      ),
    ];
    const { warnings } = await send<PackageJudged>('/admin/artifacts/plan', { artifact });
    expect(warnings).toEqual(expected);
    const installed = await send<PackageJudged>('/admin/artifacts', { artifact });
    expect(installed.warnings).toEqual(expected);
    const again = { artifact, options: { overwrite: true } };
    const { warnings: after } = await send<PackageJudged>('/admin/artifacts', again);
    expect(after).toEqual(expected);
  });

  it('says all of a batch that validating says, and how much more there is', async () => {
    const tasks = Object.fromEntries(
      Array.from({ length: 25 }, (_, at) => [`t${String(at)}`, task('noSuchTask', {})]),
    );
    const { results } = await bring([of('Unknown', tasks)]);
    const warnings = results[0]?.warnings ?? [];
    expect(warnings).toHaveLength(21);
    expect(warnings[0]).toBe(
      "#/tasks/t0/name this platform has no task 'noSuchTask' of 'WorkFlowEngine'",
    );
    expect(warnings.at(-1)).toBe('and 5 more like these');
  });

  it('is looked for in the project of a workflow first, and suggested without it', async () => {
    await bring([of('@p1: Inside', { a: task('stub', {}) })]);
    const child = (workflow: string) =>
      judged({ a: task('childJob', { workflow }) }, '@p1: Caller');
    expect(await child('Inside')).toEqual([]);
    const [[, , message] = []] = await child('Insider');
    expect(message).toBe("refers to workflow 'Insider', which is not here; did you mean 'Inside'?");
  });

  it('is looked for up to a number, which is told', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1001 }, (_, at) => [
        `t${String(at)}`,
        task('transformation', {
          tr_id: 'sound',
          variableMap: { who: 'x' },
          more: { tr_id: `no ${String(at)}` },
        }),
      ]),
    );
    const body = { workflow: of('Many', many) };
    const { warnings } = await send<Found>('/automation-studio/workflows/validate', body);
    const last = warnings.filter(({ code }) => code === 'references-unchecked');
    expect(last.map(({ message }) => message)).toEqual([
      'refers to more than 1000 documents, of which only the first 1000 were looked for',
    ]);
  });

  describe('is deleted only when told twice', () => {
    const removed = async (path: string) => {
      const answer = await app.as<InUse>('admin', 'DELETE', path);
      const { code, current } = answer.status === 409 ? answer.json : {};
      return [answer.status, code, current?.usedBy];
    };
    const inUse = (...names: string[]) => [
      409,
      'in-use',
      names.map((name) => ({ kind: 'workflow', name })),
    ];

    beforeAll(async () => {
      await bring([{ transformation: aTransformation({ _id: 'held', name: 'Held' }) }]);
      await send('/integrations', { properties: { name: 'held-box', model: 'Acme Boxes:1.2' } });
      const adapter = { name: 'held-nso', type: 'restconf', baseUrl: 'http://nso.example' };
      await send('/adapters', adapter);
    });

    it('a workflow that others start, which are named', async () => {
      await store(of('Held child', { a: task('childJob', { workflow: 'Held child' }) }));
      await store(of('Holder 2', { a: task('childJob', { workflow: 'held CHILD' }) }));
      await store(of('Holder 1', { a: task('childJob', { workflow: 'Held child' }) }));
      const path = '/workflow_builder/workflows/delete/Held%20child';
      const refused = await app.as<InUse>('admin', 'DELETE', path);
      expect(refused.json).toMatchObject({
        detail:
          "Workflow 'Held child' is used by workflow 'Holder 1', workflow 'Holder 2'; " +
          '?force=true deletes it all the same',
      });
      expect(await removed(path)).toEqual(inUse('Holder 1', 'Holder 2'));
      expect((await removed(`${path}?force=true`))[0]).toBe(200);
    });

    it('what tasks name by its id, until they name another one', async () => {
      const { created } = await send<Stored>('/automation-studio/automations', {
        automation: of('Transforms', { a: task('transformation', { tr_id: 'held' }) }),
      });
      expect(await removed('/transformations/held')).toEqual(inUse('Transforms'));
      const path = `/automation-studio/automations/${created._id}`;
      const update = { tasks: of('', { a: task('stub', {}) })['tasks'] ?? null };
      await app.as('admin', 'PUT', path, { body: { update } });
      expect((await removed('/transformations/held'))[0]).toBe(204);
    });

    it('JSON forms, of which the others go', async () => {
      const made = async (name: string) =>
        (await send<Form>('/json-forms/forms', { name, schema: {} })).doc.id;
      const ids = [await made('Asked'), await made('Idle')];
      await store(of('Asks', { a: task('stub', { formId: ids[0] ?? '' }) }));
      const body = { ids };
      const refused = await app.as<object>('admin', 'DELETE', '/json-forms/forms', { body });
      expect(refused.json).toMatchObject({ deleted: 1 });
      expect(refused.text).toContain("is used by workflow 'Asks'");
      const told = await app.as('admin', 'DELETE', '/json-forms/forms?force=true', { body });
      expect(told.json).toMatchObject({ deleted: 1 });
    });

    it('a group that anything is for, its members aside', async () => {
      const { data } = await send<{ data: Stored['created'] }>('/authorization/groups', {
        group: { name: 'Holding' },
      });
      const gbac = { read: [], write: [data._id] };
      const account = { username: 'in-holding', password: 'a long password', groups: ['Holding'] };
      await send('/authorization/accounts', { account });
      const path = `/authorization/groups/${data._id}`;
      await store({ ...of('Of holding', { a: task('stub', {}) }), groups: [data._id] });
      await send('/operations-manager/automations', {
        name: 'By holding',
        gbac,
        componentType: 'workflows',
        componentName: 'Of holding',
      });
      const device = {
        host: 'held.example',
        type: 'cisco-ios',
        username: 'u',
        password: 'p',
        gbac,
      };
      const put = ['PUT', '/configuration_manager/devices/held-device', { body: device }] as const;
      expect((await app.as('admin', ...put)).status).toBe(200);
      await send('/notifications/channels', {
        name: 'held',
        kind: 'slack',
        url: 'http://chat.example/x',
      });
      const rule = { name: 'Held rule', filters: [{ source: 'x' }], channels: ['held'] };
      await send('/notifications/rules', { ...rule, groups: ['holding'] });
      const [status, code, usedBy] = await removed(path);
      expect([status, code]).toEqual([409, 'in-use']);
      expect(usedBy).toHaveLength(4);
      expect(usedBy).toEqual(
        expect.arrayContaining([
          { kind: 'workflow', name: 'Of holding' },
          { kind: 'automation', name: 'By holding' },
          { kind: 'device', name: 'held-device' },
          { kind: 'notification rule', name: 'Held rule' },
        ]),
      );
      expect((await removed(`${path}?force=true`))[0]).toBe(200);
    });

    it('an integration and an adapter that tasks call', async () => {
      const tasks = {
        a: called('getBox', 'held-box'),
        b: called('genericAdapterRequest', 'Held-NSO'),
      };
      await store(of('Calls', tasks));
      for (const path of ['/integrations/held-box', '/adapters/held-nso']) {
        expect(await removed(path)).toEqual(inUse('Calls'));
        expect((await removed(`${path}?force=true`))[0]).toBe(200);
      }
    });
  });
});
