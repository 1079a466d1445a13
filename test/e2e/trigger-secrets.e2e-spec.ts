import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { AutomationsSeed } from '../../src/domains/automations/automations.seed.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { SecretBox } from '../../src/platform/secrets/secret-box.js';
import { FiringApp, type Refused, type StartedJob, TRIGGERS } from '../support/firing-app.js';

const SECRET = 'the-password-of-the-customer';
const ANSWERS = { port: 'eth0', login: { password: SECRET } };
const SHOWN = { port: 'eth0', login: { password: '<SECRET>' } };

interface One {
  readonly data: JsonObject;
}

describe('answers that a trigger holds', () => {
  let node: FiringApp;
  let id: string;

  const triggers = () => {
    const connection = node.app.get<Connection>(getConnectionToken(), { strict: false });
    return connection.collection<JsonObject & { _id: string; document: JsonObject }>('triggers');
  };
  const answersStored = async () => (await triggers().findOne({ _id: id }))?.document['formData'];
  const store = (formData: string | JsonObject) =>
    triggers().updateOne({ _id: id }, { $set: { 'document.formData': formData } });
  const run = <T = StartedJob>() =>
    node.call<T>('POST', `${TRIGGERS}/manual/${id}/run`, { body: { formData: {} } });
  const patch = async (body: JsonObject) => {
    const answer = await node.call<One & Refused>('PATCH', `${TRIGGERS}/${id}`, { body });
    return answer;
  };

  beforeAll(async () => {
    node = await FiringApp.start('trigger-secrets');
  });
  afterAll(() => node.close());
  beforeAll(async () => {
    id = await node.trigger('manual', { formData: ANSWERS });
  });

  it('lie sealed in the database, and are shown without secrets', async () => {
    expect(await answersStored()).toMatch(/^\$ENC1\./);
    const automation = `/operations-manager/automations/${node.automationId}`;
    for (const path of [`${TRIGGERS}/${id}`, TRIGGERS, `${automation}/export`]) {
      const { status, text } = await node.call('GET', path);
      expect([path, status, text.includes(SECRET)]).toEqual([path, 200, false]);
      expect(text).toContain('<SECRET>');
    }
    const { json } = await run();
    expect(await node.variablesOf(json.data._id)).toEqual(ANSWERS);
  });

  it('keep their secrets when they are written back as they were shown', async () => {
    const { json } = await node.call<One>('GET', `${TRIGGERS}/${id}`);
    expect(json.data['formData']).toEqual(SHOWN);
    const changed = await patch({ ...json.data, formData: { ...SHOWN, port: 'eth1' } });
    expect(changed.json.data['formData']).toEqual({ ...SHOWN, port: 'eth1' });
    const started = await run();
    const variables = await node.variablesOf(started.json.data._id);
    expect(variables).toEqual({ ...ANSWERS, port: 'eth1' });
  });

  it('are sealed at the next start where an earlier version stored them open', async () => {
    await store(ANSWERS);
    await node.app.get(AutomationsSeed, { strict: false }).run();
    expect(await answersStored()).toMatch(/^\$ENC1\./);
    const { json } = await run();
    expect(await node.variablesOf(json.data._id)).toEqual(ANSWERS);
  });

  it('start nothing where no key opens them, until they are entered again', async () => {
    await store(new SecretBox([Buffer.alloc(32, 1)]).seal(JSON.stringify(ANSWERS)));
    const refused = await run<Refused>();
    expect([refused.status, refused.json.code]).toEqual([409, 'secret-unreadable']);
    expect((await node.call('GET', TRIGGERS)).text).not.toContain('$ENC');
    const { status, json } = await patch({ description: 'Other' });
    expect([status, json.errors?.[0]?.pointer]).toEqual([400, '#/formData']);
    expect((await patch({ formData: ANSWERS })).status).toBe(200);
    expect((await run()).status).toBe(200);
  });
});
