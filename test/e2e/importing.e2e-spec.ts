import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { anArtifact, aWorkflow } from '../support/factories/an-artifact.js';
import { type Answer, type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Refusal {
  readonly message: string;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}
interface Outcome {
  readonly name: string;
  readonly type: string;
  readonly success: boolean;
  readonly message: string;
  readonly id: string | null;
  readonly warnings: readonly string[];
  readonly pointer: string;
}
interface Imported {
  readonly message: string;
  readonly imported: number;
  readonly failed: number;
  readonly results: readonly Outcome[];
}
interface ShownProject {
  readonly _id: string;
  readonly name: string;
  readonly componentCount: number;
  readonly components: readonly {
    readonly type: string | null;
    readonly documentId: string | null;
  }[];
}
interface ProjectImport {
  readonly message: string;
  readonly data: ShownProject;
  readonly metadata: Imported;
}

const aTransformation = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  incoming: [],
  outgoing: [],
  steps: [],
  functions: [],
  ...more,
});
const aForm = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  children: [],
  ...more,
});
const aTask = (name: string, incoming: JsonObject): JsonObject => ({
  name,
  app: 'WorkFlowEngine',
  type: 'operation',
  actor: 'Pronghorn',
  variables: { incoming, outgoing: {} },
});
const PREFIX = '5f1e0c0ffee0c0ffee0c0b0b';
const at = (text: unknown) => encodeURIComponent(String(text));

describe('imports of any mix', () => {
  let platform: TestApp;
  const admin = <T = JsonObject>(method: string, path: string, options: CallOptions = {}) =>
    platform.as<T>('admin', method, path, options);
  const send = <T = Imported>(documents: readonly unknown[], options?: JsonObject) =>
    admin<T>('POST', '/content/import', { body: { documents, ...(options && { options }) } });
  const imported = async (documents: readonly unknown[], options?: JsonObject) =>
    (await send(documents, options)).json;
  const form = async (id: unknown) =>
    (await admin('GET', `/formbuilder/forms/${at(id)}/export`)).json;

  beforeAll(async () => {
    platform = await startApp('e2e-importing');
  });
  afterAll(() => platform.close());

  it('keep a free id of an automation, and give another one where it is taken', async () => {
    const automation = (name: string) => ({ _id: 'mix-automation', name, componentType: null });
    const { results } = await imported([automation('Mix one'), automation('Mix two')]);
    expect(results.map(({ id }) => id)).toEqual([
      'mix-automation',
      expect.stringMatching(/^[0-9a-f]{24}$/),
    ]);
  });

  it('answer one outcome for each thing, and take what they can', async () => {
    const answer = await imported([
      aForm('Mix form', { _id: 'mix-form' }),
      { transformation: aTransformation('Mix transformation') },
      { name: 'A job', tasks: {}, transitions: {}, status: 'complete', metrics: {} },
      { children: [] },
      { form: { ...aForm('Mix form') } },
      { results: [aForm('Mix second', { tr_id: 'nowhere' })], total: 1 },
      7,
    ]);
    expect(answer).toEqual({
      message: 'Imported 3, failed 4',
      imported: 3,
      failed: 4,
      results: [
        {
          name: 'Mix form',
          type: 'form',
          success: true,
          message: "Successfully imported form 'Mix form'",
          id: 'mix-form',
          warnings: [],
          pointer: '#/documents/0',
        },
        expect.objectContaining({ type: 'transformation', success: true }),
        expect.objectContaining({
          name: 'A job',
          type: 'unknown',
          message: 'Cannot be imported: it is a job',
          id: null,
        }),
        expect.objectContaining({ type: 'unknown', success: false }),
        expect.objectContaining({
          type: 'form',
          success: false,
          message: "Form 'Mix form' already exists",
          pointer: '#/documents/4/form',
        }),
        expect.objectContaining({
          name: 'Mix second',
          success: true,
          warnings: ["Refers to transformation 'nowhere', which is not here"],
        }),
        expect.objectContaining({ name: '', type: 'unknown', pointer: '#/documents/6' }),
      ],
    });
  });

  it('replace documents of the same name only when they are told to', async () => {
    await imported([aForm('Again', { _id: 'again', version: 1 })]);
    const [refused] = (await imported([aForm('AGAIN')])).results;
    expect(refused?.success).toBe(false);
    const [replaced] = (await imported([aForm('Again', { version: 2 })], { overwrite: true }))
      .results;
    expect([replaced?.success, replaced?.id]).toEqual([true, 'again']);
    expect(await form('again')).toMatchObject({ version: 2 });
  });

  it('give a document whose id is taken another one, and references follow', async () => {
    await imported([
      aTransformation('Holder', { _id: 'taken' }),
      aForm('Form holder', { _id: 'taken' }),
    ]);
    const workflow = aWorkflow('Follows', {
      _id: 'taken',
      tasks: {
        workflow_start: {},
        workflow_end: {},
        a: aTask('transformation', { tr_id: 'taken' }),
        b: aTask('ShowJsonForm', { form_id: 'taken' }),
      },
    });
    const { results } = await imported([
      workflow,
      aTransformation('Newcomer', { _id: 'taken' }),
      aForm('Form newcomer', { _id: 'taken' }),
    ]);
    const [made, transformation, other] = results;
    expect(made?.id).toBe('taken');
    expect(made?.warnings.filter((text) => text.startsWith('Refers'))).toEqual([]);
    expect(new Set([transformation?.id, other?.id, 'taken']).size).toBe(3);
    const { json } = await admin('POST', '/workflow_builder/export', {
      body: { options: { name: 'taken' } },
    });
    expect(json).toMatchObject({
      tasks: {
        a: { variables: { incoming: { tr_id: transformation?.id } } },
        b: { variables: { incoming: { form_id: other?.id } } },
      },
    });
  });

  it('unpack packages', async () => {
    const bundles = [
      { type: 'forms', data: aForm('Bundled form') },
      { type: 'integration-model', data: { name: 'Model' } },
    ];
    const { results } = await imported([anArtifact({ bundles })]);
    expect(results.map(({ name, success }) => [name, success])).toEqual([
      ['Bundled form', true],
      ['Model', false],
    ]);
  });

  it('let one of two at once have the name, and tell the other', async () => {
    const twice = await Promise.all([imported([aForm('Race')]), imported([aForm('race')])]);
    expect(twice.map(({ imported: count }) => count).sort()).toEqual([0, 1]);
    const [loser] = twice.flatMap(({ results }) => results.filter(({ success }) => !success));
    expect(loser?.message).toMatch(/already exists$/);
  });

  it('refuse more than they take, and nothing is imported', async () => {
    const many = Array.from({ length: 1500 }, (_, at) => aForm(`Many ${String(at)}`));
    const { status, json } = await send<Refusal>([many, many]);
    expect([status, json.errors]).toEqual([
      400,
      [{ pointer: '#/documents', detail: 'holds more than 2000 documents' }],
    ]);
    const components = Array.from({ length: 10_000 }, () => ({ type: 'workflow', document: {} }));
    const project = await send<Refusal>([{ name: 'Many', components }]);
    expect(project.status).toBe(400);
    const { json: list } = await admin<{ total: number }>(
      'GET',
      '/formbuilder/forms?startsWith=Many',
    );
    expect(list.total).toBe(0);
  });

  it('tell of what nobody can keep, with its place', async () => {
    const { results } = await imported([
      aForm('x'.repeat(600)),
      aForm('Surrogate', { text: '\ud800' }),
      aForm('Large', { text: 'x'.repeat(12.5 * 1024 * 1024) }),
    ]);
    expect(results.map(({ success, message }) => [success, message])).toEqual([
      [false, expect.stringContaining('#/documents/0/name')],
      [false, expect.stringContaining('#/documents/1/text')],
      [false, expect.stringContaining('larger than')],
    ]);
  });

  describe('projects', () => {
    const child = aWorkflow('Child', { _id: '5f1e0c0ffee0c0ffee0c0c01' });
    const parent = aWorkflow('Parent', {
      _id: '5f1e0c0ffee0c0ffee0c0c02',
      tasks: {
        workflow_start: {},
        workflow_end: {},
        a: aTask('childJob', { workflow: 'Child' }),
        b: aTask('childJob', { workflow: `@${PREFIX}: Child` }),
        c: aTask('transformation', { tr_id: '5f1e0c0ffee0c0ffee0c0c03' }),
        d: aTask('childJob', { workflow: 'Missing' }),
      },
    });
    const component = (type: string, document: JsonValue, iid: number): JsonObject => ({
      iid,
      type,
      reference: (document as JsonObject)['_id'] ?? 'other',
      folder: '/',
      document,
    });
    const PROJECT: JsonObject = {
      _id: PREFIX,
      iid: 3,
      name: 'Onboarding',
      description: '<script>alert(1)</script>',
      folders: [{ name: 'a' }],
      empty: {},
      components: [
        component('workflow', child, 1),
        component('workflow', parent, 2),
        component(
          'transformation',
          aTransformation('Shape', { _id: '5f1e0c0ffee0c0ffee0c0c03' }),
          3,
        ),
        component('drawing', { name: 'Text', group: 'sketches' }, 4),
        { iid: 5, type: 'workflow', reference: 'gone', folder: '/', document: null },
      ],
    };
    const projects = '/automation-studio/projects';
    const importProject = <T = ProjectImport>(project: JsonObject) =>
      admin<T>('POST', `${projects}/import`, { body: { project } });
    const exported = async (id: string, query = '') =>
      (await admin<{ data: JsonObject }>(`GET`, `${projects}/${at(id)}/export${query}`)).json.data;

    let broughtIn: Answer<ProjectImport>;

    beforeEach(async () => {
      broughtIn = await importProject(PROJECT);
    });
    afterEach(async () => {
      const { json } = await admin<{ data: ShownProject[] }>('GET', `${projects}?limit=100`);
      for (const { _id } of json.data) await admin('DELETE', `${projects}/${_id}`);
    });

    it('come in with their documents, named after the project, and go out as they came', async () => {
      const { status, json } = broughtIn;
      expect([status, json.message]).toEqual([200, 'Imported 3, failed 0']);
      expect(json.data).toMatchObject({ _id: PREFIX, name: 'Onboarding', componentCount: 5 });
      expect(json.data.components.map(({ type }) => type)).toEqual([
        'workflow',
        'workflow',
        'transformation',
        'drawing',
        'workflow',
      ]);
      expect(json.metadata.results.map(({ name }) => name)).toEqual([
        `@${PREFIX}: Child`,
        `@${PREFIX}: Parent`,
        `@${PREFIX}: Shape`,
      ]);
      expect(
        json.metadata.results[1]?.warnings.filter((text) => text.startsWith('Refers')),
      ).toEqual([
        "Refers to workflow 'Child', which has faults and cannot run",
        "Refers to workflow '@5f1e0c0ffee0c0ffee0c0b0b: Child', which has faults and cannot run",
        "Refers to workflow 'Missing', which is not here",
      ]);
      for (const id of [PREFIX, 'ONBOARDING']) expect(await exported(id)).toEqual(PROJECT);
    });

    it('are made of documents at once, and changed by what is given', async () => {
      const reading = aTransformation('Read', { _id: '5f1e0c0ffee0c0ffee0c0d01' });
      const made = await admin<ProjectImport>('POST', projects, {
        body: { name: 'Made', components: [component('transformation', reading, 1)] },
      });
      const own = { iid: 1, type: 'transformation', folder: '/', name: expect.any(String) };
      expect([made.status, made.json]).toMatchObject([
        200,
        {
          message: 'Imported 1, failed 0',
          data: { name: 'Made', components: [own] },
          metadata: { imported: 1, results: [{ name: expect.any(String), success: true }] },
        },
      ]);
      const changed = await admin<ProjectImport>('PATCH', `${projects}/${made.json.data._id}`, {
        body: { description: 'Changed', members: [] },
      });
      expect([changed.status, changed.json]).toMatchObject([
        200,
        { data: { name: 'Made', description: 'Changed', components: [own] }, metadata: {} },
      ]);
    });

    it('keep what two callers change at once', async () => {
      const made = await admin<ProjectImport>('POST', projects, { body: { name: 'Shared' } });
      const path = `${projects}/${made.json.data._id}`;
      for (const description of ['first', 'second', 'third']) {
        const backgroundColor = `of ${description}`;
        await Promise.all(
          [{ description }, { backgroundColor }].map((body) => admin('PATCH', path, { body })),
        );
        const { json } = await admin('GET', path);
        expect(json).toMatchObject({ data: { description, backgroundColor } });
      }
    });

    it('are listed and shown', async () => {
      const { json: list } = await admin<{ data: ShownProject[]; metadata: JsonObject }>(
        'GET',
        `${projects}?startsWith=onb&limit=5`,
      );
      expect(list.metadata).toMatchObject({ skip: 0, limit: 5, total: 1, nextPageSkip: null });
      expect(list.data[0]).toEqual({
        _id: PREFIX,
        name: 'Onboarding',
        description: '<script>alert(1)</script>',
        componentCount: 5,
        created: expect.any(String),
        createdBy: expect.any(String),
      });
      const { json } = await admin<{ data: ShownProject }>('GET', `${projects}/Onboarding`);
      expect(json.data.components[0]).toMatchObject({ documentId: child['_id'] });
    });

    it('are exported in the words of the interface when that is asked for', async () => {
      const text = JSON.stringify(await exported(PREFIX, '?dialect=interface'));
      expect(text).not.toContain('Pronghorn');
      expect(text).toContain('"actor":"platform"');
    });

    it('keep their name for themselves', async () => {
      const again = await importProject<Refusal>({ ...PROJECT, _id: 'other' });
      expect([again.status, again.json.message]).toEqual([
        409,
        "Project 'Onboarding' already exists",
      ]);
      const { results } = await imported([{ project: PROJECT }, aForm('Beside the project')]);
      expect(results.map(({ type, success }) => [type, success])).toEqual([
        ['project', false],
        ['form', true],
      ]);
    });

    it('become what another platform has of them when they are told to', async () => {
      const renewed = aTransformation('Renewed', { _id: '5f1e0c0ffee0c0ffee0c0c09' });
      const first = { ...PROJECT, name: 'Moved', _id: '5f1e0c0ffee0c0ffee0c0d01' };
      await imported([{ ...first, components: [component('workflow', child, 1)] }]);
      const before = await exported('Moved');
      const components = [
        component('workflow', { ...child, description: 'Changed' }, 1),
        component('transformation', renewed, 2),
      ];
      const moved = { ...first, _id: 'elsewhere', description: 'New words', components };
      const { results } = await imported([moved], { overwrite: true });
      expect(results.map(({ type, success }) => [type, success])).toEqual([
        ['project', true],
        ['workflow', true],
        ['transformation', true],
      ]);
      const after = await exported('Moved');
      expect(after).toMatchObject({ _id: before['_id'], description: 'New words' });
      expect(after['components']).toMatchObject([
        { document: { name: 'Child', description: 'Changed' } },
        { document: { name: 'Renewed' } },
      ]);
      await imported([{ ...moved, components: components.slice(1) }], { overwrite: true });
      const search = `/automation-studio/workflows?equals[name]=${at(`@${first._id}: Child`)}`;
      expect((await admin<{ items: unknown[] }>('GET', search)).json.items).toEqual([]);
      expect((await exported('Moved'))['components']).toHaveLength(1);
    });

    it('get an id of their own where that is taken, and their documents follow', async () => {
      const named = { ...parent, name: `@${PREFIX}: Parent` };
      const { results } = await imported([
        { ...PROJECT, name: 'Copy', components: [component('workflow', named, 1)] },
      ]);
      const [id, workflowId] = results.map((one) => String(one.id));
      expect(results.map(({ success }) => success)).toEqual([true, true]);
      expect(id).not.toBe(PREFIX);
      expect(results[1]?.name).toBe(`@${id ?? ''}: Parent`);
      expect(await exported('Copy')).toMatchObject({
        _id: id,
        components: [{ reference: workflowId, document: { _id: workflowId } }],
      });
    });

    it('leave out what was deleted since, and go with their documents', async () => {
      await admin('DELETE', `/automation-studio/automations/${at(child['_id'])}?force=true`);
      const { components } = await exported(PREFIX);
      expect((components as JsonObject[]).map(({ iid }) => iid)).toEqual([2, 3, 4, 5]);
      expect((await admin('DELETE', `${projects}/${PREFIX}`)).status).toBe(200);
      for (const [method, path] of [
        ['GET', PREFIX],
        ['GET', `${PREFIX}/export`],
        ['DELETE', PREFIX],
      ] as const) {
        expect((await admin(method, `${projects}/${path}`)).status).toBe(404);
      }
      const { status } = await admin('GET', '/transformations/5f1e0c0ffee0c0ffee0c0c03');
      expect(status).toBe(404);
    });

    it('that are none, or too large, are refused', async () => {
      for (const project of [{ name: 'x' }, { components: [] }, { name: 'x', components: [7] }]) {
        expect((await importProject(project as never)).status).toBe(400);
      }
      const blank = await importProject<Refusal>({ name: ' ', components: [] });
      expect(blank.json.errors[0]?.pointer).toBe('#/project/name');
      const text = 'x'.repeat(12.5 * 1024 * 1024);
      expect((await importProject({ name: 'Large', text, components: [] })).status).toBe(413);
    });
  });

  it('make tags known, with how many documents have them', async () => {
    await imported([
      aForm('Tagged a', { tags: ['blue', 'red'] }),
      aForm('Tagged b', { tags: [{ name: 'blue' }] }),
      aTransformation('Tagged c', { tags: ['blue'] }),
    ]);
    const { json } = await admin('GET', '/tags?limit=1');
    expect(json).toEqual({
      results: [{ name: 'blue', count: 3, types: { form: 2, transformation: 1 } }],
      total: 2,
    });
    expect((await admin('GET', '/tags?skip=1')).json['results']).toEqual([
      { name: 'red', count: 1, types: { form: 1 } },
    ]);
  });
});
