import { type ValidInputs } from './valid-inputs.js';

const LIST = {
  contains: 'x',
  containsField: 'name',
  equals: 'x',
  equalsField: 'name',
  startsWith: 'x',
  startsWithField: 'name',
  tag: 'x',
  sort: 'name',
  order: '1',
  skip: '0',
  limit: '1',
};
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
  listAnalyticTemplateResults: { flat: { template: 'x', skip: '0', limit: '1' } },
  listTemplates: { flat: LIST },
  createTemplate: { body: { mop: { name: 'A valid input' } } },
  updateTemplate: { body: { mop: { name: 'absent' } } },
  evaluateTemplate: { body: { template: 'absent', variables: {}, results: [{ command: 'x' }] } },
  runCommandTemplate: { body: { template: 'absent', variables: {}, devices: ['absent'] } },
  importTemplate: {
    body: { type: 'analytic', template: { name: 'A valid input' }, options: { overwrite: true } },
  },
  exportTemplate: {
    body: { type: 'templates', options: { name: 'absent', dialect: 'interface' } },
  },
} as const satisfies ValidInputs;
