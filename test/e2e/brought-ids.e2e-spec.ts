import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** A way in, with the body that carries the document, and a way out of what was stored. */
interface Kind {
  readonly kind: string;
  readonly importing: string;
  readonly body: (document: JsonObject) => JsonObject;
  readonly exporting: (name: string) => readonly [string, string, JsonObject?];
}

const KINDS: readonly Kind[] = [
  {
    kind: 'form',
    importing: '/formbuilder/import',
    body: (form) => ({ form }),
    exporting: (name) => ['GET', `/formbuilder/forms/${name}/export`],
  },
  {
    kind: 'JSON form',
    importing: '/json-forms/import/forms',
    body: (form) => ({ form }),
    exporting: (name) => ['GET', `/json-forms/forms/${name}/export`],
  },
  {
    kind: 'transformation',
    importing: '/transformations/import',
    body: (transformation) => ({ transformation }),
    exporting: (name) => ['GET', `/transformations/${name}/export`],
  },
  {
    kind: 'workflow',
    importing: '/workflow_builder/import',
    body: (workflow) => ({ workflow }),
    exporting: (name) => ['POST', '/workflow_builder/export', { options: { name } }],
  },
  {
    kind: 'text template',
    importing: '/automation-studio/templates/import',
    body: (template) => ({ templates: [{ ...template, type: 'jinja2' }] }),
    exporting: (name) => ['GET', `/automation-studio/templates?equals=${name}`],
  },
  {
    kind: 'command template',
    importing: '/mop/import',
    body: (template) => ({ type: 'templates', template: { ...template, commands: [] } }),
    exporting: (name) => ['POST', '/mop/export', { type: 'templates', options: { name } }],
  },
];

/** What stands where an id would, and is none. */
const NO_IDS: readonly JsonValue[] = [{}, null];

describe('documents from outside that bring no id along', () => {
  let platform: TestApp;
  beforeAll(async () => {
    platform = await startApp('e2e-brought-ids');
  });
  afterAll(() => platform.close());

  // Every answer is held against the OpenAPI document as it comes in: that is what fails here.
  describe.each(KINDS)('as a $kind', ({ importing, body, exporting }) => {
    it.each(NO_IDS.map((id) => [JSON.stringify(id), id] as const))(
      'have an id of ours where theirs is %s, in exports too',
      async (spelled, id) => {
        const name = `brought ${encodeURIComponent(spelled).replaceAll('%', '')}`;
        const document = { name, _id: id, id };
        const imported = await platform.as('admin', 'POST', importing, { body: body(document) });
        expect([imported.status, imported.text]).toEqual([200, expect.any(String)]);
        const [method, path, asked] = exporting(name);
        const exported = await platform.as('admin', method, encodeURI(path), {
          ...(asked && { body: asked }),
        });
        expect([exported.status, exported.text]).toEqual([200, expect.any(String)]);
      },
    );
  });
});
