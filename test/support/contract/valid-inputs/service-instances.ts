import { grammarBy } from './list-grammar.js';
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
    flat: { ...grammarBy('xpath'), adapter: 'x' },
  },
  listServiceChanges: { flat: { ...grammarBy('by'), kind: 'save' } },
  getServiceChange: { flat: PAGE },
  getServiceOperation: { flat: PAGE },
} as const satisfies ValidInputs;
