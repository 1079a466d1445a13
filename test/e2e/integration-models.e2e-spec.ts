import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { anOpenApi } from '../support/factories/an-open-api.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Problem {
  readonly message: string;
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}
interface Shown extends JsonObject {
  readonly model: string;
  readonly operations: JsonObject[];
}
interface Stored {
  readonly status: string;
  readonly message: string;
  readonly data: Shown;
}
interface Listed {
  readonly results: readonly JsonObject[];
  readonly integrationModels: readonly JsonObject[];
  readonly total: number;
}
interface Verdict {
  readonly valid: boolean;
  readonly versionId: string;
  readonly problems: readonly { readonly pointer: string; readonly detail: string }[];
}

const REAL = new URL(
  '../../../shared/data/reference/Cisco__ISE__OpenAPIs__lsd_settings_3.2.json',
  import.meta.url,
);
const YAML = `openapi: 3.1.0
info:
  title: From YAML
  version: "7"
paths:
  /a/b:
    get:
      responses:
        "200": {description: fine}
`;

const named = (title: string, more: JsonObject = {}) =>
  anOpenApi({ info: { title, version: '1' }, ...more });
const at = (id: string) => `/integration-models/${encodeURIComponent(id)}`;

describe('integration models', () => {
  let app: TestApp;
  const admin = <T>(method: string, path: string, options?: CallOptions) =>
    app.as<T>('admin', method, path, options);
  const store = <T = Stored>(model: unknown) =>
    admin<T>('POST', '/integration-models', { body: { model } });
  const judge = async (model: unknown) =>
    (await admin<Verdict>('POST', '/integration-models/validation', { body: { model } })).json;

  beforeAll(async () => {
    app = await startApp('integration-models');
  });
  afterAll(() => app.close());

  describe('stored from an OpenAPI document', () => {
    it('tell what an integration configures and which operations there are', async () => {
      const { status, json } = await store(anOpenApi());
      expect([status, json.status, json.message]).toEqual([
        200,
        'OK',
        "Successfully created integration model 'Acme Boxes:1.2'.",
      ]);
      expect(json.data).toMatchObject({
        model: 'Acme Boxes:1.2',
        versionId: 'Acme Boxes:1.2',
        description: 'What boxes can do',
        operationCount: 6,
        packaged: false,
        problem: null,
        properties: {
          authentication: {
            apiKey: { value: '' },
            basic: { username: '', password: '' },
            oauth: { clientId: '', clientSecret: '', tokenUrl: 'http://boxes.example:8080/token' },
            person: {},
          },
          server: { protocol: 'http', host: 'boxes.example:8080', base_path: '/api/v1' },
          tls: { enabled: false, rejectUnauthorized: true },
          version: '1.2',
        },
      });
      expect(json.data.operations[0]).toEqual({
        operationId: 'getBox',
        method: 'GET',
        path: '/boxes/{id}',
        summary: 'Get a box',
      });
    });

    it('are replaced by their name and version', async () => {
      await store(named('Again'));
      const model = named('Again', { paths: { '/again': twin('again') } });
      const { status, json } = await admin<Stored>('PUT', '/integration-models', {
        body: { model },
      });
      expect([status, json.data.operations]).toEqual([
        200,
        [{ operationId: 'again', method: 'GET', path: '/again', summary: '' }],
      ]);
    });

    it('come back as they were, references in a circle included', async () => {
      const document = named('Round');
      await store(document);
      const { json } = await admin('GET', `${at('Round:1')}/export`);
      expect(json).toEqual(document);
    });

    it('can come as YAML', async () => {
      expect((await store(YAML)).json.data).toMatchObject({
        model: 'From YAML:7',
        operations: [{ operationId: 'get /a/b', method: 'GET', path: '/a/b', summary: '' }],
      });
    });

    it('cannot be stored twice, whatever the case of the title', async () => {
      await store(named('Twice'));
      const { status, json } = await store<Problem>(named('TWICE'));
      expect([status, json.code]).toEqual([409, 'name-taken']);
    });
  });

  // Skipped where the reference data is not beside the project.
  const describeWithData = existsSync(REAL) ? describe : describe.skip;
  describeWithData('of a real system', () => {
    it('are stored from its document', async () => {
      const { status, json } = await store(readFileSync(REAL, 'utf8'));
      expect(status).toBe(200);
      expect(json.data.operations.length).toBeGreaterThan(1);
      await admin('DELETE', at(json.data.model));
    });
  });

  describe('that are none', () => {
    it.each<[string, unknown, string]>([
      ['a number', 5, '#/model'],
      ['a list', [], '#/model'],
      ['no text of any kind', 'just words', '#/model'],
      ['broken YAML', 'openapi: [', '#/model'],
      ['aliases without end', bomb(), '#/model'],
      ['OpenAPI 2', { swagger: '2.0' }, '#/model/openapi'],
      ['another version', anOpenApi({ openapi: '3.2.0' }), '#/model/openapi'],
      ['a path that is none', anOpenApi({ paths: { boxes: {} } }), '#/model/paths'],
      ['no title', anOpenApi({ info: { title: ' ', version: '1' } }), '#/model/info/title'],
      [
        'a reference to elsewhere',
        anOpenApi({ components: { schemas: { A: { $ref: 'http://169.254.169.254/x' } } } }),
        '#/model/components/schemas/A/$ref',
      ],
      ['a reference to a file', refTo('file:///etc/passwd'), '#/model/components/schemas/A/$ref'],
      ['a reference to nowhere', refTo('#/components/schemas/B'), '#/model'],
      [
        'one operationId twice',
        anOpenApi({ paths: { '/a': twin('same'), '/b': twin('same') } }),
        '#/model/paths/~1b/get/operationId',
      ],
      ['operations without end', anOpenApi({ paths: many(5001) }), '#/model/paths'],
    ])('are refused with a pointer: %s', async (_, model, pointer) => {
      const { status, json } = await store<Problem>(model);
      expect([status, json.errors?.[0]?.pointer]).toEqual([400, pointer]);
      const verdict = await judge(model);
      expect([verdict.valid, verdict.problems[0]?.pointer]).toEqual([false, pointer]);
    });

    it('are refused when they would change every object', async () => {
      const raw = JSON.stringify({ model: anOpenApi() }).replace(
        '"paths"',
        '"__proto__":{},"paths"',
      );
      const headers = { 'content-type': 'application/json' };
      const { status } = await admin('POST', '/integration-models', { raw, headers });
      expect(status).toBe(400);
    });

    it('are refused when they are too deep or too large', async () => {
      const deep = `{"model":{"openapi":"3.0.3","x-deep":${'['.repeat(5000)}${']'.repeat(5000)}}}`;
      const headers = { 'content-type': 'application/json' };
      expect((await admin('POST', '/integration-models', { raw: deep, headers })).status).toBe(400);
      const large = anOpenApi({ 'x-large': 'x'.repeat(9 * 1024 * 1024) });
      expect((await store(large)).status).toBe(413);
      for (const [method, path] of [
        ['PUT', at('Large:1')],
        ['POST', '/integration-models/validation'],
        ['PUT', '/integration-models/validation'],
      ] as const)
        expect((await admin(method, path, { body: { model: large } })).status).toBe(413);
    });
  });

  describe('judged without being stored', () => {
    it('are told to be sound', async () => {
      expect(await judge(named('Sound'))).toEqual({
        valid: true,
        versionId: 'Sound:1',
        problems: [],
      });
      expect((await admin('GET', at('Sound:1'))).status).toBe(404);
    });

    it('can be judged by PUT as well', async () => {
      const body = { model: { openapi: '3.0.3' } };
      const { status, json } = await admin<Verdict>('PUT', '/integration-models/validation', {
        body,
      });
      expect([status, json.valid, json.problems.length > 0]).toEqual([200, false, true]);
      expect(json.versionId).toBe('');
      expect(json.problems[0]?.detail).toMatch(/required/);
      const path = '/integration-models/validation';
      expect((await admin('PUT', path, { body: {} })).status).toBe(400);
      expect((await admin('POST', path, { body: {} })).status).toBe(400);
    });
  });

  describe('that are there', () => {
    it('are listed by name, under both keys that clients read', async () => {
      await store(named('List B'));
      await store(named('List A'));
      const { json } = await admin<Listed>('GET', '/integration-models?contains=LIST&limit=1');
      expect([json.total, json.results[0]?.['model']]).toEqual([2, 'List A:1']);
      expect(json.integrationModels).toEqual(json.results);
      expect((await admin('GET', '/integration-models?limit=-1')).status).toBe(400);
    });

    it('are found by an id with every character in it', async () => {
      const title = 'Slash / percent % dots .. ü';
      await store(named(title));
      const { status, json } = await app.as<Shown>('apiread', 'GET', at(`${title}:1`));
      expect([status, json.model]).toEqual([200, `${title}:1`]);
    });

    it('are replaced by another document of the same title and version', async () => {
      await store(named('Replaced'));
      const read = await admin('GET', at('Replaced:1'));
      const headers = { 'if-match': read.headers.get('etag') ?? '' };
      const body = { model: named('Replaced', { paths: { '/new': twin('new') } }) };
      const changed = await admin<Stored>('PUT', at('Replaced:1'), { body, headers });
      expect([changed.status, changed.json.data.operations.length]).toEqual([200, 1]);
      expect((await admin('PUT', at('Replaced:1'), { body, headers })).status).toBe(412);
      const other = { model: named('Other') };
      expect((await admin('PUT', at('Replaced:1'), { body: other })).status).toBe(400);
      expect((await admin('PUT', at('Nowhere:1'), { body })).status).toBe(404);
    });

    it('are deleted when no integration uses them, or when told to all the same', async () => {
      await store(named('Used'));
      const properties = { name: 'A user', model: 'used:1' };
      await admin('POST', '/integrations', { body: { properties } });
      const refused = await admin<Problem>('DELETE', at('Used:1'));
      expect([refused.status, refused.json.message]).toEqual([
        409,
        "Integration model 'Used:1' is used by integration 'A user'; ?force=true deletes it all the same",
      ]);
      await store(named('Forced'));
      await admin('POST', '/integrations', {
        body: { properties: { name: 'Left alone', model: 'forced:1' } },
      });
      expect((await admin('DELETE', `${at('Forced:1')}?force=true`)).status).toBe(200);
      await admin('DELETE', '/integrations/A%20user');
      const headers = { 'if-match': '"9"' };
      expect((await admin('DELETE', at('Used:1'), { headers })).status).toBe(412);
      expect((await admin('DELETE', at('Used:1'))).status).toBe(200);
      expect((await admin('DELETE', at('Used:1'))).status).toBe(404);
      expect((await admin('GET', `${at('Used:1')}/export`)).status).toBe(404);
    });
  });

  describe('that packages bring', () => {
    const install = (version: string, bundles: readonly JsonObject[]) => {
      const artifacts = bundles.map((_, place) => ({
        id: `m${String(place)}`,
        name: `packaged-${String(place)}`,
        type: 'integration-model',
        location: `/bundles/${String(place)}.json`,
      }));
      const prebuilt = {
        ...anArtifact({ name: '@acme/models', version }),
        manifest: { bundleName: 'models', artifacts, fingerprint: 'f', createdEpoch: '1' },
        bundles: bundles.map((data) => ({ type: 'integration-model', data })),
      };
      const body = { prebuilt, options: { overwrite: true } };
      return admin('POST', '/prebuilts/import', { body });
    };

    it('are models like others, but go with their package', async () => {
      const bundles = [named('Packaged'), { model: named('Wrapped') }, { nothing: true }];
      expect((await install('1.0.0', bundles)).status).toBe(200);
      const { json } = await admin<Listed>('GET', '/integration-models?startsWith=packaged-');
      expect(json.results).toMatchObject([
        { model: 'packaged-0', versionId: 'Packaged:1', packaged: true, operationCount: 6 },
        { model: 'packaged-1', versionId: 'Wrapped:1', problem: null },
        { model: 'packaged-2', properties: null, problem: 'It holds no OpenAPI document' },
      ]);
      const found = await admin<Shown>('GET', at('packaged:1'));
      expect([found.json.model, found.json.operations.length]).toEqual(['packaged-0', 6]);
      const body = { model: named('Packaged') };
      expect((await admin<Problem>('PUT', at('packaged-0'), { body })).json.code).toBe('packaged');
      expect((await admin<Problem>('DELETE', at('packaged-0'))).json.code).toBe('packaged');
    });

    it('follow when their package is replaced, and go when it goes', async () => {
      const later = named('Packaged', { paths: { '/new': twin('new') } });
      await install('2.0.0', [later]);
      const { json } = await admin<Shown>('GET', at('packaged-0'));
      expect(json.operations).toEqual([
        { operationId: 'new', method: 'GET', path: '/new', summary: '' },
      ]);
      expect((await admin('DELETE', '/prebuilts/%40acme%2Fmodels')).status).toBe(200);
      expect((await admin('GET', at('packaged-0'))).status).toBe(404);
    });
  });
});

function refTo(ref: string): JsonObject {
  return anOpenApi({ components: { schemas: { A: { $ref: ref } } } });
}

function twin(operationId: string): JsonObject {
  return { get: { operationId, responses: { 200: { description: 'fine' } } } };
}

function many(count: number): JsonObject {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`/${String(at)}`, twin(`o${String(at)}`)]),
  );
}

/** Ten lines that would be ten thousand million texts. */
function bomb(): string {
  const lines = Array.from({ length: 10 }, (_, line) => {
    const item = line === 0 ? 'x' : `*a${String(line - 1)}`;
    return `a${String(line)}: &a${String(line)} [${Array(10).fill(item).join(', ')}]`;
  });
  return `openapi: 3.0.3\n${lines.join('\n')}\n`;
}
