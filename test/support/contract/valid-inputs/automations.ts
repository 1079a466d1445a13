import { type ValidInputs } from './valid-inputs.js';

const LIST = {
  contains: 'x',
  containsField: 'name',
  equals: 'x',
  equalsField: 'name',
  startsWith: 'x',
  startsWithField: 'name',
  sort: 'name',
  order: '1',
  skip: '0',
  limit: '1',
};
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
  listAutomations: { flat: LIST },
  createAutomation: {
    body: { name: 'A valid input', ...AUTOMATION, gbac: { read: ['absent'], write: [] } },
  },
  updateAutomation: { body: { name: 'absent', ...AUTOMATION } },
  listTriggers: { flat: { ...LIST, actionId: 'absent', enabled: 'true' } },
  createTrigger: {
    body: { name: 'A valid input', type: 'manual', actionId: 'absent', ...TRIGGER },
  },
  updateTrigger: { body: { name: 'absent', type: 'manual', actionId: 'absent', ...TRIGGER } },
} as const satisfies ValidInputs;
