import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { AUTOMATION_MODEL } from '../../src/domains/automations/stored/automation.schema.js';
import { TRIGGER_MODEL } from '../../src/domains/automations/triggers/trigger.schema.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import {
  anAutomation,
  anEndpointTrigger,
  aManualTrigger,
} from '../support/factories/automations.js';
import { type TestApp } from '../support/start-app.js';
import { TwoNodes } from '../support/two-nodes.js';

const AUTOMATIONS = '/operations-manager/automations';
const TRIGGERS = '/operations-manager/triggers';
const REAL = join('..', 'shared', 'data', 'automations');
const FILES = existsSync(REAL) ? readdirSync(REAL).sort() : [];

interface Imported {
  readonly status: { readonly imported: readonly { success: boolean; message: string }[] };
}
interface Listed {
  readonly data: readonly {
    readonly _id: string;
    readonly name: string;
    readonly enabled: boolean;
  }[];
  readonly metadata: { readonly total: number };
}
interface Installed {
  readonly data: { readonly _id: string };
}

describe('automations on two nodes', () => {
  const nodes = new TwoNodes('automation-nodes');
  const importInto = async (node: TestApp, automations: readonly JsonObject[]) => {
    const { json } = await node.as<Imported>('admin', 'PUT', AUTOMATIONS, {
      body: { automations },
    });
    return json.status.imported;
  };
  const listed = async (path: string, node = nodes.node) =>
    (await node.as<Listed>('admin', 'GET', path)).json;
  const names = async (path: string, node = nodes.node) =>
    (await listed(path, node)).data.map(({ name }) => name);
  const install = async (version: string, bundles: readonly JsonObject[]) => {
    const prebuilt = anArtifact({
      name: '@acme/automated',
      version,
      bundles: bundles.map((data) => ({ type: 'automation', data })),
    });
    const body = { prebuilt, options: { overwrite: true } };
    return nodes.node.as<Installed>('admin', 'POST', '/prebuilts/import', { body });
  };
  const models = () =>
    [AUTOMATION_MODEL, TRIGGER_MODEL].map((name) =>
      nodes.node.app.get<Model<unknown>>(getModelToken(name), { strict: false }),
    );

  beforeAll(() => nodes.start());
  afterAll(() => nodes.close());

  it('go to one of two imports of the same names at once, and the other is told', async () => {
    const batch = Array.from({ length: 40 }, (_, at) =>
      anAutomation(`Race ${String(at)}`, { triggers: [anEndpointTrigger(`race-${String(at)}`)] }),
    );
    const [one, other] = await Promise.all([
      importInto(nodes.node, batch),
      importInto(nodes.otherNode, batch),
    ]);
    for (const [at] of batch.entries()) {
      const outcomes = [one[at], other[at]];
      expect(outcomes.filter((outcome) => outcome?.success)).toHaveLength(1);
      const loser = outcomes.find((outcome) => !outcome?.success);
      expect(loser?.message).toBe(`Automation with name 'Race ${String(at)}' already exists`);
    }
    const query = '?startsWith=race%20&limit=100';
    expect((await listed(AUTOMATIONS + query)).metadata.total).toBe(40);
    expect((await listed(AUTOMATIONS + query, nodes.otherNode)).metadata.total).toBe(40);
    expect((await listed(`${TRIGGERS}?contains=race-&limit=100`)).metadata.total).toBe(40);
  });

  it('are not there as long as they are half written, and go when nobody finishes', async () => {
    const [automations, triggers] = models();
    const half = {
      _id: 'half',
      name: 'Half',
      nameFolded: 'half',
      type: 'automation',
      document: { name: 'Half', triggers: [] },
      facts: { description: '', descriptionFolded: '' },
      gbac: { read: [], write: [] },
      readers: ['*'],
      hidden: true,
      incomplete: nodes.clock.now(),
    };
    await automations?.collection.insertOne(half as never);
    const made = { created: new Date(0), updated: new Date(0), createdBy: null, updatedBy: null };
    const trigger = { ...made, _id: 'orphan', automationId: 'half', position: 0, revision: 1 };
    const facts = { name: 'Orphan', nameFolded: 'orphan', type: 'manual', enabled: true };
    await triggers?.collection.insertOne({ ...trigger, ...facts, document: {} } as never);
    expect((await nodes.node.as('admin', 'GET', `${AUTOMATIONS}/half`)).status).toBe(404);
    expect((await nodes.node.as('admin', 'GET', `${TRIGGERS}/orphan`)).status).toBe(404);
    expect(await names(`${AUTOMATIONS}?equals=Half`)).toEqual([]);
    expect((await listed(`${TRIGGERS}?equals=Orphan`)).metadata.total).toBe(0);
    const [taken] = await importInto(nodes.node, [anAutomation('Half')]);
    expect(taken?.success).toBe(false);
    nodes.clock.advance({ ms: 300_001 });
    const [free] = await importInto(nodes.node, [anAutomation('Half')]);
    expect(free?.success).toBe(true);
    expect(await triggers?.exists({ _id: 'orphan' })).toBeNull();
  });

  it('come with packages, change with them and go with them, triggers and all', async () => {
    const call = anEndpointTrigger('packaged-route');
    const first = await install('1.0.0', [
      anAutomation('Packaged', { triggers: [call, aManualTrigger({ name: 'Packaged form' })] }),
    ]);
    expect(first.status).toBe(200);
    const [packaged] = (await listed(`${AUTOMATIONS}?equals=Packaged`)).data;
    const own = `${TRIGGERS}?actionId=${String(packaged?._id)}`;
    const [callable] = (await listed(`${own}&startsWith=call`)).data;
    expect(await names(own)).toEqual(['Call of packaged-route', 'Packaged form']);
    const change = { body: { enabled: false } };
    const path = `${TRIGGERS}/${String(callable?._id)}`;
    expect((await nodes.node.as('admin', 'PATCH', path, change)).status).toBe(200);
    expect((await nodes.node.as('admin', 'DELETE', path)).status).toBe(409);
    const automation = `${AUTOMATIONS}/${String(packaged?._id)}`;
    expect((await nodes.node.as('admin', 'DELETE', automation)).status).toBe(409);
    const edit = { body: { description: 'Edited here' } };
    expect((await nodes.node.as('admin', 'PATCH', automation, edit)).status).toBe(200);
    const added = { name: 'Added here', type: 'manual', actionId: packaged?._id };
    expect((await nodes.node.as('admin', 'POST', TRIGGERS, { body: added })).status).toBe(200);

    const scheduled = { name: 'Nightly', type: 'schedule', cron: '0 1 * * *' };
    await install('1.1.0', [anAutomation('Packaged', { triggers: [call, scheduled] })]);
    const kept = await listed(own);
    expect(kept.data.map(({ name, enabled }) => [name, enabled])).toEqual([
      ['Added here', true],
      ['Call of packaged-route', false],
      ['Nightly', true],
    ]);
    await nodes.node.as('admin', 'DELETE', `/admin/artifacts/${first.json.data._id}`);
    expect(await names(`${AUTOMATIONS}?equals=Packaged`)).toEqual([]);
    expect((await listed(own)).metadata.total).toBe(0);
    const [route] = await importInto(nodes.node, [
      anAutomation('Has its route now', { triggers: [anEndpointTrigger('packaged-route')] }),
    ]);
    expect(route?.success).toBe(true);
  });

  it('keep a package out that brings what is no automation', async () => {
    const broken = anAutomation('Broken in package', {
      triggers: [{ name: 'x', type: 'schedule', cron: 'never' }],
    });
    expect((await install('2.0.0', [broken])).status).toBe(400);
    expect(await names(`${AUTOMATIONS}?startsWith=broken`)).toEqual([]);
  });

  // Real documents are not ours to ship: this is skipped where they do not lie beside the project.
  (FILES.length > 0 ? describe : describe.skip)('made elsewhere', () => {
    it.each(FILES.length > 0 ? FILES : ['none'])('%s is exported as it came', async (file) => {
      const document = JSON.parse(readFileSync(join(REAL, file), 'utf8')) as { name: string };
      const [outcome] = await importInto(nodes.node, [document]);
      expect(outcome).toMatchObject({ success: true });
      const path = `${AUTOMATIONS}/${encodeURIComponent(document.name)}/export`;
      const { json } = await nodes.node.as<{ data: JsonObject }>('admin', 'GET', path);
      expect(comparable(json.data)).toEqual(comparable(document));
    });
  });
});

/** A document without what an import makes anew. */
function comparable(document: unknown): unknown {
  const anew = /^(_id|created|createdBy|lastUpdated|lastUpdatedBy|actionId|componentId)$/;
  return JSON.parse(
    JSON.stringify(document, (key, value: unknown) => (anew.test(key) ? undefined : value)),
  ) as unknown;
}
