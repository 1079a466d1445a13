import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { anArtifact, aWorkflow } from '../support/factories/an-artifact.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

const NAME = '@acme/keys';
const PACKAGE = `/admin/artifacts/${encodeURIComponent(NAME)}`;
const ID = '5f3c38e78236fd5385c31bbd';
const AUTOMATIONS = '/operations-manager/automations';

/** What earlier releases export of a workflow that is started by hand or by schedule. */
const aJob = (name: string, members: JsonObject = {}, data: JsonObject = {}): JsonObject => ({
  name,
  data: {
    workflowId: 'Rotate Keys',
    formId: '',
    formData: { age: 90 },
    description: 'Each night',
    gbac: { read: [], write: [] },
    ...data,
  },
  priority: 0,
  nextRunAt: null,
  repeatInterval: '0 2 * * *',
  repeatTimezone: 'Europe/Berlin',
  type: 'normal',
  ...members,
});
const aPackage = (version: string, jobs: readonly JsonObject[]): JsonObject =>
  anArtifact({
    name: NAME,
    version,
    bundles: [
      { type: 'workflow', data: aWorkflow('Rotate Keys') },
      ...jobs.map((data) => ({ type: 'ac-agenda-job', data })),
    ],
  });

describe('agenda jobs of packages', () => {
  let app: TestApp;
  const admin = <T = JsonObject>(method: string, path: string, options: CallOptions = {}) =>
    app.as<T>('admin', method, path, options);
  const install = (artifact: JsonObject, options: JsonObject = {}) =>
    admin<{ readonly message: string }>('POST', '/admin/artifacts', {
      body: { artifact, options },
    });
  const exported = async () => (await admin('GET', `${PACKAGE}/export`)).json;

  beforeAll(async () => {
    app = await startApp('agenda-jobs');
  });
  afterEach(() => admin('DELETE', PACKAGE));
  afterAll(() => app.close());

  it('are automations with a schedule, under the id that they came with, and go out as they came', async () => {
    const artifact = aPackage('1.0.0', [aJob('Rotate keys each night', { _id: ID })]);
    const { status, json } = await install(artifact);
    expect([status, json.message]).toEqual([
      200,
      "Successfully installed package '@acme/keys' 1.0.0.",
    ]);
    const { json: automation } = await admin('GET', `${AUTOMATIONS}/${ID}/export`);
    expect(automation['data']).toMatchObject({
      name: 'Rotate keys each night',
      componentName: 'Rotate Keys',
      triggers: [
        { type: 'manual', formData: { age: 90 } },
        { type: 'schedule', cron: '0 2 * * *', timeZone: 'Europe/Berlin' },
      ],
    });
    expect(await exported()).toEqual(artifact);
    const { json: verified } = await admin('GET', `${PACKAGE}/verify`);
    expect(verified).toMatchObject({ integrity: { state: 'intact' } });
  });

  it('go out as automations once somebody has changed them', async () => {
    await install(aPackage('1.0.0', [aJob('Rotate keys each night', { _id: ID })]));
    const body = { description: 'By a user' };
    expect((await admin('PATCH', `${AUTOMATIONS}/${ID}`, { body })).status).toBe(200);
    expect(await exported()).toMatchObject({
      bundles: [
        { type: 'workflow' },
        { type: 'automation', data: { _id: ID, description: 'By a user' } },
      ],
    });
  });

  it('follow a new version of the package, and go with it', async () => {
    await install(aPackage('1.0.0', [aJob('Rotate keys each night', { _id: ID })]));
    const next = aPackage('2.0.0', [
      aJob('Rotate keys each night', { _id: ID }, { description: 'x' }),
    ]);
    expect((await install(next, { overwrite: true })).status).toBe(200);
    expect(await exported()).toEqual(next);
    expect((await admin('POST', `${PACKAGE}/rollback`, { body: {} })).status).toBe(200);
    expect(JSON.stringify(await exported())).toContain('Each night');
    expect((await admin('DELETE', PACKAGE)).status).toBe(200);
    expect((await admin('GET', `${AUTOMATIONS}/${ID}`)).status).toBe(404);
  });

  it('are named where they are not taken, in the plan and after the installation', async () => {
    const idle = aJob('Idle', {}, { workflowId: '' });
    const artifact = aPackage('1.0.0', [idle, aJob('Vague', { repeatInterval: '1 day' })]);
    const notes = [
      "Of the ac-agenda-job 'Idle': it starts nothing here, because it names no workflow",
      "Of the ac-agenda-job 'Vague': it starts by hand alone, because it repeats, and does not say from when on",
    ];
    const plan = await admin('POST', '/admin/artifacts/plan', { body: { artifact } });
    expect(plan.json['notes']).toEqual(notes);
    const { json } = await install(artifact);
    expect(json.message).toContain(`${notes.join('. ')}.`);
    expect(await exported()).toEqual(artifact);
  });

  it('are no other automations: those keep a free id as well', async () => {
    const data = { _id: ID, name: 'Kept', componentType: null };
    await install(anArtifact({ name: NAME, bundles: [{ type: 'automation', data }] }));
    expect(await admin('GET', `${AUTOMATIONS}/${ID}`)).toMatchObject({ status: 200 });
  });

  it('give way to an automation of their name that comes along', async () => {
    const bundles = [
      { type: 'automation', data: { name: 'rotate KEYS', componentType: null, triggers: [] } },
      { type: 'ac-agenda-job', data: aJob('Rotate keys') },
    ];
    const artifact = anArtifact({ name: NAME, bundles });
    const { status, json } = await install(artifact);
    expect([status, json.message]).toEqual([200, expect.stringContaining('it is left out')]);
    expect(await exported()).toEqual(artifact);
  });
});
