import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { INTEGRATION_MODEL } from '../../src/domains/integrations/stored/integration.schema.js';
import { isJsonObject, type JsonObject } from '../../src/kernel/json.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import {
  BOXES_MODEL,
  type Called,
  INTEGRATION_SECRET,
  integrationPath,
  IntegrationsApp,
  type Refused,
  type ShownRecord,
} from '../support/integrations-app.js';

describe('integrations', () => {
  let node: IntegrationsApp;
  let app: IntegrationsApp['app'];
  let system: IntegrationsApp['system'];
  const create = <T = ShownRecord>(name: string, ...more: JsonObject[]) =>
    node.create<T>(name, ...more);
  const admin = <T>(...args: Parameters<IntegrationsApp['admin']>) => node.admin<T>(...args);
  const read = (name: string) => node.read(name);
  const call = <T = Called>(...args: Parameters<IntegrationsApp['call']>) => node.call<T>(...args);
  const reached = (more?: JsonObject) => node.reached(more);

  beforeAll(async () => {
    node = await IntegrationsApp.start('integrations');
    ({ app, system } = node);
  });
  afterEach(() => node.forget());
  afterAll(() => node.close());

  describe('as records', () => {
    it('have every field of the interface, with what was given and what the model says', async () => {
      const { status, json: created } = await create<JsonObject>(
        'Local Box',
        { id: 'box-1', type: 'http', brokers: ['device'], groups: ['core'] },
        {
          loggerProps: { log_level: 'info', metrics_max_files: 3, custom: { kept: true } },
          systemProps: { maxOldSpaceSize: 512 },
          eventDeduplication: { enabled: false },
          isEncrypted: true,
          profiling: true,
        },
      );
      expect([status, created['status'], created['message']]).toEqual([
        200,
        'OK',
        "Successfully created integration 'Local Box'.",
      ]);
      const data = {
        name: 'Local Box',
        type: 'Adapter',
        model: BOXES_MODEL,
        isEncrypted: true,
        profiling: true,
        virtual: true,
        loggerProps: { log_level: 'info', metrics_max_files: 3, custom: { kept: true } },
        systemProps: { maxOldSpaceSize: 512 },
        eventDeduplication: { enabled: false },
        properties: {
          id: 'box-1',
          type: 'http',
          brokers: ['device'],
          groups: ['core'],
          server: { protocol: 'http', host: 'boxes.example:8080', base_path: '/api/v1' },
          authentication: {
            apiKey: { value: '' },
            basic: { username: '', password: '' },
            oauth: { clientId: '', clientSecret: '', tokenUrl: 'http://boxes.example:8080/token' },
            person: {},
          },
          tls: { enabled: false, rejectUnauthorized: true },
          version: '1.2',
        },
      };
      expect(created['data']).toEqual(data);
      const record = await read('local box');
      expect(record).toEqual({
        metadata: {
          isActive: false,
          enabled: true,
          packaged: false,
          checked: null,
          detail: 'Not looked at yet',
        },
        data,
      });
    });

    it('are what existing clients create: null for what they leave open, a model that is not there', async () => {
      const { status } = await create(
        'From a client',
        {},
        {
          model: 'test-model',
          loggerProps: null,
          systemProps: null,
          eventDeduplication: null,
          properties: null,
          type: null,
          isEncrypted: null,
          profiling: null,
          virtual: null,
        },
      );
      expect(status).toBe(200);
      expect((await read('From a client')).data).toMatchObject({
        model: 'test-model',
        loggerProps: {},
        type: 'Adapter',
        isEncrypted: false,
        profiling: false,
        virtual: true,
      });
    });

    it('are listed with metadata and data, by name', async () => {
      for (const name of ['b box', 'A box', 'other']) await create(name);
      const list = async (query: string) => {
        const answer = await admin<{ results: ShownRecord[]; total: number }>(
          'GET',
          `/integrations?${query}`,
        );
        return [answer.json.total, answer.json.results.map(({ data }) => data['name'])];
      };
      expect(await list('contains=BOX&order=-1')).toEqual([2, ['b box', 'A box']]);
      expect(await list('startsWith=o&sort=name')).toEqual([1, ['other']]);
      expect(await list('equals=A box&equalsField=name')).toEqual([1, ['A box']]);
      expect(await list('skip=1&limit=1')).toEqual([3, ['b box']]);
      expect((await admin('GET', '/integrations?containsField=data')).status).toBe(400);
    });

    it('have names that no other has, however they are written', async () => {
      await create('Straße');
      const { status, json: problem } = await create<Refused>('STRAẞE');
      expect([status, problem.code]).toEqual([409, 'name-taken']);
    });

    it.each([
      'a/b%2F..',
      '%',
      '日本 語',
      'x?y#z',
      "'; drop",
      '$where',
      '__proto__',
      'ﬁ',
      'ops;v=1',
    ])('may be called %j', async (name) => {
      expect((await create(name)).status).toBe(200);
      expect((await read(name)).data['name']).toBe(name);
      expect((await admin('PUT', integrationPath(name, '/stop'))).status).toBe(200);
      expect((await admin('DELETE', integrationPath(name))).status).toBe(200);
    });

    it.each(['', '.', '..', 'a\u0000b', 'a\nb', '\ud800', 'x'.repeat(201), { $ne: null }, null])(
      'are not called %j',
      async (name) => {
        const { status, json: problem } = await create<Refused>(name as string);
        expect([status, problem.errors?.[0]?.pointer]).toEqual([400, '#/properties/name']);
      },
    );

    it('are told not to be there', async () => {
      const { status, json: problem } = await admin<Refused>('GET', '/integrations/nobody%27s');
      expect([status, problem.message]).toEqual([404, "Integration 'nobody's' not found"]);
      for (const [method, path] of [
        ['PUT', integrationPath('nobody')],
        ['PUT', integrationPath('nobody', '/start')],
        ['PUT', integrationPath('nobody', '/stop')],
        ['DELETE', integrationPath('nobody')],
      ] as const) {
        const body = { properties: {} };
        const options = path === integrationPath('nobody') && method === 'PUT' ? { body } : {};
        expect((await admin(method, path, options)).status).toBe(404);
      }
      expect((await call('nobody', 'getBox')).status).toBe(404);
    });

    it.each<[string, JsonObject, string]>([
      ['another protocol', { server: { protocol: 'ftp', host: 'x' } }, '/server'],
      ['a user in the host', { server: { host: 'user:pw@x' } }, '/server'],
      ['a path in the host', { server: { host: 'x/../y' } }, '/server'],
      ['a base path that climbs', { server: { host: 'x', base_path: '/a/../..' } }, '/server'],
      [
        'a token URL that is none',
        { authentication: { oauth: { tokenUrl: 'file:///etc/passwd' } } },
        '/authentication/oauth/tokenUrl',
      ],
    ])('are refused with %s', async (_, properties, place) => {
      const { status, json: problem } = await create<Refused>('refused', properties);
      expect([status, problem.errors?.[0]?.pointer]).toEqual([
        400,
        `#/properties/properties${place}`,
      ]);
    });

    it('have bounds of size and depth', async () => {
      const large = { note: 'x'.repeat(200_000) };
      expect((await create('large', large)).status).toBe(413);
      await create('small');
      const body = { properties: { properties: large } };
      expect((await admin('PUT', integrationPath('small'), { body })).status).toBe(413);
      const deep = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`) as JsonObject[string];
      expect((await create('deep', { deep })).status).toBe(400);
    });
  });

  describe('and their models', () => {
    const OPERATIONS = [
      ['GET', '/integrations'],
      ['GET', '/integrations/x'],
      ['POST', '/integrations'],
      ['PUT', '/integrations/x'],
      ['DELETE', '/integrations/x'],
      ['PUT', '/integrations/x/start'],
      ['PUT', '/integrations/x/stop'],
      ['POST', '/integrations/x/operations/x'],
      ['GET', '/integration-models'],
      ['POST', '/integration-models'],
      ['POST', '/integration-models/validation'],
      ['PUT', '/integration-models/validation'],
      ['GET', '/integration-models/x'],
      ['GET', '/integration-models/x/export'],
      ['PUT', '/integration-models/x'],
      ['DELETE', '/integration-models/x'],
    ] as const;

    it.each(OPERATIONS)('know nobody without a credential or role: %s %s', async (method, path) => {
      expect((await app.call(method, path)).status).toBe(401);
      expect((await app.as('readonly', method, path)).status).toBe(403);
    });

    it('are not sent again to who has them', async () => {
      await create('box');
      for (const path of [integrationPath('box'), `/integration-models/${BOXES_MODEL}`]) {
        const { headers } = await admin('GET', path);
        const known = { 'if-none-match': headers.get('etag') ?? '' };
        expect((await admin('GET', path, { headers: known })).status).toBe(304);
      }
    });
  });

  describe('that change', () => {
    it('are replaced, unless somebody else was faster', async () => {
      await create('box', reached());
      const { headers } = await admin('GET', integrationPath('box'));
      const ifMatch = { 'if-match': headers.get('etag') ?? '' };
      const body = {
        properties: {
          model: BOXES_MODEL,
          profiling: true,
          eventDeduplication: {},
          properties: reached(),
        },
      };
      const changed = await admin<JsonObject>('PUT', integrationPath('box'), {
        body,
        headers: ifMatch,
      });
      expect([changed.status, changed.json['message']]).toEqual([
        200,
        "Successfully updated integration 'box'.",
      ]);
      expect((await read('box')).data['profiling']).toBe(true);
      for (const [method, path] of [
        ['PUT', integrationPath('box')],
        ['PUT', integrationPath('box', '/start')],
        ['PUT', integrationPath('box', '/stop')],
        ['DELETE', integrationPath('box')],
      ] as const) {
        const sent = path === integrationPath('box') && method === 'PUT' ? { body } : {};
        expect((await admin(method, path, { ...sent, headers: ifMatch })).status).toBe(412);
      }
    });

    it('keep their name', async () => {
      await create('box');
      const { status } = await admin('PUT', integrationPath('box'), {
        body: { properties: { name: 'other' } },
      });
      expect(status).toBe(400);
    });

    it('are changed by administrators alone', async () => {
      const body = { properties: { name: 'mine' } };
      expect((await app.as('apiwrite', 'POST', '/integrations', { body })).status).toBe(403);
    });

    it('are enabled and disabled', async () => {
      await create('box', reached(), { eventDeduplication: { enabled: true } });
      const stopped = await admin<JsonObject>('PUT', integrationPath('box', '/stop'));
      expect([stopped.status, stopped.json['metadata']]).toEqual([
        200,
        { isActive: false, enabled: false, packaged: false, checked: null, detail: 'Disabled' },
      ]);
      const refused = await call<Refused>('box', 'open');
      expect([refused.status, refused.json.code]).toEqual([409, 'integration-disabled']);
      expect((await admin('PUT', integrationPath('box', '/start'))).status).toBe(200);
      expect((await call('box', 'open')).status).toBe(200);
    });
  });

  describe('with secrets', () => {
    const SECRET_FIELDS = {
      authentication: {
        apiKey: { value: INTEGRATION_SECRET },
        basic: { username: 'ada', password: INTEGRATION_SECRET },
      },
      snmp: { community: INTEGRATION_SECRET, nested: [{ privateKey: INTEGRATION_SECRET }] },
      passphrase: INTEGRATION_SECRET,
      communities: { readOnly: INTEGRATION_SECRET },
      tls: { cert: 'of a client', key: INTEGRATION_SECRET },
    };

    it('seal them and show placeholders', async () => {
      const created = await create('secret', { ...SECRET_FIELDS, server: node.server() });
      expect(created.text).not.toContain(INTEGRATION_SECRET);
      const { data } = await read('secret');
      expect(data['properties']).toMatchObject({
        authentication: {
          apiKey: { value: '<SECRET>' },
          basic: { username: 'ada', password: '<PASSWORD>' },
          oauth: { clientSecret: '' },
        },
        snmp: {
          community: '<SECRET>',
          nested: [{ privateKey: '<SECRET>' }],
        },
        passphrase: '<PASSWORD>',
        communities: { readOnly: '<SECRET>' },
        tls: { cert: 'of a client', key: '<SECRET>' },
      });
      const model = app.app.get<Model<unknown>>(getModelToken(INTEGRATION_MODEL), {
        strict: false,
      });
      const stored = JSON.stringify(await model.collection.find().toArray());
      expect(stored).not.toContain(INTEGRATION_SECRET);
      expect(stored.match(/\$ENC1\./g)?.length).toBe(7);
      const listed = await admin('GET', '/integrations');
      expect(listed.text).not.toMatch(/\$ENC|canary/);
    });

    it('keep them when the placeholders are written back', async () => {
      await create('secret', reached());
      const { data } = await read('secret');
      const { status } = await admin('PUT', integrationPath('secret'), {
        body: { properties: data },
      });
      expect(status).toBe(200);
      await call('secret', 'getBox', { parameters: { id: '1' } });
      expect(system.seen.at(-1)?.headers['x-api-key']).toBe(INTEGRATION_SECRET);
    });

    it.each<[string, (properties: JsonObject) => JsonObject]>([
      [
        'another host',
        (given) => ({ ...given, server: { ...node.server(), host: 'evil.example' } }),
      ],
      [
        'another protocol',
        (given) => ({ ...given, server: { ...node.server(), protocol: 'https' } }),
      ],
      ['another path', (given) => ({ ...given, server: { ...node.server(), base_path: '/evil' } })],
      ['certificates unchecked', (given) => ({ ...given, tls: { rejectUnauthorized: false } })],
      ['another port', (given) => ({ ...given, port: 1 })],
      [
        'another user',
        (given) => ({
          ...given,
          authentication: { ...apiKeyShown(given), basic: { username: 'eve', password: '' } },
        }),
      ],
      [
        'another token URL',
        (given) => ({
          ...given,
          authentication: { ...apiKeyShown(given), oauth: { tokenUrl: 'http://evil.example/' } },
        }),
      ],
    ])('do not follow them to %s', async (_, change) => {
      await create('secret', reached());
      const { data } = await read('secret');
      const properties = data['properties'];
      const changed = { ...data, properties: change(isJsonObject(properties) ? properties : {}) };
      const { status, json: problem } = await admin<Refused>('PUT', integrationPath('secret'), {
        body: { properties: changed },
      });
      expect([status, problem.errors?.[0]?.pointer]).toEqual([
        400,
        '#/properties/properties/authentication/apiKey/value',
      ]);
    });

    it.each<[string, unknown]>([
      ['sealed text', '$ENC1.00000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
      ['a placeholder of nothing', '<SECRET>'],
      ['a number', 12345],
    ])('are refused with %s in the place of one', async (_, value) => {
      const authentication = { apiKey: { value: value as string } };
      const { status, json: problem } = await create<Refused>('secret', { authentication });
      expect([status, problem.errors?.[0]?.pointer]).toEqual([
        400,
        '#/properties/properties/authentication/apiKey/value',
      ]);
    });
  });

  describe('that packages bring', () => {
    const DATA = {
      name: 'packaged',
      model: BOXES_MODEL,
      type: 'Adapter',
      profiling: 'not a flag',
      properties: {
        id: 'packaged',
        type: 'http',
        brokers: 'not a list',
        authentication: { apiKey: { value: INTEGRATION_SECRET } },
      },
    };
    const install = () => {
      const prebuilt = {
        ...anArtifact({ name: '@acme/integrations', version: '1.0.0' }),
        manifest: {
          bundleName: 'integrations',
          artifacts: [
            { id: 'i', name: 'packaged', type: 'integration', location: '/bundles/i.json' },
          ],
          fingerprint: 'f',
          createdEpoch: '1',
        },
        bundles: [{ type: 'integration', data: DATA }],
      };
      return admin('POST', '/prebuilts/import', { body: { prebuilt, options: {} } });
    };
    const uninstall = () => admin('DELETE', '/prebuilts/%40acme%2Fintegrations');

    it('start disabled and without secrets, and are theirs to remove', async () => {
      expect((await install()).status).toBe(200);
      const record = await read('packaged');
      expect(record.metadata).toMatchObject({ enabled: false, packaged: true, detail: 'Disabled' });
      expect(record.data).toMatchObject({
        profiling: false,
        properties: { brokers: [], authentication: { apiKey: { value: '' } } },
      });
      const refused = await admin<Refused>('DELETE', integrationPath('packaged'));
      expect([refused.status, refused.json.code]).toEqual([409, 'packaged']);
      await uninstall();
      expect((await admin('GET', integrationPath('packaged'))).status).toBe(404);
    });

    it('are configured and started like others, and their package stays as it was', async () => {
      await install();
      const before = (await admin('GET', '/prebuilts/%40acme%2Fintegrations/export')).json;
      const body = { properties: { model: BOXES_MODEL, properties: reached() } };
      expect((await admin('PUT', integrationPath('packaged'), { body })).status).toBe(200);
      expect((await admin('PUT', integrationPath('packaged', '/start'))).status).toBe(200);
      expect((await call('packaged', 'open')).status).toBe(200);
      expect((await admin('GET', '/prebuilts/%40acme%2Fintegrations/export')).json).toEqual(before);
      await uninstall();
    });
  });
});

function apiKeyShown(properties: JsonObject): JsonObject {
  const { authentication } = properties;
  return isJsonObject(authentication) ? authentication : {};
}
