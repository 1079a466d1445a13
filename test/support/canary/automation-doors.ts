import { type CanaryWorld, type Door } from './canary-world.js';
import { CANARY_WORKFLOW, deepSecrets } from './job-doors.js';

const READ_BY_MANY = 'a document is read by everybody who may list automations';
const AUTOMATIONS = '/operations-manager/automations';
const TRIGGERS = '/operations-manager/triggers';

interface Made {
  readonly data: { readonly _id: string };
}

/** Variables of jobs that triggers ask for, where the workflow calls them secret. */
export const AUTOMATION_DOORS = {
  runManualTrigger: async (world: CanaryWorld) => {
    const id = await aTrigger(world, 'manual');
    const password = world.canaries.plant('secret answer to a form');
    const path = `${TRIGGERS}/manual/${id}/run`;
    await world.submit('runManualTrigger', { path, body: { formData: { password } } });
    await world.call('GET', `${TRIGGERS}/${id}/runs`);
  },

  createTrigger: async (world: CanaryWorld) => {
    const formData = { ...deepSecrets(world, 'answers of a trigger') };
    const id = await aTrigger(world, 'manual', { formData }, 'of answers');
    await world.call('GET', `${TRIGGERS}/${id}`);
    await world.call('GET', TRIGGERS);
  },

  importTriggers: async (world: CanaryWorld) => {
    const id = await aTrigger(world, 'manual', {}, 'of imported answers');
    const { json } = await world.call<{ data: { actionId: string } }>('GET', `${TRIGGERS}/${id}`);
    const formData = { ...deepSecrets(world, 'answers of an imported trigger') };
    const trigger = { name: 'Imported canary', type: 'manual', actionType: 'automations' };
    const triggers = [{ ...trigger, actionId: json.data.actionId, formData }];
    await world.call('PUT', TRIGGERS, { body: { triggers } });
  },

  updateTrigger: async (world: CanaryWorld) => {
    const id = await aTrigger(world, 'manual', {}, 'of new answers');
    const formData = { ...deepSecrets(world, 'new answers of a trigger') };
    // Once, as it is meant: everything else of the document is read by everybody.
    await world.call('PATCH', `${TRIGGERS}/${id}`, { body: { formData } });
  },

  runEndpointTrigger: async (world: CanaryWorld) => {
    const routeName = 'canary-of-payloads';
    const id = await aTrigger(world, 'endpoint', { routeName });
    const password = world.canaries.plant('secret in a payload');
    const path = `${TRIGGERS}/endpoint/${routeName}`;
    const headers = { 'idempotency-key': 'canary-of-payloads' };
    const first = { password, ...deepSecrets(world, 'payload of a trigger') };
    const { status, text } = await world.call('POST', path, { headers, body: first });
    if (status !== 200) throw new Error(text);
    for (const body of [{ password }, { password: [password] }]) {
      await world.call('POST', path, { headers, body });
      await world.call('POST', path, { token: null, body });
    }
    await world.call('POST', path, { raw: JSON.stringify({ password }).slice(0, -2) });
    await world.call('GET', `${TRIGGERS}/${id}/runs`);
  },
} as const satisfies Record<string, Door>;

async function aTrigger(
  world: CanaryWorld,
  type: string,
  more: object = {},
  what = '',
): Promise<string> {
  const automation = await world.call<Made>('POST', AUTOMATIONS, {
    body: {
      name: `Canary of ${type} triggers ${what}`.trim(),
      componentType: 'workflows',
      componentName: CANARY_WORKFLOW,
    },
  });
  const actionId = automation.json.data._id;
  const trigger = await world.call<Made>('POST', TRIGGERS, {
    body: { name: `Canary of ${type}`, type, actionType: 'automations', actionId, ...more },
  });
  return trigger.json.data._id;
}

/** Operations on automations and triggers that take no secrets: why. */
export const NO_AUTOMATION_DOORS = {
  createAutomation: READ_BY_MANY,
  updateAutomation: READ_BY_MANY,
} as const;
