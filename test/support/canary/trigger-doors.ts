import { createHmac } from 'node:crypto';
import { type CanaryWorld, type Door } from './canary-world.js';

const TRIGGERS = '/operations-manager/triggers';
const ROUTE = `${TRIGGERS}/endpoint/canary`;

interface Issued {
  readonly secret: string;
}

/** Credentials that triggers have of their own. */
export const TRIGGER_DOORS = {
  issueTriggerCredential: async (world: CanaryWorld) => {
    const id = await anEndpoint(world);
    const hmac = await issue(world, id, 'hmac');
    const seconds = String(Math.floor(Date.now() / 1000));
    const hex = createHmac('sha256', hmac).update(`${seconds}.{}`).digest('hex');
    await world.call('POST', ROUTE, {
      token: null,
      body: {},
      headers: { 'x-trigger-signature': `t=${seconds},v1=${hex}` },
    });
    const token = await issue(world, id, 'token');
    const tried = world.canaries.plant('token of a trigger that was tried');
    for (const presented of [token, tried]) {
      const headers = { 'x-trigger-token': presented };
      await world.call('POST', ROUTE, { token: null, body: {}, headers });
      await world.call('POST', ROUTE, { token: null, raw: '{', headers });
      await world.call('POST', `${ROUTE}-absent`, { token: null, body: {}, headers });
      await world.call('GET', TRIGGERS, { token: null, headers });
      const signed = { 'x-trigger-signature': presented };
      await world.call('POST', ROUTE, { token: null, body: {}, headers: signed });
    }
    for (const path of [`${TRIGGERS}/${id}`, `${TRIGGERS}/${id}/runs`, TRIGGERS]) {
      await world.call('GET', path);
    }
  },
} as const satisfies Record<string, Door>;

async function anEndpoint(world: CanaryWorld): Promise<string> {
  const automation = await world.call<{ data: { _id: string } }>(
    'POST',
    '/operations-manager/automations',
    { body: { name: 'Canary of triggers' } },
  );
  const actionId = automation.json.data._id;
  const body = { name: 'Canary', type: 'endpoint', routeName: 'canary', actionId };
  const trigger = await world.call<{ data: { _id: string } }>('POST', TRIGGERS, { body });
  return trigger.json.data._id;
}

async function issue(world: CanaryWorld, id: string, kind: string): Promise<string> {
  const { json } = await world.callForSecret<Issued>(
    `credential of a trigger: ${kind}`,
    ['POST', `${TRIGGERS}/${id}/credential`, { body: { kind } }],
    (answer) => [answer.json.secret],
  );
  return json.secret;
}
