import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Written {
  readonly created: JsonObject & { readonly _id: string };
  readonly updated: JsonObject & { readonly _id: string };
  readonly edit: string;
  readonly warnings: readonly string[];
}
interface Listed {
  readonly items: readonly JsonObject[];
  readonly total: number;
  readonly skip: number;
  readonly limit: number;
}
interface Imported {
  readonly message: string;
  readonly imported: readonly {
    readonly success: boolean;
    readonly message: string;
    readonly original: JsonObject;
    readonly created: JsonObject | null;
    readonly warnings: readonly string[];
  }[];
}
interface Refused {
  readonly code: string;
  readonly message: string;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

const PATH = '/automation-studio/templates';
const at = (id: unknown, more = ''): string => `${PATH}/${encodeURIComponent(String(id))}${more}`;
const runAt = (name: string, how: string): string =>
  `/template_builder/templates/${encodeURIComponent(name)}/${how}`;

const VLAN = 'vlan {{ id }}\n name {{ name }}';
const BRIEF = 'Value PORT (\\S+)\nValue STATE (up|down)\n\nStart\n ^${PORT} is ${STATE} -> Record';

describe('templates of texts', () => {
  let app: TestApp;
  const admin = <T = Written>(method: string, path: string, options: CallOptions = {}) =>
    app.as<T>('admin', method, path, options);
  const create = async (template: JsonObject) =>
    (await admin('POST', PATH, { body: { template } })).json;

  beforeAll(async () => {
    app = await startApp('text-templates');
  });
  afterAll(() => app.close());

  it('are made with what every client reads, changed by members, and deleted', async () => {
    const { created, edit, warnings } = await create({ name: 'Access vlan', group: 'Switches' });
    expect(created).toMatchObject({
      name: 'Access vlan',
      group: 'Switches',
      type: 'jinja2',
      command: '',
      description: '',
      template: '',
      data: '',
      createdBy: expect.any(String),
      lastUpdatedBy: expect.any(String),
    });
    expect([edit, warnings]).toEqual([at(created._id), []]);
    expect(created['lastUpdated']).toBe(created['created']);

    const change = { body: { update: { template: VLAN } } };
    const changed = await admin('PUT', at('access VLAN'), change);
    expect(changed.json.updated).toMatchObject({ _id: created._id, template: VLAN });
    expect([changed.json.edit, changed.json.warnings]).toEqual([at(created._id), []]);
    const stale = { ...change, headers: { 'if-match': '"1"' } };
    expect((await admin('PUT', at(created._id), stale)).status).toBe(412);

    const got = await app.as('engineering', 'GET', at(created._id));
    expect(got.json).toEqual(changed.json.updated);
    expect(got.headers.get('etag')).toMatch(/^"2\./);
    const unchanged = { headers: { 'if-none-match': got.headers.get('etag') ?? '' } };
    expect((await admin('GET', at(created._id), unchanged)).status).toBe(304);
    expect((await admin<JsonObject>('GET', at(created._id, '/export'))).json).toEqual(got.json);
    const seen = { headers: { 'if-match': '"1"' } };
    expect((await admin('DELETE', at(created._id), seen)).status).toBe(412);
    const older = { ...seen, body: { revision: 1 } };
    expect((await admin('POST', at(created._id, '/restore'), older)).status).toBe(412);
    const data = 'x'.repeat(13 << 20);
    const large = { body: { update: { data } } };
    expect((await admin('PUT', at(created._id), large)).status).toBe(413);
    const another = { body: { template: { name: 'Large', data } } };
    expect((await admin('POST', PATH, another)).status).toBe(413);
    expect((await admin('DELETE', at(created._id))).status).toBe(200);
    expect((await admin('GET', at(created._id))).status).toBe(404);
  });

  it('come in and go out unchanged, each with an outcome of its own', async () => {
    const exported = {
      _id: '65f0c0ffee65f0c0ffee0001',
      name: 'Interfaces brief',
      type: 'textfsm',
      group: 'Cisco',
      command: 'show interfaces',
      description: 'Ports',
      template: BRIEF,
      data: 'Gi1 is up',
      created: '2023-11-01T21:09:42.432Z',
      namespace: null,
      tags: [{ name: 'ports' }],
    };
    const broken = { name: 'Broken', type: 'textfsm', template: BRIEF.replace('Start', 'Begin') };
    const body = { templates: [exported, { name: 'No text' }, broken, 'text'] };
    const { json } = await admin<Imported>('POST', `${PATH}/import`, { body });
    expect(json.message).toBe('Imported 2 of 4 template(s)');
    expect(json.imported).toMatchObject([
      { success: true, original: exported, created: exported, warnings: [] },
      { success: false, created: null, warnings: [] },
      { success: true, warnings: ["The template cannot be used: there is no state 'Start'"] },
      { success: false, original: 'text', created: null },
    ]);
    expect(json.imported[1]?.message).toContain('#/templates/1/template must be the text');
    for (const id of [exported._id, 'interfaces BRIEF', '@65f0: Interfaces brief'])
      expect((await admin('GET', at(id, '/export'))).json).toEqual(exported);

    const again = await admin<Imported>('POST', `${PATH}/import`, {
      body: { templates: [exported] },
    });
    expect(again.json.imported[0]).toMatchObject({ success: false });
    const over = { templates: [{ ...exported, group: 'Others' }], options: { overwrite: true } };
    await admin('POST', `${PATH}/import`, { body: over });
    expect((await admin<JsonObject>('GET', at(exported._id))).json['group']).toBe('Others');
  });

  it('are listed by what clients ask for', async () => {
    await create({ name: 'List A', type: 'textfsm', group: 'Lists', template: BRIEF });
    await create({ name: 'List B', group: 'Lists', command: 'show b' });
    const list = async (query: string) => (await admin<Listed>('GET', `${PATH}?${query}`)).json;
    const names = async (query: string) => (await list(query)).items.map(({ name }) => name);
    const all = await list('contains[name]=list&limit=1&skip=1&include=name,type');
    expect(all).toMatchObject({ total: 2, skip: 1, limit: 1, items: [{ name: 'List B' }] });
    expect(Object.keys(all.items[0] ?? {}).sort()).toEqual(['_id', 'name', 'type']);
    expect(await names('equals[group]=Lists&equals[type]=textfsm')).toEqual(['List A']);
    expect(await names('equals[group]=Lists&equals[type]=jinja2')).toEqual(['List B']);
    expect(await names('equals[command]=show b&equals[name]=List B')).toEqual(['List B']);
    expect(await names('equals[command]=show b&equals[name]=List A')).toEqual([]);
    expect((await admin('GET', `${PATH}?equals[colour]=red`)).status).toBe(400);
  });

  it('have versions, which can be restored', async () => {
    const { created } = await create({ name: 'Versioned', template: 'one' });
    await admin('PUT', at(created._id), { body: { update: { template: 'two' } } });
    const { json: listed } = await admin<JsonObject>('GET', at(created._id, '/versions'));
    expect(listed).toMatchObject({
      total: 2,
      results: [
        { revision: 2, current: true, savedBy: expect.any(String) },
        { revision: 1, current: false, name: 'Versioned' },
      ],
    });
    const first = await admin<JsonObject>('GET', at(created._id, '/versions/1'));
    expect(first.json).toMatchObject({ revision: 1, document: { template: 'one' } });
    expect((await admin('GET', at(created._id, '/versions/9'))).status).toBe(404);
    const restored = await admin('POST', at(created._id, '/restore'), { body: { revision: 1 } });
    expect(restored.json.updated).toMatchObject({ template: 'one' });
  });

  it('are rendered with values, or with their own data', async () => {
    const data = '{"id": 7, "name": "own"}';
    await create({ name: 'Rendered', template: VLAN, data });
    const render = <T = { renderedTemplate: string }>(name: string, body: JsonObject) =>
      admin<T>('POST', runAt(name, 'renderJinja'), { body });
    const { json } = await render('Rendered', { context: { id: 10, name: 'users' } });
    expect(json).toEqual({ renderedTemplate: 'vlan 10\n name users' });
    expect((await render('Rendered', {})).json.renderedTemplate).toBe('vlan 7\n name own');

    await create({ name: 'Undefined', template: '{{ a.b.c }}', data: '[1]' });
    const failed = await render<Refused>('Undefined', { context: {} });
    expect([failed.status, failed.json.code]).toEqual([409, 'template-failed']);
    expect(failed.json.errors[0]).toMatchObject({ pointer: '#/template' });
    expect(failed.json.message).toContain("Template 'Undefined' cannot be run: line 1:");
    const own = await render<Refused>('Undefined', {});
    expect(own.json.message).toContain('its data is no object');
    expect((await render('Nowhere', {})).status).toBe(404);
  });

  it('parse outputs into rows, here and in jobs', async () => {
    await create({ name: 'Parsing', type: 'textfsm', template: BRIEF, data: 'Gi9 is down' });
    const rows = [
      { PORT: 'Gi1', STATE: 'up' },
      { PORT: 'Gi2', STATE: 'down' },
    ];
    const text = 'Gi1 is up\nGi2 is down\nthe end';
    const parse = (name: string, body: JsonObject) =>
      admin<JsonObject>('POST', runAt(name, 'parse'), { body });
    expect((await parse('Parsing', { text })).json).toEqual({ header: ['PORT', 'STATE'], rows });
    expect((await parse('Parsing', {})).json['rows']).toEqual([{ PORT: 'Gi9', STATE: 'down' }]);
    await create({ name: 'No parser', type: 'jinja2' });
    expect((await parse('No parser', { text })).status).toBe(409);
    const look = {
      name: 'Slow',
      type: 'textfsm',
      template: 'Value A ((?:a|aa)+(?=b))\n\nStart\n ^${A}',
    };
    await create(look);
    expect((await parse('Slow', { text: 'a'.repeat(5000) })).json['message']).toContain(
      'too many steps',
    );

    const task = anEngineTask(
      'parseTemplate',
      { template: 'Parsing', text },
      { app: 'TemplateBuilder', outgoing: { parsed: '$var.job.parsed' } },
    );
    const automation = anEngineWorkflow('Parses', { a1: task }, ['start a1', 'a1 end']);
    await admin('POST', '/automation-studio/automations', { body: { automation } });
    const body = { workflow: 'Parses', options: {} };
    const started = await admin<{ data: { _id: string } }>(
      'POST',
      '/operations-manager/jobs/start',
      { body },
    );
    const job = await eventually(
      async () =>
        (
          await admin<{ data: JsonObject }>(
            'GET',
            `/operations-manager/jobs/${started.json.data._id}`,
          )
        ).json.data,
      ({ status }) => status !== 'running',
    );
    expect(job).toMatchObject({ status: 'complete', variables: { parsed: rows } });
  });
});
