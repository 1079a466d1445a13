import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ADAPTER_SECRETS, AdapterWorld } from '#test/support/adapter-world.js';
import { FakeSystem, type SeenRequest } from '#test/support/fakes/fake-system.js';
import { notFound } from '#kernel/app-error.js';
import { loadConfig } from '#platform/config/config.js';
import { resolveBySystem } from '#platform/outbound/checked-lookup.js';
import { OutboundClient } from '#platform/outbound/outbound-client.js';
import { DEFAULT_RETRY_POLICY } from '#platform/outbound/retry-policy.js';
import { UpstreamMessagesService } from '../../../adapters/calls/upstream-messages.service.js';
import { type AdapterSettings, type StoredAdapter } from '../../../adapters/records/adapter.js';
import { type AdaptersService } from '../../../adapters/records/adapters.service.js';
import { type IntegrationCallerService } from '../../../integrations/calls/integration-caller.service.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskInput } from '#cores/engine/pure-task.js';
import { type TaskCall } from '../../workers/task-executor.js';
import { AdapterCallsService } from './adapter-calls.service.js';
import { AdapterTasks } from './adapter-tasks.executor.js';
import { IntegrationTaskCallsService } from './integration-calls.service.js';
import { RestCalls } from './rest-call.executor.js';

const CANARY = 'canary-5d20c7';
let system: FakeSystem;
const open: (() => Promise<void>)[] = [];

beforeAll(async () => {
  system = await FakeSystem.start();
});
afterEach(async () => {
  system.seen.length = 0;
  await Promise.all(open.splice(0).map((close) => close()));
});
afterAll(() => system.close());

const last = (): SeenRequest => {
  const [seen] = system.seen.slice(-1);
  if (!seen) throw new Error('nothing was asked');
  return seen;
};

function aCall(name: string, input: TaskInput, signal = new AbortController().signal): TaskCall {
  return {
    app: 'Acme',
    name,
    location: 'Adapter',
    jobId: 'j',
    iterationId: 'it-1',
    attempt: 1,
    input,
    document: {},
    actor: null,
    users: { actor: null, others: [] },
    signal,
  };
}

/** The executor over one adapter `A`, whose base is `/base`. */
function tasksOf(more: Partial<AdapterSettings> = {}, integrations = {}): AdapterTasks {
  const world = new AdapterWorld();
  open.push(() => world.close());
  world.put(`http://${system.host}/base`, more);
  const auth = more.auth ?? { type: 'none', username: '', password: '', token: '' };
  const records: Pick<AdaptersService, 'get'> = {
    get: () => Promise.resolve({ name: 'A', auth } as StoredAdapter),
  };
  const calls = new AdapterCallsService(
    world.caller,
    records as AdaptersService,
    new UpstreamMessagesService(ADAPTER_SECRETS),
  );
  const caller: Pick<IntegrationCallerService, 'call' | 'inputsOf'> = {
    call: () => Promise.reject(notFound('Integration', 'A')),
    inputsOf: () => Promise.reject(notFound('Integration', 'A')),
    ...integrations,
  };
  return new AdapterTasks(
    calls,
    new IntegrationTaskCallsService(caller as IntegrationCallerService),
  );
}

const request = (input: TaskInput, more: Partial<AdapterSettings> = {}): Promise<TaskOutcome> =>
  tasksOf(more).run(aCall('genericAdapterRequest', { adapter_id: 'A', ...input }));

describe('a request of a task through an adapter', () => {
  it('goes below the base of the adapter, with query, body and headers', async () => {
    system.on('/base/boxes', (_, res) => {
      res.writeHead(201, { 'content-type': 'application/json', 'x-one': '1' });
      res.end('{"id":7}');
    });
    const outcome = await request({
      uriPath: '/boxes?a=1',
      restMethod: 'post',
      queryData: { b: 'x y', c: [1, true] },
      requestBody: { name: 'n' },
      addlHeaders: { 'X-Two': 2 },
    });
    const { method, url, headers, body } = last();
    expect({ method, url, body }).toEqual({
      method: 'POST',
      url: '/base/boxes?a=1&b=x%20y&c=1&c=true',
      body: '{"name":"n"}',
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-two': '2',
      'idempotency-key': 'it-1',
    });
    expect(outcome).toMatchObject({
      finish: 'success',
      output: {
        response: { id: 7 },
        icode: 'AD.201',
        headers: { 'x-one': '1' },
        metrics: { code: 201 },
      },
    });
  });

  it('reads what authors leave empty as not given', async () => {
    const empty = { restMethod: 'GET', queryData: '', requestBody: '', addlHeaders: '' };
    await request({ uriPath: 'things', ...empty });
    expect(last()).toMatchObject({ method: 'GET', url: '/base/things', body: '' });
  });

  it('goes to the root of the server without the base path', async () => {
    const input = { adapter_id: 'A', uriPath: '/other', restMethod: 'GET' };
    await tasksOf().run(aCall('genericAdapterRequestNoBasePath', input));
    expect(last().url).toBe('/other');
  });

  it.each(['/../up', '/a/%2e%2e/b', '/a//b', '/a b', '/a\r\nx: y', '/a#b'])(
    'refuses the path %j, which leads out or breaks the line',
    async (uriPath) => {
      const outcome = await request({ uriPath, restMethod: 'GET' });
      expect(outcome).toMatchObject({ error: { platformError: { code: 'invalid-input' } } });
      expect(system.seen).toEqual([]);
    },
  );

  it('ends in error with what the system said, without the secrets of the adapter', async () => {
    const password = ADAPTER_SECRETS.seal(CANARY);
    system.on('/base/no', (_, res) => {
      res.writeHead(409);
      res.end(JSON.stringify({ error: `you came with ${CANARY}` }));
    });
    const auth = { type: 'basic', username: 'u', password, token: '' } as const;
    const outcome = await request({ uriPath: '/no', restMethod: 'GET' }, { auth });
    expect(outcome).toEqual({
      finish: 'error',
      error: {
        message: "The system behind adapter 'A' answered 409",
        icode: 'AD.409',
        platformError: {
          displayString: "The system behind adapter 'A' answered 409",
          source: 'A',
          code: 'upstream-refused',
          status: 409,
          raw: '{"error":"you came with <SECRET>"}',
        },
      },
    });
  });

  it('names no value of an input that it cannot send', async () => {
    const outcome = await request({ uriPath: '/x', queryData: [CANARY], restMethod: 'GET' });
    expect(outcome).toMatchObject({ error: { message: 'the query must be an object' } });
    expect(JSON.stringify(outcome)).not.toContain(CANARY);
  });

  it('ends in an error where the answer is larger than the adapter takes', async () => {
    system.on('/base/large', (_, res) => {
      res.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      for (let sent = 0; sent < 50; sent += 1) res.write(chunk);
      res.end();
    });
    const outcome = await request({ uriPath: '/large', restMethod: 'GET' });
    expect(outcome).toMatchObject({
      error: { platformError: { code: 'upstream-too-large', status: null, raw: null } },
    });
  });

  it('ends in an error when the system does not answer in time', async () => {
    system.on('/base/slow', () => undefined);
    const outcome = await request({ uriPath: '/slow', restMethod: 'GET' }, { timeoutMs: 50 });
    expect(outcome).toMatchObject({ error: { platformError: { code: 'upstream-timeout' } } });
  });

  it('ends with the reason of its signal when the job is canceled', async () => {
    const canceled = new AbortController();
    system.on('/base/wait', () => {
      canceled.abort(new Error('the job was canceled'));
    });
    const input = { adapter_id: 'A', uriPath: '/wait', restMethod: 'GET' };
    const run = tasksOf().run(aCall('genericAdapterRequest', input, canceled.signal));
    await expect(run).rejects.toThrow('the job was canceled');
  });

  it('says of an adapter that is not there that it is not', async () => {
    const outcome = await request({ adapter_id: 'absent', uriPath: '/x' });
    expect(outcome).toMatchObject({
      error: { platformError: { source: 'absent', code: 'not-found' } },
    });
  });

  it.each([
    ['GET', true],
    ['', true],
    ['put', true],
    ['POST', false],
    ['PATCH', false],
  ])('of the method %j may be repeated: %j', (restMethod, may) => {
    const tasks = tasksOf();
    expect(tasks.isIdempotent({ name: 'genericAdapterRequest', input: { restMethod } })).toBe(may);
    expect(tasks.isIdempotent({ name: 'getThings', input: { restMethod } })).toBe(false);
  });
});

describe('another method of an adapter', () => {
  it('is an operation of the integration of that name', async () => {
    const asked: unknown[] = [];
    const tasks = tasksOf(
      {},
      {
        inputsOf: () => Promise.resolve({ method: 'POST', parameters: ['boxId'] }),
        call: (name: string, operation: string, input: unknown) => {
          asked.push([name, operation, input]);
          return Promise.resolve({ status: 200, headers: { a: 'b' }, body: [1] });
        },
      },
    );
    const input = { adapter_id: 'Boxes', boxId: 'b7', filename: '', body: { a: 1 } };
    const outcome = await tasks.run(aCall('updateBox', input));
    expect(asked).toEqual([
      ['Boxes', 'updateBox', { parameters: { boxId: 'b7' }, body: { a: 1 } }],
    ]);
    expect(outcome).toMatchObject({
      output: { response: [1], headers: { a: 'b' }, icode: 'AD.200' },
    });
  });

  it('is an error that names it where there is none', async () => {
    const outcome = await tasksOf().run(aCall('syncFrom', { adapter_id: 'A' }));
    expect(outcome).toMatchObject({
      error: {
        message: expect.stringContaining("no integration 'A' with an operation 'syncFrom'"),
        platformError: { code: 'unknown-method', source: 'A' },
      },
    });
  });

  it('needs an adapter', async () => {
    const outcome = await tasksOf().run(aCall('genericAdapterRequest', { uriPath: '/x' }));
    expect(outcome).toMatchObject({ error: { message: "'adapter_id' names no adapter" } });
  });
});

describe('restCall', () => {
  function restCalls(allow: string, limitBytes = 2048): RestCalls {
    const limits = { TASK_RESULT_LIMIT_BYTES: String(limitBytes) };
    const config = loadConfig({ OUTBOUND_ALLOW: allow, ...limits });
    const outbound = new OutboundClient(config.outbound, {
      resolve: resolveBySystem,
      random: () => 1,
      retryPolicy: { ...DEFAULT_RETRY_POLICY, firstDelayMs: 1, delayMaxMs: 2 },
    });
    open.push(() => outbound.onApplicationShutdown());
    return new RestCalls(outbound, config);
  }
  const rest = (input: TaskInput, allow = '127.0.0.1'): Promise<TaskOutcome> =>
    restCalls(allow).run(aCall('restCall', input));

  it('takes an answer of so many values, and says that one has more', async () => {
    const asked = async (count: number): Promise<TaskOutcome> => {
      system.on('/x', (_, res) => res.end(JSON.stringify(Array.from({ length: count }, () => 7))));
      const call = aCall('restCall', { uri: `http://${system.host}/x` });
      return restCalls('127.0.0.1', 1_000_000).run(call);
    };
    expect(await asked(200_000)).toMatchObject({ finish: 'success', output: { length: 200_000 } });
    expect(await asked(200_001)).toMatchObject({
      finish: 'error',
      error: {
        code: 'answer-too-large',
        message: 'The answer of the other system has more than 200000 values',
      },
    });
  });

  it('takes a long answer that is no JSON as the text that it is', async () => {
    const text = `[${'a'.repeat(100_000)}`;
    system.on('/x', (_, res) => res.end(text));
    const call = aCall('restCall', { uri: `http://${system.host}/x` });
    expect(await restCalls('127.0.0.1', 1_000_000).run(call)).toMatchObject({ output: text });
  });

  it('answers the parsed body alone', async () => {
    const [host = '', port = ''] = system.host.split(':');
    system.on('/x', (_, res) => res.end('{"a":[1]}'));
    const whole = await rest({ uri: `http://${system.host}/x#part`, query: { q: 'ä' } });
    expect(whole).toEqual({ finish: 'success', output: { a: [1] } });
    expect(last().url).toBe('/x?q=%C3%A4');
    const parts = { protocol: 'http', host, port, path: 'x', method: 'PUT', body: 'text' };
    await rest(parts);
    expect(last()).toMatchObject({ method: 'PUT', url: '/x', body: 'text' });
    expect(last().headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('goes to no private address that the operator has not allowed', async () => {
    const outcome = await rest({ uri: `http://${system.host}/x` }, '192.0.2.1');
    expect(outcome).toMatchObject({ error: { code: 'forbidden-target' } });
    expect(system.seen).toEqual([]);
  });

  it.each([
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '１２７.0.0.1',
    '127。0。0。1',
    'user@127.0.0.1',
  ])('does not take http://%s for an address of somebody else', async (host) => {
    const port = system.host.split(':')[1] ?? '';
    const outcome = await rest({ uri: `http://${host}:${port}/x` }, '192.0.2.1');
    expect(outcome).toMatchObject({ error: { code: 'forbidden-target' } });
    expect(system.seen).toEqual([]);
  });

  it('is led to no private address by an answer', async () => {
    const other = 'http://169.254.169.254/latest';
    system.on('/away', (_, res) => {
      res.writeHead(302, { location: other });
      res.end();
    });
    const outcome = await rest({ uri: `http://${system.host}/away` });
    expect(outcome).toMatchObject({ finish: 'error', error: { code: 'forbidden-target' } });
  });

  it('waits for a slow answer no longer than it is wanted', async () => {
    const canceled = new AbortController();
    system.on('/slow', (_, res) => {
      res.writeHead(200);
      res.write('{');
      canceled.abort(new Error('canceled'));
    });
    const call = aCall('restCall', { uri: `http://${system.host}/slow` });
    const run = restCalls('127.0.0.1').run({ ...call, signal: canceled.signal });
    await expect(run).rejects.toThrow('canceled');
  });

  it.each([
    [{ uri: 'http://169.254.169.254/latest' }, 'forbidden-target'],
    [{ uri: 'file:///etc/passwd' }, 'forbidden-target'],
    [{ host: 'a@b', path: '/' }, 'invalid-input'],
    [{ host: 'a', port: '1/x' }, 'invalid-input'],
    [{ uri: 'http://192.0.2.1/', method: 'CONNECT' }, 'invalid-input'],
    [{ uri: 'http://192.0.2.1/', headers: { host: 'x' } }, 'invalid-input'],
    [{}, 'invalid-input'],
  ])('refuses %j', async (input, code) => {
    expect(await rest(input as TaskInput)).toMatchObject({ finish: 'error', error: { code } });
  });

  it('ends in an error where the answer is larger than a result may be', async () => {
    system.on('/large', (_, res) => res.end('x'.repeat(4096)));
    const outcome = await rest({ uri: `http://${system.host}/large` });
    expect(outcome).toMatchObject({ error: { code: 'upstream-too-large' } });
  });

  it('ends in an error with the status that says so', async () => {
    system.on('/no', (_, res) => {
      res.writeHead(500);
      res.end(`password=${CANARY}`);
    });
    const outcome = await rest({ uri: `http://${system.host}/no`, method: 'POST' });
    expect(outcome).toMatchObject({ error: { status: 500, raw: 'password=<SECRET>' } });
  });
});
