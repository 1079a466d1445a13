import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type StoredJobStart } from '../../src/domains/automations/starting/job-start-request.js';
import { JOB_START_REQUEST_MODEL } from '../../src/domains/automations/starting/job-start-request.schema.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { aWorkflow } from '../support/factories/a-workflow.js';
import { FiringApp, type Refused, type StartedJob, TRIGGERS } from '../support/firing-app.js';
import { aSignedInCaller } from '../support/sign-in.js';

describe('triggers that are run by hand', () => {
  let node: FiringApp;
  const run = <T = StartedJob>(
    id: string,
    body: unknown = {},
    options: { headers?: Record<string, string>; token?: string } = {},
  ) => node.call<T>('POST', `${TRIGGERS}/manual/${id}/run`, { body, ...options });
  const requests = (): Model<StoredJobStart> =>
    node.app.get(getModelToken(JOB_START_REQUEST_MODEL), { strict: false });
  /** The variables of the job that a trigger with these fields starts. */
  const variables = async (fields: JsonObject, formData: JsonObject = {}) => {
    const { json } = await run(await node.trigger('manual', fields), { formData });
    return node.variablesOf(json.data._id);
  };
  const FORM = {
    name: 'Port',
    struct: { type: 'object', items: [] },
    schema: {
      type: 'object',
      required: ['port'],
      properties: { port: { type: 'string' }, speed: { type: 'integer', default: 10 } },
    },
  };

  beforeAll(async () => {
    node = await FiringApp.start('manual-triggers');
    await node.document('json-form', FORM);
    await node.document('form', { name: 'Old port', children: [], elements: [] });
  });
  afterAll(() => node.close());

  it('start the job of their automation, and say which', async () => {
    const id = await node.trigger('manual', { name: 'By hand' });
    const { status, json } = await run(id, { formData: { port: 'eth0' } });
    expect(status).toBe(200);
    expect(json).toEqual({
      message: 'Successfully created the requested item',
      data: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: 'Turn up a port',
        workflowId: expect.any(String),
        description: "Automation 'Ports', started by trigger 'By hand'",
        status: expect.stringMatching(/^(running|complete|error)$/),
        tasks: expect.objectContaining({
          workflow_start: { name: 'workflow_start', status: 'complete' },
        }),
        metrics: expect.objectContaining({ user: 'engineer', start_time: expect.any(Number) }),
        automationId: node.automationId,
        triggerId: id,
        created: node.clock.now().toISOString(),
        createdBy: 'engineer',
      },
      metadata: {},
    });
    expect(await node.runsOf(id)).toMatchObject([
      { outcome: 'started', jobId: json.data._id, reason: null, missed: null },
    ]);
    expect(await requests().findById(json.data._id).lean()).toMatchObject({
      workflowName: 'Turn up a port',
      startedBy: node.engineerId,
      chain: [id],
    });
    expect(await node.variablesOf(json.data._id)).toEqual({ port: 'eth0' });
  });

  it('lay the answers over their defaults, and wrap them as they say', async () => {
    const formData = { port: 'eth0', speed: 1 };
    expect(await variables({ formData }, { speed: 2 })).toEqual({ port: 'eth0', speed: 2 });
    expect(await variables({ formData, legacyWrapper: true })).toEqual({ formData });
  });

  it('hold the answers to their form, by id or by a name with a project', async () => {
    const formId = '@66d02d8221161b4df2717495: Port';
    expect(await variables({ formId }, { port: 'eth0' })).toEqual({ port: 'eth0', speed: 10 });
    const id = await node.trigger('manual', { formId });
    const { status, json } = await run<Refused>(id, { formData: { port: 7 } });
    expect([status, json.errors?.map(({ pointer }) => pointer)]).toEqual([
      400,
      ['#/formData/port'],
    ]);
    expect(await node.outcomesOf(id)).toEqual(['refused']);
  });

  it('check nothing of forms that say nothing to check, and miss those that are not here', async () => {
    expect(await variables({ formId: 'Old port' }, { port: 7 })).toEqual({ port: 7 });
    const { status, json } = await run<Refused>(await node.trigger('manual', { formId: 'Gone' }));
    expect([status, json.code]).toEqual([409, 'form-missing']);
  });

  it('start one job for one key, and none for another content under it', async () => {
    const id = await node.trigger('manual');
    const headers = { 'x-request-id': 'the-same-request' };
    const first = await run(id, { formData: { a: 1 } }, { headers });
    const again = await run(id, { formData: { a: 1 } }, { headers });
    expect(again.json.data._id).toBe(first.json.data._id);
    expect(again.json.message).toBe('The same request has started this job before');
    const other = await run<Refused>(id, { formData: { a: 2 } }, { headers });
    expect([other.status, other.json.code]).toEqual([422, 'idempotency-key-reused']);
    const keyed = { headers: { 'idempotency-key': 'k1' } };
    const one = await run(id, {}, keyed);
    expect((await run(id, {}, keyed)).text).toBe(one.text);
    expect(await requests().countDocuments({ triggerId: id })).toBe(2);
  });

  it('start nothing while they are switched off', async () => {
    const id = await node.trigger('manual', { enabled: false });
    const { status, json } = await run<Refused>(id);
    expect([status, json.code]).toEqual([409, 'trigger-disabled']);
  });

  it.each([
    ['is not here', 'Absent', "Workflow 'Absent' not found"],
    ['is a draft', 'Draft', "Workflow 'Draft' is a draft and cannot be started"],
    ['is not named', '', 'The automation names no workflow'],
  ])('start no workflow that %s', async (_, componentName, reason) => {
    if (componentName === 'Draft') {
      await node.document('workflow', {
        ...aWorkflow('Draft'),
        transitions: { nowhere: { x: {} } },
      });
    }
    const named = componentName === '' ? { name: 'none' } : { componentName };
    const actionId = await node.automation({ componentType: 'workflows', ...named });
    const id = await node.trigger('manual', { actionId });
    const { status, json } = await run<Refused>(id);
    expect([status, json.code, json.detail]).toEqual([409, 'not-startable', reason]);
    expect(await node.runsOf(id)).toMatchObject([{ outcome: 'refused', reason, jobId: null }]);
  });

  it('start what was put right when the same request comes again', async () => {
    const actionId = await node.automation({ componentType: 'workflows', componentName: 'Later' });
    const id = await node.trigger('manual', { actionId });
    const options = { headers: { 'x-request-id': 'patient' } };
    expect((await run(id, {}, options)).status).toBe(409);
    await node.document('workflow', aWorkflow('Later'));
    expect((await run(id, {}, options)).status).toBe(200);
    expect(await node.outcomesOf(id)).toEqual(['started']);
  });

  it('are not there under another type, or for who may not see their automation', async () => {
    expect((await run('nowhere')).status).toBe(404);
    expect((await run(await node.trigger('endpoint', { routeName: 'not-by-hand' }))).status).toBe(
      404,
    );
    const hidden = await node.hiddenAutomation();
    const id = await node.triggerOf(hidden, 'manual');
    expect((await run(id)).status).toBe(404);
    expect((await node.call('GET', `${TRIGGERS}/${id}/runs`)).status).toBe(404);
  });

  it('are run by operators and read by readers, and by nobody else', async () => {
    const id = await node.trigger('manual');
    const as = (name: string) =>
      aSignedInCaller(node.app, { roles: [{ provenance: 'OperationsManager', name }] });
    expect((await run(id, {}, { token: await as('operations') })).status).toBe(200);
    expect((await run(id, {}, { token: await as('apiread') })).status).toBe(403);
    expect((await run(id, {}, { token: 'nobody' })).status).toBe(401);
    const list = async (token: string) =>
      (await node.call('GET', `${TRIGGERS}/${id}/runs`, { token })).status;
    expect(await list(await as('apiread'))).toBe(200);
    expect(await list(await as('apiwrite'))).toBe(403);
    expect(await list('nobody')).toBe(401);
  });

  it('take no other input than their answers', async () => {
    const id = await node.trigger('manual');
    expect((await run(id, { formData: [] })).status).toBe(400);
    expect((await run(id, { other: 1 })).status).toBe(400);
  });

  it('refuse more variables than can be stored', async () => {
    const id = await node.trigger('manual');
    const { status } = await run(id, { formData: { text: 'x'.repeat(13 * 1024 * 1024) } });
    expect(status).toBe(413);
    expect(await node.outcomesOf(id)).toEqual(['refused']);
  });

  it('have their runs listed by page and outcome, newest first', async () => {
    const id = await node.trigger('manual');
    for (const requestId of ['one', 'two', 'three']) {
      node.clock.advance({ seconds: 1 });
      await run(id, {}, { headers: { 'x-request-id': requestId } });
    }
    const list = async (query: string) =>
      (await node.call<JsonObject>('GET', `${TRIGGERS}/${id}/runs?${query}`)).json;
    expect(await list('skip=1&limit=1')).toEqual({
      message: 'Successfully retrieved 1 run(s)',
      data: [
        {
          _id: expect.any(String),
          triggerId: id,
          automationId: node.automationId,
          occurrence: JSON.stringify([node.engineerId, 'request', 'two']),
          outcome: 'started',
          reason: null,
          jobId: expect.any(String),
          missed: null,
          at: expect.any(String),
        },
      ],
      metadata: {
        skip: 1,
        limit: 1,
        total: 3,
        currentPageSize: 1,
        nextPageSkip: 2,
        previousPageSkip: 0,
      },
    });
    expect(await list('outcome=refused')).toMatchObject({ data: [], metadata: { total: 0 } });
    expect((await node.call('GET', `${TRIGGERS}/${id}/runs?outcome=odd`)).status).toBe(400);
  });
});
