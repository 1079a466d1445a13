import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';

const JOBS = '/operations-manager/jobs';

interface Job {
  readonly _id: string;
  readonly status: string;
  readonly error: readonly { readonly message: string }[];
  readonly variables: JsonObject;
}

const rendered = (template: string): JsonObject =>
  anEngineTask(
    'renderJinja2ContextWithCast',
    { template, variables: { vlans: [10, 20] }, castDataType: 'array' },
    { app: 'TemplateBuilder', outgoing: { rendered: '$var.job.rendered' }, summary: 'Render <&>' },
  );

describe('pictures of jobs', () => {
  let app: TestApp;
  const run = async (name: string, task: JsonObject): Promise<Job> => {
    const automation = anEngineWorkflow(name, { a1: task }, ['start a1', 'a1 end']);
    await app.as('admin', 'POST', '/automation-studio/automations', { body: { automation } });
    const started = await app.as<{ data: Job }>('admin', 'POST', `${JOBS}/start`, {
      body: { workflow: name, options: {} },
    });
    if (started.status !== 200) throw new Error(started.text);
    const { _id } = started.json.data;
    return eventually(
      async () => (await app.as<{ data: Job }>('engineering', 'GET', `${JOBS}/${_id}`)).json.data,
      ({ status }) => status !== 'running',
    );
  };

  beforeAll(async () => {
    app = await startApp('job-pictures');
  });
  afterAll(() => app.close());

  it('show where each task stands, as SVG that runs nothing', async () => {
    const job = await run('Drawn "twice"', rendered('{{ vlans | tojson }}'));
    expect(job).toMatchObject({ status: 'complete', variables: { rendered: [10, 20] } });
    const { status, text, headers } = await app.as(
      'engineering',
      'GET',
      `${JOBS}/${job._id}/graph.svg`,
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('inline; filename="job.svg"');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toMatch(/^<svg /);
    for (const shown of [
      'Drawn &quot;twice&quot;',
      'Render &lt;&amp;&gt;',
      '>success<',
      'job complete',
    ])
      expect(text).toContain(shown);
  });

  it('are of jobs that are there', async () => {
    const { status } = await app.as(
      'engineering',
      'GET',
      `${JOBS}/5f0000000000000000000000/graph.svg`,
    );
    expect(status).toBe(404);
  });

  it('are as hidden as their job', async () => {
    const night = { roles: [{ provenance: 'platform', name: 'engineering' }] };
    const owl = await aSignedInCaller(app.app, { ...night, groups: ['night shift'] });
    const other = await aSignedInCaller(app.app, night);
    const automation = anEngineWorkflow('Hidden', { a1: rendered('x') }, ['start a1', 'a1 end']);
    const path = '/automation-studio/automations';
    await app.as('admin', 'POST', path, { body: { automation } });
    const body = { workflow: 'Hidden', options: { groups: ['night shift'] } };
    const started = await app.call<{ data: Job }>('POST', `${JOBS}/start`, { body, token: owl });
    const picture = `${JOBS}/${started.json.data._id}/graph.svg`;
    const seen = await Promise.all(
      [owl, other].map(async (token) => (await app.call('GET', picture, { token })).status),
    );
    expect(seen).toEqual([200, 404]);
  });

  it('and templates that cannot be rendered end their task in error with the line', async () => {
    const job = await run(
      'Not rendered',
      rendered('a\n{{ range.constructor("return process")() }}'),
    );
    expect(job.status).toBe('error');
    const { text } = await app.as('engineering', 'GET', `${JOBS}/${job._id}/graph.svg`);
    expect(text).toContain('✗');
  });

  it('and tasks of devices name what is not there', async () => {
    const look = anEngineTask(
      'getDevice',
      { name: 'nowhere' },
      { app: 'ConfigurationManager', outgoing: { device: null }, type: 'automatic' },
    );
    const job = await run('No device', {
      ...look,
      variables: {
        incoming: { name: 'nowhere' },
        outgoing: { device: null },
        error: '$var.job.why',
      },
    });
    expect(job).toMatchObject({
      status: 'error',
      variables: { why: { code: 'not-found', message: "Device 'nowhere' not found" } },
    });
  });

  it('and a stored template comes with a project, and is found by its name in it', async () => {
    const template = {
      name: 'Vlans',
      template: '{% for v in vlans %}vlan {{ v }};{% endfor %}',
      type: 'jinja2',
    };
    const project = {
      name: 'Rendering',
      components: [{ iid: 1, type: 'template', document: template }],
    };
    const made = await app.as<{ data: { _id: string } }>(
      'admin',
      'POST',
      '/automation-studio/projects/import',
      { body: { project } },
    );
    expect(made.status).toBe(200);
    const name = `@${made.json.data._id}: Vlans`;
    const task = anEngineTask(
      'renderJinjaTemplate',
      { name, context: { vlans: [10, 20] } },
      { app: 'TemplateBuilder', outgoing: { renderedTemplate: '$var.job.text' } },
    );
    expect(await run('Stored', task)).toMatchObject({
      status: 'complete',
      variables: { text: { renderedTemplate: 'vlan 10;vlan 20;' } },
    });
  });
});
