import { type JsonObject } from '../../../src/kernel/json.js';

const MADE = {
  created: '2023-06-15T03:34:09.957Z',
  createdBy: 'someone@example.com',
  lastUpdated: '2023-10-31T21:09:02.238Z',
  lastUpdatedBy: 'someone@example.com',
};
const OLD_ID = '648a86b1ef88ae00e584c18f';

/** A manual trigger as an export has it. */
export function aManualTrigger(more: JsonObject = {}): JsonObject {
  return {
    _id: '6526d02310fa0e0141ace8f5',
    ...MADE,
    name: 'By hand',
    type: 'manual',
    enabled: true,
    actionType: 'automations',
    actionId: OLD_ID,
    description: '',
    formId: 'Absent form',
    formData: null,
    formSchemaHash: 'e6ff7ac654cae1c68e02a0ac2c5c7eb6fde4d03efc9ff86f766834897c2975d6',
    migrationVersion: 2,
    ...more,
  };
}

/** An endpoint trigger as an export has it. */
export function anEndpointTrigger(routeName: string, more: JsonObject = {}): JsonObject {
  return {
    _id: '6526d02310fa0e0141ace8f6',
    ...MADE,
    name: `Call of ${routeName}`,
    type: 'endpoint',
    enabled: true,
    actionType: 'automations',
    actionId: OLD_ID,
    description: '',
    verb: 'POST',
    routeName,
    schema: { type: 'object', properties: {}, additionalProperties: true },
    jst: null,
    migrationVersion: 2,
    ...more,
  };
}

/** An automation as an export has it; its workflow and its form are absent. */
export function anAutomation(name: string, more: JsonObject = {}): JsonObject {
  return {
    _id: OLD_ID,
    name,
    description: `What ${name} is for`,
    componentName: '@66d02d8221161b4df2717495: Absent workflow',
    componentType: 'workflows',
    gbac: { write: [], read: [] },
    ...MADE,
    triggers: [aManualTrigger()],
    ...more,
  };
}
