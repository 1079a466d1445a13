import { grammarBy, LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const LIST = { ...LIST_GRAMMAR, tag: 'x' };
const OUTPUTS = { commands_results: [{ raw: 'x', response: 'x' }] };
const RUN = { analytic_template_name: 'absent', variables: {} };

/** Analytic and command templates. */
export const TEMPLATE_INPUTS = {
  createAnalyticTemplate: { body: { template: { name: 'A valid input' } } },
  runAnalyticTemplate: {
    flat: { store: 'false' },
    body: { ...RUN, pre: { pre: OUTPUTS }, post: { post: OUTPUTS } },
  },
  runAnalyticsTemplate: {
    flat: { store: 'false' },
    body: { ...RUN, pre: OUTPUTS, post: OUTPUTS },
  },
  listAnalyticTemplates: { flat: LIST },
  updateAnalyticTemplate: { body: { template: { name: 'absent' } } },
  validateAnalyticTemplate: { body: { template: { name: 'x' } } },
  listAnalyticTemplateResults: { flat: { ...grammarBy('createdBy'), template: 'x' } },
  listTemplates: { flat: LIST },
  createTemplate: { body: { mop: { name: 'A valid input' } } },
  updateTemplate: { body: { mop: { name: 'absent' } } },
  putTemplate: { body: { mop: { name: 'absent' } } },
  evaluateTemplate: { body: { template: 'absent', variables: {}, results: [{ command: 'x' }] } },
  runCommandDevices: { body: { command: 'show version', devices: ['absent'] } },
  runCommandTemplate: { body: { template: 'absent', variables: {}, devices: ['absent'] } },
  importTemplate: {
    body: { type: 'analytic', template: { name: 'A valid input' }, options: { overwrite: true } },
  },
  exportTemplate: {
    body: { type: 'templates', options: { name: 'absent', dialect: 'interface' } },
  },
  listTextTemplates: { flat: LIST },
  createTextTemplate: { body: { template: { name: ' ' } } },
  updateTextTemplate: { body: { update: { name: 'absent' } } },
  importTextTemplates: { body: { templates: [{ name: ' ' }], options: { overwrite: true } } },
  exportTextTemplate: { flat: { dialect: 'interface' } },
  listTextTemplateVersions: { flat: LIST_GRAMMAR },
  restoreTextTemplate: { body: { revision: 1 } },
  renderTextTemplate: { body: { context: {} } },
  renderJinja: { body: { template: 'x', variables: {}, options: {} } },
  createConfigurationTemplate: {
    body: { name: ' ', template: 'x', variables: {}, options: { deviceOSTypes: ['x'] } },
  },
  updateConfigurationTemplate: {
    body: {
      id: 'absent',
      data: { name: 'x', template: 'x', variables: {} },
      options: { deviceOSTypes: ['x'] },
    },
  },
  deleteConfigurationTemplates: { flat: { templateIds: ['absent'], force: 'true' } },
  parseByTextTemplate: { body: { text: 'x' } },
  deleteAnalyticTemplate: { flat: { force: 'true' } },
  deleteTemplate: { flat: { force: 'true' } },
  deleteTextTemplate: { flat: { force: 'true' } },
} as const satisfies ValidInputs;
