import { type ValidInputs } from './valid-inputs.js';

const PAGE = { skip: '0', limit: '1' };

/** Service instances; the adapter that they name is absent. */
export const SERVICE_INSTANCE_INPUTS = {
  saveInstances: {
    body: {
      path: '/m:list',
      instance: { servicePath: [{ name: 'x' }] },
      options: { adapterId: 'absent', 'skip-validation': true },
    },
  },
  listServiceInstances: {
    flat: { ...PAGE, contains: 'x', equals: 'x', startsWith: 'x', adapter: 'x', order: '1' },
  },
  listServiceChanges: { flat: { ...PAGE, kind: 'save' } },
  getServiceChange: { flat: PAGE },
  getServiceOperation: { flat: PAGE },
} as const satisfies ValidInputs;
