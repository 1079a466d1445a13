import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Outcome {
  readonly name: string;
  readonly type: string;
  readonly success: boolean;
  readonly message: string;
  readonly id: string | null;
}
interface RealDocument {
  readonly place: string;
  readonly document: JsonObject;
}

const ROOT = join('..', 'shared', 'data');
const FOLDERS = ['transformations', 'forms', 'command-templates', 'workflows', 'automations'];
/** What a new document says of its making, and the ids that change with it (operation 12). */
const OWN =
  /^(_id|id|created|createdBy|lastUpdated|lastUpdatedBy|created_by|last_updated|last_updated_by)$/;
const REFERENCES = /^(tr_id|formId|form_id|componentId|actionId)$/;

function readAll(folder: string): readonly RealDocument[] {
  const path = join(ROOT, folder);
  const files = existsSync(path) ? readdirSync(path).sort() : [];
  return files.map((file) => ({
    place: `${folder}/${file}`,
    document: JSON.parse(readFileSync(join(path, file), 'utf8')) as JsonObject,
  }));
}

/** An automation as it is compared: an import makes another one, with triggers of its own. */
function compared(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(compared);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => !OWN.test(key) && !REFERENCES.test(key));
  return Object.fromEntries(members.map(([key, one]) => [key, compared(one)]));
}

const DOCUMENTS = FOLDERS.flatMap(readAll);
const PACKAGES = readAll('packages');
const REFUSED = [...readAll('jobs'), ...readAll('reference')].filter(
  ({ place }) => !/transformations__getall|\.analytic-template\.json$/.test(place),
);
const INSIDE_OTHERS = readAll('reference').filter(({ place }) =>
  /transformations__getall|\.analytic-template\.json$/.test(place),
);

// Real documents are not ours to ship: this is skipped where they do not lie beside the project.
(DOCUMENTS.length > 0 ? describe : describe.skip)('documents of real platforms', () => {
  let platform: TestApp;
  const admin = <T = JsonObject>(method: string, path: string, options: CallOptions = {}) =>
    platform.as<T>('admin', method, path, options);
  const importAll = async (
    documents: readonly JsonValue[],
    overwrite = false,
  ): Promise<readonly Outcome[]> => {
    const { json } = await admin<{ results: Outcome[] }>('POST', '/content/import', {
      body: { documents, options: { overwrite } },
    });
    return json.results;
  };
  const post = async (path: string, body: JsonObject) => (await admin('POST', path, { body })).json;
  const get = async (path: string) => (await admin('GET', path)).json;
  const EXPORTS: Readonly<Record<string, (id: string) => Promise<JsonObject>>> = {
    workflow: (name) => post('/workflow_builder/export', { options: { name } }),
    transformation: (id) => get(`/transformations/${id}/export`),
    'json-form': (id) => get(`/json-forms/forms/${id}/export`),
    'mop-template': (name) => post('/mop/export', { type: 'templates', options: { name } }),
    'mop-analytic-template': (name) => post('/mop/export', { type: 'analytic', options: { name } }),
    automation: async (id) =>
      (await get(`/operations-manager/automations/${id}/export`))['data'] as JsonObject,
  };
  const exported = async ({ type, id }: Outcome): Promise<JsonObject> =>
    (await EXPORTS[type]?.(encodeURIComponent(id ?? ''))) ?? {};

  beforeAll(async () => {
    platform = await startApp('e2e-real-documents');
  });
  afterAll(() => platform.close());

  it.each(DOCUMENTS)('$place comes in and goes out as the same JSON', async ({ document }) => {
    // What lies inside of another one may have come before.
    const outcomes = await importAll([document], true);
    expect(outcomes).toEqual([expect.objectContaining({ success: true })]);
    for (const outcome of outcomes) {
      const view = outcome.type === 'automation' ? compared : (value: JsonValue) => value;
      expect(view(await exported(outcome))).toEqual(view(document));
    }
  });

  it.each(PACKAGES)('$place is installed and exported as the same JSON', async ({ document }) => {
    const { json } = await admin<{ data: { _id: string } }>('POST', '/prebuilts/import', {
      body: { prebuilt: document },
    });
    expect(await get(`/prebuilts/${json.data._id}/export`)).toEqual(document);
  });

  it.each(REFUSED)('$place is called by its name and not taken', async ({ document }) => {
    const outcomes = await importAll([document]);
    expect(outcomes.length).toBeGreaterThan(0);
    for (const { success, type, message } of outcomes) {
      expect([success, type]).toEqual([false, 'unknown']);
      expect(message).toMatch(/^Cannot be imported: it is /);
    }
  });

  it.each(INSIDE_OTHERS)('$place is taken out of the document around it', async ({ document }) => {
    // One of them came before, in a file of its own.
    const outcomes = await importAll([document], true);
    const { results } = document;
    expect(outcomes).toHaveLength(Array.isArray(results) ? results.length : 1);
    expect(outcomes.filter(({ success }) => !success)).toEqual([]);
  });

  it('differ, once a task is edited and the workflow renamed, in exactly those places', async () => {
    const { document } = DOCUMENTS.find(({ place }) => place.endsWith('/Upgrade_HA_Peer.json')) ?? {
      document: {},
    };
    const { name, tasks } = document as unknown as {
      name: string;
      tasks: Record<string, JsonObject>;
    };
    const [id = ''] = Object.keys(tasks).filter((key) => !key.startsWith('workflow_'));
    const edited = { ...tasks, [id]: { ...tasks[id], summary: 'Edited here' } };
    await importAll([document], true);
    const place = encodeURIComponent(name);
    const changed = await admin('PUT', `/automation-studio/automations/${place}`, {
      body: { update: { name: `${name} renamed`, tasks: edited } },
    });
    expect(changed.status).toBe(200);
    const now = await post('/workflow_builder/export', { options: { name: `${name} renamed` } });
    // Who changed it last, and when, are what a change changes as well.
    const { last_updated, last_updated_by } = now;
    expect([typeof last_updated, typeof last_updated_by]).toEqual(['string', 'string']);
    expect(now).toEqual({
      ...document,
      name: `${name} renamed`,
      tasks: edited,
      last_updated,
      last_updated_by,
    });
    const renamed = encodeURIComponent(`${name} renamed`);
    await admin('DELETE', `/automation-studio/automations/${renamed}?force=true`);
  });
});
