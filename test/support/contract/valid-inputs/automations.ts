import { LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const AUTOMATION = {
  description: 'x',
  componentType: 'workflows',
  componentName: 'Absent',
  componentId: 'absent',
  gbac: { read: [], write: [] },
};
const TRIGGER = {
  enabled: true,
  description: 'x',
  actionType: 'automations',
  formId: 'absent',
  formData: {},
  formSchemaHash: 'x',
  legacyWrapper: false,
};

/** Automations and triggers. What is made names a group or an automation that is absent. */
export const AUTOMATION_INPUTS = {
  importAutomations: {
    body: { automations: [{}], options: { adapterMap: { absent: 'absent' } } },
  },
  listAutomations: { flat: LIST_GRAMMAR },
  createAutomation: {
    body: { name: 'A valid input', ...AUTOMATION, gbac: { read: ['absent'], write: [] } },
  },
  updateAutomation: { body: { name: 'absent', ...AUTOMATION } },
  listTriggers: { flat: { ...LIST_GRAMMAR, actionId: 'absent', enabled: 'true' } },
  createTrigger: {
    body: { name: 'A valid input', type: 'manual', actionId: 'absent', ...TRIGGER },
  },
  importTriggers: { body: { triggers: [{}] } },
  updateTrigger: { body: { name: 'absent', type: 'manual', actionId: 'absent', ...TRIGGER } },
} as const satisfies ValidInputs;
