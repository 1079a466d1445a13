import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { IntegrationCallerService } from '../../src/domains/integrations/calls/integration-caller.service.js';
import { ProfilesService } from '../../src/domains/profiles/profiles.service.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { FakeSystem, json } from '../support/fakes/fake-system.js';
import {
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
    node = await IntegrationsApp.start('integration-calls');
    ({ app, system } = node);
  });
  afterEach(() => node.forget());
  afterAll(() => node.close());

  describe('that are called', () => {
    it('send parameters, body and credentials where the model says', async () => {
      await create('box', reached());
      const parameters = { id: 'a/b ü', fields: ['x', 'y&z'], 'X-Trace': 'one', mode: 'fast' };
      const { status, json: called } = await call('box', 'getBox', { parameters });
      expect([status, called.status]).toEqual([200, 200]);
      const seen = system.seen.at(-1);
      expect(seen?.url).toBe('/api/v1/boxes/a%2Fb%20%C3%BC?fields=x&fields=y%26z');
      expect(seen?.headers).toMatchObject({
        'x-trace': 'one',
        cookie: 'mode=fast',
        'x-api-key': INTEGRATION_SECRET,
        host: system.host,
      });
      expect(called.headers['content-type']).toBe('application/json');
      expect(called.body).toMatchObject({ method: 'GET' });
      await call('box', 'putBox', { parameters: { id: '1' }, body: { id: '1', inner: {} } });
      expect(system.seen.at(-1)).toMatchObject({
        method: 'PUT',
        body: '{"id":"1","inner":{}}',
      });
    });

    it('say where the input is wrong before anything is sent', async () => {
      await create('box', reached());
      const pointers = async (operationId: string, body: JsonObject) => {
        const { status, json: problem } = await call<Refused>('box', operationId, body);
        return [status, problem.errors?.map(({ pointer }) => pointer)];
      };
      expect(await pointers('getBox', {})).toEqual([400, ['#/parameters/id']]);
      expect(await pointers('getBox', { parameters: { id: '..' } })).toEqual([
        400,
        ['#/parameters/id'],
      ]);
      expect(await pointers('putBox', { parameters: { id: '1' } })).toEqual([400, ['#/body']]);
      expect(await pointers('getBox', { parameters: { id: '1', 'X-Trace': 'a\r\nb: c' } })).toEqual(
        [400, ['#/parameters/X-Trace']],
      );
      expect(await pointers('open', { parameters: { $where: 1 }, body: {} })).toEqual([
        400,
        ['#/parameters/$where', '#/body'],
      ]);
      expect(system.seen).toEqual([]);
      expect((await call('box', 'nothing')).status).toBe(404);
    });

    it.each<[string, (res: Parameters<typeof json>[0]) => void, Partial<Called>]>([
      [
        'a refusal',
        (res) => {
          json(res, 401, { no: true });
        },
        { status: 401, body: { no: true } },
      ],
      [
        'text',
        (res) => {
          res.end('words');
        },
        { status: 200, body: 'words' },
      ],
      [
        'nothing',
        (res) => {
          res.writeHead(204).end();
        },
        { status: 204, body: null },
      ],
      [
        'what is no JSON but says so',
        (res) => {
          res.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
        },
        { status: 200, body: '<html>' },
      ],
      [
        'bytes',
        (res) => {
          res.end(Buffer.from([255, 0]));
        },
        { status: 200, body: '/wA=' },
      ],
    ])('hand on %s', async (_, answer, expected) => {
      await create('box', reached());
      system.on('/api/v1/open', (_seen, res) => {
        res.setHeader('set-cookie', 'session=1');
        answer(res);
      });
      const { status, json: called } = await call('box', 'open');
      expect([status, called]).toEqual([200, expect.objectContaining(expected)]);
      expect(called.headers).not.toHaveProperty('set-cookie');
    });

    it('sign in with user and password', async () => {
      const basic = { username: 'ada', password: INTEGRATION_SECRET };
      await create('box', { server: node.server(), authentication: { basic } });
      await call('box', 'basic');
      const expected = Buffer.from(`ada:${INTEGRATION_SECRET}`).toString('base64');
      expect(system.seen.at(-1)?.headers.authorization).toBe(`Basic ${expected}`);
    });

    it.each([200, 400])(
      'keep to themselves what a system repeats with status %i',
      async (status) => {
        const basic = { username: 'ada', password: INTEGRATION_SECRET };
        const name = `echo${String(status)}`;
        await create(name, { server: node.server(), authentication: { basic } });
        system.on('/api/v1/basic', ({ headers }, res) => {
          const pair = Buffer.from(headers.authorization?.slice(6) ?? '', 'base64').toString();
          res.setHeader('x-sent', headers.authorization ?? '');
          json(res, status, { said: [`no: ${pair}`], headers });
        });
        const { json: called, text } = await call(name, 'basic');
        expect(called.body).toMatchObject({
          said: ['no: ada:<SECRET>'],
          headers: { authorization: 'Basic <SECRET>' },
        });
        expect(called.headers['x-sent']).toBe('Basic <SECRET>');
        expect(text).not.toContain(INTEGRATION_SECRET);
      },
    );

    it('say which credentials are missing, or cannot be', async () => {
      await create('box', { server: node.server() });
      const missing = await call<Refused>('box', 'basic');
      expect([missing.status, missing.json.message]).toEqual([
        409,
        'The integration has no credentials for basic',
      ]);
      const unsupported = await call<Refused>('box', 'person');
      expect([unsupported.status, unsupported.json.message]).toEqual([
        409,
        'The operation needs what is not supported: security schemes of type openIdConnect',
      ]);
    });

    it('say that they have no model or no server', async () => {
      await create('lost', reached(), { model: 'nowhere:1' });
      expect((await call<Refused>('lost', 'open')).json.code).toBe('model-missing');
      await create('nowhere', { server: { host: '' } });
      expect((await call<Refused>('nowhere', 'open')).json.code).toBe('server-missing');
    });

    it('serve the tasks of workflows the same way', async () => {
      await create('box', reached());
      const caller = app.app.get(IntegrationCallerService, { strict: false });
      const input = { parameters: { id: '1' }, body: undefined };
      await expect(caller.call('box', 'getBox', input)).resolves.toMatchObject({ status: 200 });
      const gone = AbortSignal.abort(new Error('the task was cancelled'));
      await expect(caller.call('box', 'getBox', input, gone)).rejects.toThrow('cancelled');
    });
  });

  describe('that sign in as a client', () => {
    const client = (more: JsonObject = {}) => ({
      server: node.server(),
      authentication: {
        oauth: {
          clientId: 'box client',
          clientSecret: INTEGRATION_SECRET,
          tokenUrl: `http://${system.host}/token`,
          ...more,
        },
      },
    });
    const giveTokens = (expiresIn: number) => {
      let count = 0;
      system.on('/token', (_, res) => {
        count += 1;
        json(res, 200, {
          access_token: `t${String(count)}`,
          token_type: 'Bearer',
          expires_in: expiresIn,
        });
      });
    };
    const tokensUsed = () =>
      system.to('/api/v1/client').map(({ headers }) => headers.authorization);

    it('ask once for a token and use it until it ends', async () => {
      giveTokens(3600);
      await create('box', client());
      await Promise.all([call('box', 'client'), call('box', 'client')]);
      await call('box', 'client');
      expect(tokensUsed()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1']);
      const [asked] = system.to('/token');
      expect(asked?.body).toBe('grant_type=client_credentials&scope=boxes.read');
      const pair = Buffer.from(`box+client:${INTEGRATION_SECRET}`).toString('base64');
      expect(asked?.headers.authorization).toBe(`Basic ${pair}`);
    });

    it('ask anew when it has ended', async () => {
      giveTokens(1);
      await create('box', client());
      await call('box', 'client');
      await call('box', 'client');
      expect(tokensUsed()).toEqual(['Bearer t1', 'Bearer t2']);
    });

    it('ask anew when the system no longer takes it', async () => {
      giveTokens(3600);
      system.on('/api/v1/client', ({ headers }, res) => {
        json(res, headers.authorization === 'Bearer t1' ? 401 : 200, {});
      });
      await create('box', client());
      expect((await call('box', 'client')).json.status).toBe(200);
      expect(tokensUsed()).toEqual(['Bearer t1', 'Bearer t2']);
    });

    it('may send the client in the form', async () => {
      giveTokens(3600);
      await create('box', client({ clientAuthentication: 'body', scopes: 'a b' }));
      await call('box', 'client');
      const form = new URLSearchParams(system.to('/token')[0]?.body);
      expect(Object.fromEntries(form)).toEqual({
        grant_type: 'client_credentials',
        scope: 'a b',
        client_id: 'box client',
        client_secret: INTEGRATION_SECRET,
      });
    });

    it.each<[string, number, unknown]>([
      ['is refused', 401, { error: `invalid_client ${INTEGRATION_SECRET}` }],
      ['gets something else', 200, { no: INTEGRATION_SECRET }],
      ['gets no JSON', 200, INTEGRATION_SECRET],
    ])('fail without words of the other side when it %s', async (_, status, body) => {
      system.on('/token', (_seen, res) => {
        json(res, status, body);
      });
      await create('box', client());
      const refused = await call<Refused>('box', 'client');
      expect([refused.status, refused.json.code]).toEqual([502, 'upstream-failed']);
      expect(refused.text).not.toContain(INTEGRATION_SECRET);
    });
  });

  describe('whose system fails', () => {
    const profile = async (integrationProps: JsonObject) => {
      const profiles = app.app.get(ProfilesService, { strict: false });
      await profiles.updateActive((document) => ({ ...document, integrationProps }));
      // It may be a second old.
      await profiles.activeSince(new Date());
    };
    afterEach(() => profile({ threadCount: 5, timeout: 15_000 }));

    it('say that it refuses connections', async () => {
      const closed = await FakeSystem.start();
      await closed.close();
      await create('box', {
        server: { protocol: 'http', host: closed.host },
        authentication: node.apiKey,
      });
      const { status, json: problem } = await call<Refused>('box', 'open');
      expect([status, problem.message]).toEqual([
        502,
        'The call to 127.0.0.1 failed: it refuses connections',
      ]);
    });

    it('say that it breaks the connection', async () => {
      await create('box', reached());
      system.on('/api/v1/boxes/1', (_, res) => res.socket?.destroy());
      const body = { parameters: { id: '1' } };
      expect((await call('box', 'getBox', body)).status).toBe(502);
    });

    it('never call what only the network itself should call', async () => {
      await create('box', { server: { protocol: 'http', host: '169.254.169.254' } });
      const { status, json: problem } = await call<Refused>('box', 'open');
      expect([status, problem.code]).toEqual([502, 'forbidden-target']);
    });

    it('follow no redirect to another origin', async () => {
      await create('box', reached());
      system.on('/api/v1/open', (_, res) => {
        res.writeHead(302, { location: 'http://localhost:1/' }).end();
      });
      expect((await call<Refused>('box', 'open')).json.code).toBe('forbidden-target');
    });

    it('say that its answer is too large', async () => {
      await create('box', reached());
      system.on('/api/v1/open', (_, res) => {
        res.writeHead(200, { 'content-length': String(17 * 1024 * 1024) }).write('x');
      });
      const { status, json: problem } = await call<Refused>('box', 'open');
      expect([status, problem.code]).toEqual([502, 'upstream-too-large']);
    });

    it('give up after the time that the active profile allows, waiting included', async () => {
      await create('box', reached());
      await profile({ threadCount: 1, timeout: 50 });
      system.on('/api/v1/open', () => undefined);
      const [first, second] = await Promise.all([call('box', 'open'), call('box', 'open')]);
      expect([first.status, second.status]).toEqual([504, 504]);
    });

    it('get no more calls at a time than the active profile allows', async () => {
      await create('box', reached());
      await profile({ threadCount: 1, timeout: 15_000 });
      let underWay = 0;
      let most = 0;
      system.on('/api/v1/open', (_, res) => {
        underWay += 1;
        most = Math.max(most, underWay);
        // Long enough for the others to come in, if they were let.
        void app.call('GET', '/health/live').then(() => {
          underWay -= 1;
          json(res, 200, {});
        });
      });
      const answers = await Promise.all([1, 2, 3, 4].map(() => call('box', 'open')));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(most).toBe(1);
    });
  });

  describe('that are looked at', () => {
    it('are active when their system answers, whatever it thinks of the question', async () => {
      await create('box', reached({ healthCheck: { path: '/health' } }));
      system.on('/api/v1/health', (_, res) => {
        json(res, 403, {});
      });
      await node.look();
      expect((await read('box')).metadata).toEqual({
        isActive: true,
        enabled: true,
        packaged: false,
        checked: expect.stringMatching(/Z$/),
        detail: 'It answered 403',
      });
      expect(system.to('/api/v1/health')[0]?.headers['x-api-key']).toBeUndefined();
    });

    it('are not active when it fails, or cannot be reached, or the model is missing', async () => {
      await create('failing', reached());
      system.on('/api/v1/', (_, res) => {
        json(res, 500, {});
      });
      await create('forbidden', { server: { protocol: 'http', host: '169.254.169.254' } });
      await create('lost', reached(), { model: 'nowhere:1' });
      await create('placeless', { server: { host: '' } });
      await node.look();
      const details = await Promise.all(
        ['failing', 'forbidden', 'lost', 'placeless'].map(async (name) => {
          const { isActive, detail } = (await read(name)).metadata;
          return [isActive, detail];
        }),
      );
      expect(details).toEqual([
        [false, 'It answered 500'],
        [false, expect.stringMatching(/never called/)],
        [false, 'Its model cannot be loaded'],
        [false, 'Its server must name a host'],
      ]);
    });

    it('are left alone until they are due again, and while they are disabled', async () => {
      await create('box', reached());
      await create('stopped', reached());
      await admin('PUT', integrationPath('stopped', '/stop'));
      await node.look();
      await node.look();
      expect(system.to('/api/v1/').length).toBe(1);
      await admin('PUT', integrationPath('box', '/start'));
      expect((await read('box')).metadata.isActive).toBe(false);
      await node.look();
      expect(system.to('/api/v1/').length).toBe(2);
    });
  });
});
