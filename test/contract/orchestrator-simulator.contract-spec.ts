import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Orchestrator, startOrchestrator } from '../support/fakes/orchestrator.js';

const JSON_TYPE = 'application/yang-data+json';
const VPN = '/restconf/data/l3vpn:vpn/l3vpn=volvo';

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

const volvo = (device: string, more: object = {}): object => ({
  name: 'volvo',
  'as-number': 65001,
  endpoint: [{ id: 'main', 'ce-device': device, 'ce-interface': 'Gi0/1' }],
  ...more,
});
const onRoot = (...instances: object[]): object => ({ 'l3vpn:vpn': { l3vpn: instances } });
const refusal = (tag: string, message: unknown = expect.any(String)): object => ({
  'ietf-restconf:errors': {
    error: [
      expect.objectContaining({
        'error-type': 'application',
        'error-tag': tag,
        'error-message': message,
      }),
    ],
  },
});

describe('the simulated orchestrator', () => {
  let orchestrator: Orchestrator;

  const call = async (
    method: string,
    target: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<Answered> => {
    const answer = await fetch(`${orchestrator.url}${target}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': JSON_TYPE }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
  };
  const save = (instance: object, query = ''): Promise<Answered> =>
    call('PATCH', `/restconf/data${query}`, onRoot(instance));

  beforeAll(async () => {
    orchestrator = await startOrchestrator();
  });
  afterAll(() => orchestrator.close());
  beforeEach(() => {
    orchestrator.reset();
  });

  describe('reading', () => {
    it('answers entries, lists, leafs and nothing', async () => {
      const device = { name: 'ce0', address: '127.0.0.1', port: 10022, authgroup: 'default' };
      const entry = await call('GET', '/restconf/data/tailf-ncs:devices/device=ce0');
      expect(entry).toMatchObject({ status: 200, body: { 'tailf-ncs:device': [device] } });
      const leaf = await call('GET', '/restconf/data/tailf-ncs:devices/device=ce0/port');
      expect(leaf).toMatchObject({ status: 200, body: { 'tailf-ncs:port': 10022 } });
      const list = await call('GET', '/restconf/data/tailf-ncs:devices/device');
      expect((list.body as Record<string, unknown[]>)['tailf-ncs:device']).toHaveLength(10);
      expect(await call('GET', '/restconf/data/l3vpn:vpn/l3vpn')).toMatchObject({ status: 204 });
    });

    it('tells what is not there from what is not known', async () => {
      const absent = await call('GET', '/restconf/data/tailf-ncs:devices/device=none');
      expect(absent).toMatchObject({ status: 404, body: refusal('invalid-value') });
      for (const target of [
        '/restconf/data/tailf-ncs:devices/router=ce0',
        '/restconf/data/unknown:devices',
        '/restconf/data/devices',
        '/restconf/other',
        '/elsewhere',
      ]) {
        expect(await call('GET', target)).toMatchObject({ status: 404 });
      }
      expect(await call('GET', '/restconf/data/tailf-ncs:devices/device=a,b')).toMatchObject({
        status: 400,
      });
    });

    it('knows depth and fields and refuses parameters it does not know', async () => {
      const shallow = await call('GET', '/restconf/data/tailf-ncs:devices?depth=1');
      expect(shallow.body).toEqual({ 'tailf-ncs:devices': {} });
      const target = '/restconf/data/tailf-ncs:devices/device=ce0';
      const chosen = await call('GET', `${target}?fields=name;port`);
      expect(chosen.body).toEqual({ 'tailf-ncs:device': [{ name: 'ce0', port: 10022 }] });
      for (const query of [
        'depth=0',
        'fields=a(b',
        'colour=red',
        'depth=1&depth=2',
        'dry-run=cli',
      ]) {
        expect(await call('GET', `${target}?${query}`)).toMatchObject({
          status: 400,
          body: refusal('invalid-value'),
        });
      }
    });

    it('speaks the media types that the caller takes, and no others', async () => {
      const target = '/restconf/data/tailf-ncs:devices/device=ce0/port';
      const accept = (type: string) => call('GET', target, undefined, { accept: type });
      expect((await accept('application/yang-data+xml')).body).toBe('<port>10022</port>');
      expect((await accept('application/vnd.yang.collection+json')).body).toEqual({
        collection: { 'tailf-ncs:port': 10022 },
      });
      expect((await accept('text/html, application/yang-data+json')).status).toBe(200);
      expect((await accept('text/html')).status).toBe(406);
    });

    it('lists its modules', async () => {
      const state = await call('GET', '/restconf/data/ietf-yang-library:modules-state');
      const names = JSON.stringify(state.body);
      for (const { name } of orchestrator.modules) expect(names).toContain(`"name":"${name}"`);
      expect((await call('GET', '/restconf/data/ietf-yang-library:yang-library')).status).toBe(200);
    });
  });

  describe('writing', () => {
    it('creates once, replaces, merges and deletes', async () => {
      const entry = { 'l3vpn:l3vpn': [volvo('ce0')] };
      const made = await call('POST', '/restconf/data/l3vpn:vpn', entry);
      expect(made.status).toBe(201);
      expect(made.headers.get('location')).toBe('/restconf/data/l3vpn:vpn/l3vpn:l3vpn=volvo');
      expect(await call('POST', '/restconf/data/l3vpn:vpn', entry)).toMatchObject({
        status: 409,
        body: refusal('data-exists'),
      });
      const patch = { 'l3vpn:l3vpn': [{ name: 'volvo', 'as-number': 65002 }] };
      expect((await call('PATCH', VPN, patch)).status).toBe(204);
      expect((await call('GET', VPN)).body).toEqual({
        'l3vpn:l3vpn': [volvo('ce0', { 'as-number': 65002 })],
      });
      expect((await call('PUT', VPN, patch)).status).toBe(204);
      expect((await call('GET', VPN)).body).toEqual(patch);
      expect((await call('DELETE', VPN)).status).toBe(204);
      expect((await call('DELETE', VPN)).status).toBe(404);
      expect((await call('PATCH', VPN, patch)).status).toBe(404);
      expect((await call('PUT', VPN, patch)).status).toBe(201);
      expect(orchestrator.commits).toBe(5);
    });

    it('merges into the datastore as a whole, bare or below its name', async () => {
      expect((await save(volvo('ce0'))).status).toBe(204);
      const whole = { 'ietf-restconf:data': onRoot(volvo('ce1', { name: 'saab' })) };
      expect((await call('PATCH', '/restconf/data', whole)).status).toBe(204);
      expect((await call('GET', VPN)).status).toBe(200);
      expect((await call('GET', VPN.replace('volvo', 'saab'))).status).toBe(200);
    });

    it('keeps keys with every character that a path can encode', async () => {
      const name = 'GigabitEthernet0/0/1 ü,=%;?#';
      const entry = { 'ietf-interfaces:interface': [{ name, description: 'x' }] };
      const target = `/restconf/data/ietf-interfaces:interfaces/interface=${encodeURIComponent(name)}`;
      expect((await call('PUT', target, entry)).status).toBe(201);
      expect((await call('GET', target)).body).toEqual(entry);
    });

    it.each<[string, object | string, string]>([
      ['an unknown element', onRoot({ name: 'a', colour: 'red' }), 'malformed-message'],
      ['a missing key', onRoot({ 'as-number': 1 }), 'malformed-message'],
      ['a missing mandatory leaf', onRoot({ name: 'a' }), 'malformed-message'],
      ['a wrong type', onRoot({ name: 'a', 'as-number': 'x' }), 'invalid-value'],
      ['a device that nobody knows', onRoot(volvo('none')), 'invalid-value'],
      ['no JSON', '{"l3vpn:vpn":', 'malformed-message'],
      ['an array', '[]', 'malformed-message'],
    ])('refuses %s and stays as it was', async (_, body, tag) => {
      const before = orchestrator.data;
      expect(await call('PATCH', '/restconf/data', body)).toMatchObject({
        status: 400,
        body: refusal(tag),
      });
      expect(orchestrator.data).toBe(before);
    });

    it('refuses bodies of other media types, and keys that are not those of the path', async () => {
      const type = { 'content-type': 'text/plain' };
      expect((await call('PATCH', '/restconf/data', '{}', type)).status).toBe(415);
      const body = { 'l3vpn:l3vpn': [{ name: 'saab', 'as-number': 1 }] };
      expect((await call('PUT', VPN, body)).status).toBe(400);
    });
  });

  describe('committing', () => {
    it.each([
      ['native', 'interface Gi0/1\n description volvo main'],
      ['cli', '+            interface Gi0/1'],
      ['cli-c', '+            interface Gi0/1'],
      ['xml', '<line>interface Gi0/1</line>'],
    ])('tells in %s what would change and changes nothing', async (format, text) => {
      const before = orchestrator.data;
      const answer = await save(volvo('ce0'), `?dry-run=${format}`);
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).toContain(JSON.stringify(text).slice(1, -1));
      expect(Object.keys((answer.body as Record<string, object>)['dry-run-result'] ?? {})).toEqual([
        format,
      ]);
      expect(orchestrator.data).toBe(before);
      expect(orchestrator.commits).toBe(0);
    });

    it('tells how to take the change back', async () => {
      await save(volvo('ce0'));
      const body = { 'l3vpn:l3vpn': [{ name: 'volvo', 'as-number': 65002 }] };
      const native = (data: string) => ({
        'dry-run-result': { native: { device: [{ name: 'ce0', data }] } },
      });
      const forth = await call('PATCH', `${VPN}?dry-run=native`, body);
      expect(forth.body).toEqual(native('no router bgp 65001\nrouter bgp 65002'));
      const back = await call('PATCH', `${VPN}?dry-run=native&dry-run-reverse`, body);
      expect(back.body).toEqual(native('no router bgp 65002\nrouter bgp 65001'));
      const nothing = await save(volvo('ce0'), '?dry-run=native');
      expect(nothing.body).toEqual({ 'dry-run-result': { native: {} } });
    });

    it.each([
      'dry-run=native&no-overwrite',
      'dry-run=native&no-out-of-sync-check',
      'dry-run=native&commit-queue=async',
      'dry-run=cli&dry-run-reverse',
      'dry-run-reverse',
      'dry-run=yaml',
      'dry-run',
      'use-lsa&no-lsa',
      'no-overwrite&no-out-of-sync-check',
      'commit-queue=later',
      'commit-queue=async&commit-queue=bypass',
      'commit-queue=async&commit-queue-error-option=go-on',
      'commit-queue=async&commit-queue-atomic',
      'commit-queue-tag=a',
      'no-networking=true',
      'no-such-flag',
      'params=no-base64!',
      'params=W10=',
      `params=${btoa('{"commit-queue":{"async":null,"sync":null}}')}`,
      `params=${btoa('{"unknown":null}')}`,
      `params=${btoa('{"no-lsa":null}')}&use-lsa`,
    ])('refuses the options %s', async (query) => {
      const answer = await save(volvo('ce0'), `?${query}`);
      expect(answer).toMatchObject({ status: 400, body: refusal('invalid-value') });
      expect(orchestrator.commits).toBe(0);
    });

    it('takes the options of newer releases in the query and in the header', async () => {
      const tree = btoa(JSON.stringify({ 'dry-run': { outformat: 'native', reverse: null } }));
      const flat = await save(volvo('ce0'), '?dry-run=native&dry-run-reverse');
      const query = await save(volvo('ce0'), `?params=${encodeURIComponent(tree)}`);
      const header = await call('PATCH', '/restconf/data', onRoot(volvo('ce0')), {
        'X-Cisco-NSO-Commit-Params': tree,
      });
      expect(query.body).toEqual(flat.body);
      expect(header.body).toEqual(flat.body);
    });

    it('minds the devices: out of sync, locked, gone', async () => {
      orchestrator.outOfSync.add('ce0');
      orchestrator.locked.add('ce1');
      orchestrator.unreachable.add('ce2');
      expect((await save(volvo('ce0'))).body).toEqual(
        refusal('malformed-message', 'Network Element Driver: device ce0: out of sync'),
      );
      expect((await save(volvo('ce1'))).status).toBe(409);
      expect((await save(volvo('ce2'))).status).toBe(400);
      expect((await save(volvo('ce0'), '?no-out-of-sync-check')).status).toBe(204);
      expect((await save(volvo('ce2'), '?no-networking')).status).toBe(204);
      expect(orchestrator.outOfSync).toContain('ce2');
    });

    it('queues, and takes back what failed where it was asked to', async () => {
      const queued = await save(volvo('ce0'), '?commit-queue=async&commit-queue-tag=t1');
      expect(queued).toMatchObject({
        status: 200,
        body: { 'commit-queue-result': { id: expect.any(String), status: 'async' } },
      });
      expect(orchestrator.queue).toMatchObject([
        { tag: 't1', devices: ['ce0'], status: 'waiting' },
      ]);
      orchestrator.runQueue();
      expect(orchestrator.queue).toMatchObject([{ status: 'completed' }]);
      orchestrator.unreachable.add('ce1');
      const query = '?commit-queue=sync&commit-queue-error-option=rollback-on-error';
      const failed = await save(volvo('ce1', { name: 'saab' }), query);
      expect(failed.body).toMatchObject({ 'commit-queue-result': { status: 'failed' } });
      expect((await call('GET', VPN.replace('volvo', 'saab'))).status).toBe(404);
      expect((await save(volvo('ce0'), '?commit-queue=bypass')).status).toBe(204);
    });
  });

  it('runs actions with and without output, and none that are not there', async () => {
    const device = '/restconf/data/tailf-ncs:devices/device=ce0';
    orchestrator.outOfSync.add('ce0');
    const out = (result: unknown) => ({ status: 200, body: { 'tailf-ncs:output': { result } } });
    expect(await call('POST', `${device}/check-sync`)).toMatchObject(out('out-of-sync'));
    expect(await call('POST', `${device}/sync-from`)).toMatchObject(out(true));
    expect(await call('POST', `${device}/check-sync`)).toMatchObject(out('in-sync'));
    expect((await call('POST', '/restconf/operations/tailf-ncs:clear-cache')).status).toBe(204);
    const input = { 'tailf-ncs:input': { a: 1 } };
    const config = '/restconf/operations/tailf-ncs:check-config';
    expect((await call('POST', config, input)).body).toEqual({
      'tailf-ncs:output': { result: true, given: { a: 1 } },
    });
    expect((await call('POST', config, { a: 1 })).status).toBe(400);
    expect((await call('GET', `${device}/check-sync`)).status).toBe(404);
    expect((await call('POST', '/restconf/operations/tailf-ncs:none')).status).toBe(404);
  });

  it('records targets, headers and bodies as they came over the wire', async () => {
    const { hostname, port } = new URL(orchestrator.url);
    const path = "/restconf/data/a:b=%2E%2e%2F'(,)*?x=[a]|'&y";
    await new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path, method: 'POST', headers: { 'X-Case': 'Kept' } });
      sent.on('error', reject).on('response', (answer) => {
        answer.resume().on('end', resolve);
      });
      sent.end(Buffer.from([0x00, 0xff]));
    });
    const [seen] = orchestrator.requests;
    expect(seen).toMatchObject({ method: 'POST', target: path });
    expect(seen?.rawHeaders).toEqual(expect.arrayContaining(['X-Case', 'Kept']));
    expect(seen?.body).toEqual(Buffer.from([0x00, 0xff]));
  });

  it('fails as often as it is told, and then answers again', async () => {
    orchestrator.fail({ answer: 503 }, 2);
    orchestrator.fail('server-error', Infinity, ({ target }) => target.endsWith('ce1'));
    const device = (name: string) => call('GET', `/restconf/data/tailf-ncs:devices/device=${name}`);
    const statuses = [];
    for (const name of ['ce0', 'ce0', 'ce0', 'ce1', 'ce0'])
      statuses.push((await device(name)).status);
    expect(statuses).toEqual([503, 503, 200, 500, 200]);
  });

  it('wants the credential that it was started with', async () => {
    const guarded = await startOrchestrator({ authorization: 'Bearer abc', prefix: '/nso' });
    const get = (headers: Record<string, string>) =>
      fetch(`${guarded.url}/restconf/data`, { headers }).then(({ status }) => status);
    expect(await get({})).toBe(401);
    expect(await get({ authorization: 'Bearer abc' })).toBe(200);
    await guarded.close();
  });

  it('may know the older way of options alone', async () => {
    const older = await startOrchestrator({ northbound: 'flat' });
    const answer = await fetch(`${older.url}/restconf/data?params=e30=`, {
      method: 'PATCH',
      headers: { 'content-type': JSON_TYPE },
      body: '{}',
    });
    expect(answer.status).toBe(400);
    await older.close();
  });
});
