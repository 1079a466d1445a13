import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { aJsonForm } from '../support/factories/a-json-form.js';
import { aTransformation } from '../support/factories/a-transformation.js';
import { aWorkflow } from '../support/factories/a-workflow.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

const AUTOMATIONS = '/operations-manager/automations';
const TRIGGERS = '/operations-manager/triggers';
/** Below the limit of bodies, above that of documents. */
const TOO_LARGE = 'x'.repeat(13 * 1024 * 1024);

interface One {
  readonly data: { readonly _id: string };
}

describe('documents under conditions', () => {
  let app: TestApp;
  let automation: string;
  let trigger: string;
  const admin = <T>(method: string, path: string, options: CallOptions = {}) =>
    app.as<T>('admin', method, path, options);
  const make = async (path: string, body: JsonObject): Promise<string> =>
    (await admin<One>('POST', path, { body })).json.data._id;

  beforeAll(async () => {
    app = await startApp('content-conditions');
    await admin('POST', '/transformations', {
      body: { create: aTransformation({ name: 'Known' }) },
    });
    await admin('POST', '/automation-studio/automations', {
      body: { automation: aWorkflow('Known') },
    });
    await admin('POST', '/json-forms/forms', { body: aJsonForm('Known') });
    await admin('PUT', '/events/types/mars/landed', {
      body: { description: 'It has landed', schema: {} },
    });
    automation = await make(AUTOMATIONS, { name: 'Known' });
    trigger = await make(TRIGGERS, { name: 'Known', type: 'manual', actionId: automation });
  });
  afterAll(() => app.close());

  it.each([
    ['a transformation', () => '/transformations/Known'],
    ['a workflow', () => '/automation-studio/workflows/detailed/Known'],
    ['a JSON form', () => '/json-forms/forms/Known'],
    ['an automation', () => `${AUTOMATIONS}/${automation}`],
    ['a trigger', () => `${TRIGGERS}/${trigger}`],
    ['an event type', () => '/events/types/mars/landed'],
  ])('are not sent again to who has them: %s', async (_, pathOf) => {
    const { status, headers } = await admin('GET', pathOf());
    expect(status).toBe(200);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    const again = await admin('GET', pathOf(), { headers: known });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each([
    ['POST', () => AUTOMATIONS, () => ({ name: 'Large' })],
    ['PATCH', () => `${AUTOMATIONS}/${automation}`, () => ({})],
    ['POST', () => TRIGGERS, () => ({ name: 'Large', type: 'manual', actionId: automation })],
    ['PATCH', () => `${TRIGGERS}/${trigger}`, () => ({})],
  ])('are refused where they are too large to be stored: %s %s', async (method, pathOf, bodyOf) => {
    const body = { ...bodyOf(), note: TOO_LARGE };
    const answer = await admin<{ code: string }>(method, pathOf(), { body });
    expect([answer.status, answer.json.code]).toEqual([413, 'document-too-large']);
  });

  it('say of a schedule when it comes round next', async () => {
    const schedule = { name: 'Mondays', type: 'schedule', cron: '0 7 * * 1', timeZone: 'UTC' };
    const id = await make(TRIGGERS, { ...schedule, actionId: automation });
    const { json } = await admin<{ data: JsonObject }>('GET', `${TRIGGERS}/${id}`);
    expect(json.data['nextRunAt']).toEqual(expect.any(Number));
  });
});
