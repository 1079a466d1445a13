import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
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
    expect(world.commits().map(({ target, text }) => [target, JSON.parse(text)])).toEqual([
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
});
