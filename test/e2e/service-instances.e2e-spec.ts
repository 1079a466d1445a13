import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ListServiceChangesAnswer,
  type ServiceChangeDetails,
} from '../../src/domains/service-management/changes/service-changes.dto.js';
import {
  type ListServiceInstancesAnswer,
  type ServiceInstance,
} from '../../src/domains/service-management/instances/service-instances.dto.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { aVpn, type Refused, ServicesApp, VPN } from '../support/services-app.js';

const first = <T>(list: readonly T[]): T => {
  const [one] = list;
  if (one === undefined) throw new Error('there is none');
  return one;
};

describe('saving service instances', () => {
  let world: ServicesApp;
  beforeAll(async () => {
    world = await ServicesApp.start('service-instances');
  });
  beforeEach(async () => {
    await world.adapter('nso');
    world.orchestrator.reset();
  });
  afterEach(() => world.removeAdapters());
  afterAll(() => world.close());

  it('sends each instance in a PATCH of its own, in order, and says what it did', async () => {
    const { status, json } = await world.save([aVpn('acme'), aVpn('other', 'ce1')]);
    expect(status).toBe(200);
    expect(json).toEqual([
      {
        action: 'create',
        target: ['ce0'],
        xpath: `${VPN}=acme`,
        success: true,
        error: null,
        outcome: 'succeeded',
      },
      {
        action: 'create',
        target: ['ce1'],
        xpath: `${VPN}=other`,
        success: true,
        error: null,
        outcome: 'succeeded',
      },
    ]);
    expect(
      world.commits().map(({ target, text }) => [target, JSON.parse(text) as unknown]),
    ).toEqual([
      ['/restconf/data', { 'l3vpn:vpn': { l3vpn: [aVpn('acme')] } }],
      ['/restconf/data', { 'l3vpn:vpn': { l3vpn: [aVpn('other', 'ce1')] } }],
    ]);
    expect(first(world.commits()).headers['content-type']).toBe('application/yang-data+json');
    const again = await world.save([aVpn('acme', 'ce2')]);
    expect(first(again.json).action).toBe('update');
    expect(world.orchestrator.commits).toBe(3);
  });

  it('sends the keys of hostile names percent-encoded', async () => {
    const name = `a/b?c=d,e%2F'f"#[é]`;
    const { json } = await world.save([aVpn(name)]);
    expect(first(json)).toMatchObject({ success: true, action: 'create' });
    expect(first((await world.save([aVpn(name)])).json).action).toBe('update');
  });

  it('tells one that is refused from its neighbours, in the words of the orchestrator', async () => {
    const { status, json } = await world.save([aVpn('a'), aVpn('b', 'nowhere'), aVpn('c')]);
    expect(status).toBe(200);
    expect(json.map(({ success, outcome }) => [success, outcome])).toEqual([
      [true, 'succeeded'],
      [false, 'failed'],
      [true, 'succeeded'],
    ]);
    expect(json[1]?.error).toContain('illegal reference');
  });

  it('refuses what is illegal before any call', async () => {
    const { status, json } = await world.save<Refused>([aVpn('a')], {
      'use-lsa': null,
      'no-lsa': null,
    });
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { pointer: '#/options/no-lsa', detail: 'cannot be combined with use-lsa' },
    ]);
    expect(world.orchestrator.requests).toEqual([]);
  });

  it('commits exactly the plan that was seen', async () => {
    const seen = first(
      (await world.save([aVpn('acme')], { dryrun: { outformat: 'native' } })).json,
    );
    expect(seen).toMatchObject({ success: true, action: 'create', target: ['ce0'] });
    expect(seen.planHash).toMatch(/^native:[0-9a-f]{64}$/);
    expect(seen.dryrun).toHaveProperty('native');
    expect(world.orchestrator.commits).toBe(0);
    const { planHash = '' } = seen;
    const other = await world.save<Refused>([aVpn('acme', 'ce3')], { planHash });
    expect(other.status).toBe(409);
    expect(other.json.code).toBe('plan-changed');
    expect(other.json.current).toHaveProperty('plans.0.dryrun.native');
    expect(world.orchestrator.commits).toBe(0);
    const done = await world.save([aVpn('acme')], { planHash });
    expect(first(done.json)).toMatchObject({ success: true, planHash });
    expect(world.orchestrator.commits).toBe(1);
  });

  it('repeats of a plan whose items all are seen commit nothing when one has changed', async () => {
    const plans = await world.save([aVpn('a'), aVpn('b', 'ce1')], { dryrun: {} });
    const [one, two] = plans.json.map(({ planHash = '' }) => planHash);
    world.orchestrator.forget();
    const items = [
      { path: VPN, instance: aVpn('a'), planHash: one },
      { path: VPN, instance: aVpn('b', 'ce2'), planHash: two },
    ] as unknown as JsonObject[];
    const { status, json } = await world.send<Refused>({
      instance: { servicePath: items },
      options: {},
    });
    expect([status, json.code]).toEqual([409, 'plan-changed']);
    expect(json.errors?.map(({ pointer }) => pointer)).toEqual([
      '#/instance/servicePath/1/planHash',
    ]);
    expect(world.commits()).toEqual([]);
    const { results } = (await world.read<ListServiceChangesAnswer>('changes?limit=1')).json;
    expect(first(results)).toMatchObject({ kind: 'save', succeeded: 0, failed: 1, notSent: 1 });
  });

  it('saves all by one commit when asked to, or none', async () => {
    const done = await world.save([aVpn('a'), aVpn('b', 'ce1')], { atomic: true });
    expect(done.json.map(({ outcome, target }) => [outcome, target])).toEqual([
      ['succeeded', ['ce0', 'ce1']],
      ['succeeded', ['ce0', 'ce1']],
    ]);
    expect(world.commits()).toHaveLength(1);
    const refused = await world.save([aVpn('c'), aVpn('d', 'nowhere')], { atomic: true });
    expect(refused.json.map(({ success }) => success)).toEqual([false, false]);
    expect(world.orchestrator.commits).toBe(1);
  });

  it('shows the plan of one commit once, with its hash at each', async () => {
    const instances = Array.from({ length: 20 }, (_, at) => aVpn(`p${at}`));
    const { json } = await world.save(instances, { atomic: true, dryrun: { outformat: 'cli' } });
    expect(json.map(({ success }) => success)).toEqual(instances.map(() => true));
    expect(json.filter(({ dryrun }) => dryrun !== undefined)).toEqual([json[0]]);
    const [hash = ''] = json.map(({ planHash }) => planHash);
    expect(new Set(json.map(({ planHash }) => planHash))).toEqual(new Set([hash]));
    const planHash = `cli:${'0'.repeat(64)}`;
    const other = await world.save<Refused>(instances, { atomic: true, planHash });
    expect(other.status).toBe(409);
    expect(other.json.current?.['plans']).toHaveLength(1);
    const { results } = (await world.read<ListServiceChangesAnswer>('changes?limit=1')).json;
    const { items } = (await world.read<ServiceChangeDetails>(`changes/${first(results).id}`)).json;
    expect(items.map((item) => item.planHash)).toEqual(instances.map(() => hash));
    expect(items.filter(({ dryrun }) => dryrun !== undefined)).toEqual([items[0]]);
    const done = await world.save(instances, { atomic: true, planHash: hash });
    expect(done.json.every(({ success }) => success)).toBe(true);
  });

  it('claims no place for an instance whose key was guessed wrong', async () => {
    const path = '/mpls:tunnel';
    const tunnel = { source: 'ce0', 'tunnel-id': 1, destination: '192.0.2.1' };
    const send = async (item: JsonObject) =>
      first(
        (await world.send({ instance: { servicePath: [{ path, ...item }] }, options: {} })).json,
      );
    const guessed = await send({ instance: tunnel });
    expect(guessed).toMatchObject({
      success: true,
      outcome: 'succeeded',
      action: null,
      error: expect.stringContaining('its key is not source'),
    });
    const list = `instances?startsWith=${encodeURIComponent(path)}`;
    expect((await world.read<ListServiceInstancesAnswer>(list)).json.total).toBe(0);
    const named = await send({ instance: tunnel, keys: ['source', 'tunnel-id'] });
    expect(named).toMatchObject({ action: 'update', xpath: `${path}=ce0,1`, error: null });
    expect((await world.read<ListServiceInstancesAnswer>(list)).json.total).toBe(1);
    const other = { ...tunnel, 'tunnel-id': 2 };
    const swapped = await send({ instance: other, keys: ['tunnel-id'] });
    expect(swapped).toMatchObject({
      success: true,
      action: null,
      error: expect.stringContaining('its key is not tunnel-id'),
    });
    expect((await world.read<ListServiceInstancesAnswer>(list)).json.total).toBe(1);
  });

  it('stops behind a failure when the error option says so', async () => {
    const options = { 'commit-queue': { async: true, 'error-option': 'stop-on-error' } };
    const { json } = await world.save([aVpn('a'), aVpn('b', 'nowhere'), aVpn('c')], options);
    expect(json.map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed', 'not-sent']);
    expect(world.commits()).toHaveLength(2);
  });

  it('looks for the service model unless told not to', async () => {
    const body = { instance: { '/absent:list': [{ name: 'x' }] }, options: {} };
    const { json } = await world.send(body);
    expect(first(json)).toMatchObject({
      success: false,
      error: 'The orchestrator has no service model absent',
    });
    expect(world.orchestrator.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
    const skipped = await world.send({ ...body, options: { 'skip-validation': null } });
    expect(first(skipped.json).success).toBe(false);
    expect(first(skipped.json).error).not.toContain('no service model');
  });

  it('names unknown options, and refuses unknown members of what is nested', async () => {
    const named = await world.save([aVpn('a')], { 'no-deply': true, dryrun: { outformat: 'xml' } });
    expect(named.headers.get('x-ignored-parameters')).toBe('no-deply');
    const nested = await world.save<Refused>([aVpn('a')], { dryrun: { format: 'xml' } });
    expect(nested.json.errors?.map(({ pointer }) => pointer)).toEqual(['#/options/dryrun/format']);
  });

  describe('when the orchestrator fails', () => {
    const isCommit = ({ method, target }: { method: string; target: string }) =>
      method === 'PATCH' && !target.includes('dry-run');

    it.each([
      ['reset', 'unknown'],
      ['truncated', 'unknown'],
      ['wrong-type', 'unknown'],
      ['invalid-json', 'unknown'],
      ['unavailable', 'unknown'],
      ['server-error', 'failed'],
      ['gigabyte', 'unknown'],
    ] as const)('claims no success: %s is %s', async (mode, outcome) => {
      world.orchestrator.fail(mode, 1, isCommit);
      const { status, json } = await world.save([aVpn('a'), aVpn('b')]);
      expect(status).toBe(200);
      expect(json.map((item) => item.outcome)).toEqual([outcome, 'succeeded']);
      expect(first(json)).toMatchObject({ success: false, error: expect.stringMatching(/./) });
    });

    it('does not wait longer than the adapter does', async () => {
      await world.removeAdapters();
      await world.adapter('hasty', { timeoutMs: 300 });
      world.orchestrator.fail('silent', 1, isCommit);
      const { json } = await world.save([aVpn('a')]);
      expect(first(json)).toMatchObject({
        outcome: 'unknown',
        error: expect.stringContaining('in time'),
      });
    });

    it('sends nothing while the circuit is open', async () => {
      await world.removeAdapters();
      await world.adapter('fragile', { circuitBreaker: { failures: 1, resetMs: 60_000 } });
      world.orchestrator.fail('reset', 1);
      const { json } = await world.save([aVpn('a'), aVpn('b')]);
      expect(json.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
      expect(json[1]?.error).toContain('refused for a while');
      expect(world.orchestrator.requests).toHaveLength(1);
    });

    it('saves although nobody can say what would take it back', async () => {
      world.orchestrator.fail('server-error', 1, ({ target }) =>
        target.includes('dry-run-reverse'),
      );
      const { json } = await world.save([aVpn('a')]);
      expect(first(json)).toMatchObject({ outcome: 'succeeded', target: [] });
    });
  });

  describe('the adapter', () => {
    it('must be named where there are several, and be there and enabled', async () => {
      await world.adapter('other');
      const several = await world.save<Refused>([aVpn('a')]);
      expect(several.status).toBe(400);
      expect(several.json.errors).toEqual([
        {
          pointer: '#/options/adapterId',
          detail: "must name one of the enabled adapters: 'nso', 'other'",
        },
      ]);
      expect((await world.save([aVpn('a')], { adapterId: 'other' })).status).toBe(200);
      expect((await world.save([aVpn('a')], { adapterId: 'absent' })).status).toBe(404);
      await world.app.as('admin', 'PUT', '/adapters/other/stop');
      const disabled = await world.save<Refused>([aVpn('a')], { adapterId: 'other' });
      expect([disabled.status, disabled.json.code]).toEqual([409, 'adapter-disabled']);
    });

    it('cannot be done without', async () => {
      await world.removeAdapters();
      const { status, json } = await world.save<Refused>([aVpn('a')]);
      expect([status, json.code]).toEqual([409, 'no-adapter']);
    });
  });

  it('refuses an instance that is too large to be kept', async () => {
    const { status } = await world.save([aVpn('a', 'ce0', { text: 'x'.repeat(13 * 1024 * 1024) })]);
    expect(status).toBe(413);
  });

  describe('afterwards', () => {
    const saved = async (name: string): Promise<ServiceInstance> => {
      await world.save([aVpn(name)]);
      const path = `instances?equals=${encodeURIComponent(`${VPN}=${name}`)}`;
      return first((await world.read<ListServiceInstancesAnswer>(path)).json.results);
    };

    it('shows instances as they were sent last', async () => {
      const found = await saved('shown');
      expect(found).toMatchObject({ adapter: 'nso', servicePath: VPN, instance: aVpn('shown') });
      const read = await world.read<ServiceInstance>(`instances/${found.id}`);
      expect(read.json).toEqual(found);
      const tag = read.headers.get('etag') ?? '';
      const again = await world.read(`instances/${found.id}`, {
        headers: { 'if-none-match': tag },
      });
      expect(again.status).toBe(304);
      expect((await world.read('instances/absent')).status).toBe(404);
      const none = await world.read<ListServiceInstancesAnswer>(
        'instances?contains=nothing-like-it',
      );
      expect(none.json).toEqual({ results: [], total: 0 });
    });

    it('keeps what would take a commit back, and tells of it', async () => {
      await saved('acme');
      await world.save([aVpn('acme', 'ce4')]);
      const { results } = (await world.read<ListServiceChangesAnswer>('changes?kind=save&limit=1'))
        .json;
      const change = first(results);
      expect(change).toMatchObject({ status: 'finished', adapter: 'nso', succeeded: 1, failed: 0 });
      const { json } = await world.read<ServiceChangeDetails>(`changes/${change.id}`);
      const { reverse, target } = first(json.items);
      expect(target).toEqual(['ce0', 'ce4']);
      expect(JSON.stringify(reverse)).toContain('ce4');
      expect((await world.read('changes/absent')).status).toBe(404);
      const told = await world.app.as<{ list: unknown[]; results: { payload: JsonObject }[] }>(
        'admin',
        'GET',
        '/events?topic=serviceInstancesSaved&limit=100',
      );
      expect(JSON.stringify(told.json)).toContain(change.id);
    });

    it('deletes from the orchestrator first, with the options of the save', async () => {
      await world.save([aVpn('gone')], { 'no-networking': true });
      const found = await saved('gone');
      await world.save([aVpn('gone')], { 'no-networking': true });
      world.orchestrator.forget();
      const path = `/service_management/instances/${found.id}`;
      const stale = await world.app.as('engineering', 'DELETE', path, {
        headers: { 'if-match': '"1"' },
      });
      expect(stale.status).toBe(412);
      const deleted = await world.app.as('engineering', 'DELETE', path);
      expect(deleted.status).toBe(200);
      expect(
        world.orchestrator.requests.map(({ method, target }) => `${method} ${target}`),
      ).toEqual([
        `GET /restconf/data${VPN}=gone?content=config`,
        `DELETE /restconf/data${VPN}=gone?no-networking&dry-run=native&dry-run-reverse`,
        `DELETE /restconf/data${VPN}=gone?no-networking`,
      ]);
      expect((await world.app.as('engineering', 'DELETE', path)).status).toBe(404);
      const { results } = (
        await world.read<ListServiceChangesAnswer>('changes?kind=delete&limit=1')
      ).json;
      expect(first(results)).toMatchObject({ succeeded: 1, total: 1 });
    });

    it('keeps what the orchestrator did not delete', async () => {
      const found = await saved('kept');
      const remove = () =>
        world.app.as<Refused>('engineering', 'DELETE', `/service_management/instances/${found.id}`);
      world.orchestrator.fail(
        'server-error',
        1,
        ({ method, target }) => method === 'DELETE' && !target.includes('dry-run'),
      );
      const refused = await remove();
      expect([refused.status, refused.json.code]).toEqual([502, 'orchestrator-refused']);
      await world.app.as('admin', 'PATCH', '/adapters/nso', { body: { timeoutMs: 300 } });
      world.orchestrator.fail('silent', 1);
      expect((await remove()).status).toBe(504);
      await world.app.as('admin', 'PATCH', '/adapters/nso', {
        body: { circuitBreaker: { failures: 1, resetMs: 60_000 } },
      });
      world.orchestrator.fail('reset', 1);
      await remove();
      expect((await remove()).status).toBe(503);
      await world.app.as('admin', 'PUT', '/adapters/nso/stop');
      expect((await remove()).json.code).toBe('adapter-disabled');
      expect((await world.read(`instances/${found.id}`)).status).toBe(200);
    });

    it('hides secrets wherever they come back', async () => {
      const secret = 'hunter2-canary';
      const vpn = aVpn('secretive', 'ce0', { password: secret });
      world.orchestrator.fail(
        {
          answer: 400,
          type: 'application/yang-data+json',
          body: JSON.stringify({
            'ietf-restconf:errors': { error: [{ 'error-message': `bad value ${secret}` }] },
          }),
        },
        1,
        isCommitOf,
      );
      const refused = await world.save([vpn]);
      expect(refused.text).toContain('bad value <SECRET>');
      const changes = await world.read<ListServiceChangesAnswer>('changes?limit=1');
      const details = await world.read(`changes/${first(changes.json.results).id}`);
      expect(refused.text + details.text).not.toContain(secret);
    });
  });
});

const isCommitOf = ({ method, target }: { method: string; target: string }): boolean =>
  method === 'PATCH' && !target.includes('dry-run');

describe('without any orchestrator', () => {
  let world: ServicesApp;
  beforeAll(async () => {
    world = await ServicesApp.start('service-instances-local', {
      env: { SERVICE_INSTANCES_LOCAL: 'true' },
    });
  });
  afterAll(() => world.close());

  it('keeps instances here when that is set, and claims no more', async () => {
    const { json } = await world.save([aVpn('acme')]);
    expect(json).toEqual([
      {
        action: 'stored',
        target: [],
        xpath: `${VPN}=acme`,
        success: true,
        error: null,
        outcome: 'succeeded',
      },
    ]);
    const { results } = (await world.read<ListServiceInstancesAnswer>('instances')).json;
    expect(first(results)).toMatchObject({
      adapterId: null,
      adapter: null,
      instance: aVpn('acme'),
    });
    const dry = await world.save<Refused>([aVpn('acme')], { dryrun: {} });
    expect([dry.status, dry.json.code]).toEqual([409, 'no-adapter']);
    const path = `/service_management/instances/${first(results).id}`;
    expect((await world.app.as('engineering', 'DELETE', path)).status).toBe(200);
    expect(world.orchestrator.requests).toEqual([]);
  });
});
