import { type JsonObject } from '../../../kernel/json.js';
import { EXAMPLE_ID, type RequestExamples } from './example-id.js';

const PORT_FORM = {
  name: 'Port',
  description: 'Asks for a port',
  children: [],
  elements: [],
  groups: [],
};

const jsonForm = (name: string): JsonObject => ({
  name,
  description: 'Asks for a host and its port',
  struct: {
    type: 'array',
    items: [
      { nodeId: 'n-host', type: 'string', title: 'Host', customKey: 'host', required: true },
      { nodeId: 'n-port', type: 'number', title: 'Port', customKey: 'port', default: 22 },
    ],
  },
  schema: {
    title: name,
    type: 'object',
    required: ['host'],
    properties: {
      host: { type: 'string', title: 'Host' },
      port: { type: 'number', title: 'Port', default: 22, maximum: 65_535 },
    },
  },
  uiSchema: {},
  bindingSchema: {},
  validationSchema: {},
});

const ANSWERS = { host: 'edge-1', port: 22 };

const UPTIME = {
  name: 'Same software',
  os: 'ios',
  passRule: true,
  prepostCommands: [
    {
      preRawCommand: 'show version',
      postRawCommand: 'show version',
      passRule: true,
      rules: [
        {
          type: 'matches',
          preRegex: '/Version (\\S+)/',
          postRegex: '/Version (\\S+)/',
          evaluator: '=',
        },
      ],
    },
  ],
};

const commands = (name: string): JsonObject => ({
  name,
  passRule: true,
  commands: [
    {
      command: 'show version',
      passRule: true,
      rules: [{ rule: 'Version', eval: 'contains', severity: 'error' }],
    },
  ],
});

const outputs = (version: string): JsonObject => ({
  commands_results: [{ raw: 'show version', response: `Demo Software, Version ${version}` }],
});

const RUN = { analytic_template_name: UPTIME.name, variables: {} };

const PARSER = 'Value PORT (\\S+)\nValue STATE (up|down)\n\nStart\n ^${PORT} is ${STATE} -> Record';

/** Forms, and templates of commands, of their outputs and of texts. */
export const FORM_AND_TEMPLATE_EXAMPLES = {
  createForm: { form: PORT_FORM },
  updateForm: { form: { ...PORT_FORM, description: 'Asks for a port and its speed' } },
  importForm: { form: { ...PORT_FORM, name: 'Speed of a port' } },
  preserveFormData: { form_name: PORT_FORM.name, data: { children: {} } },
  createJsonForm: jsonForm('Host and port'),
  updateJsonForm: jsonForm('Host and port'),
  importJsonForms: { forms: [jsonForm('Host and port of a branch')] },
  validateJsonFormAnswers: { formData: ANSWERS },
  resolveJsonFormBindings: { formData: ANSWERS },
  migrateJsonFormAnswers: { formData: ANSWERS, fromRevision: 1 },
  deleteJsonForms: { ids: [EXAMPLE_ID] },
  validateAnalyticTemplate: { template: UPTIME },
  createAnalyticTemplate: { template: UPTIME },
  updateAnalyticTemplate: { template: UPTIME },
  runAnalyticsTemplate: { ...RUN, pre: outputs('15.7'), post: outputs('15.7') },
  runAnalyticTemplate: { ...RUN, pre: { pre: outputs('15.7') }, post: { post: outputs('15.8') } },
  createTemplate: { mop: commands('Software') },
  updateTemplate: { mop: commands('Software') },
  putTemplate: { mop: commands('Software') },
  evaluateTemplate: {
    template: 'Software',
    results: [{ device: 'edge-1', command: 'show version', response: 'Version 15.7' }],
  },
  runCommandTemplate: { template: 'Software', devices: ['edge-1'] },
  runCommandDevices: { command: 'show version', devices: ['edge-1', 'leaf-1'] },
  importTemplate: { type: 'templates', template: commands('Software of a branch') },
  exportTemplate: { type: 'templates', options: { name: 'Software' } },
  createTextTemplate: {
    template: {
      name: 'Hostname',
      group: 'Base',
      type: 'jinja2',
      command: '',
      template: 'hostname {{ name }}',
      data: '{"name": "edge-1"}',
    },
  },
  updateTextTemplate: { update: { template: 'hostname {{ name | lower }}' } },
  restoreTextTemplate: { revision: 1 },
  importTextTemplates: {
    templates: [
      {
        name: 'Ports',
        group: 'Base',
        type: 'textfsm',
        command: 'show interfaces',
        template: PARSER,
        data: 'Gi1 is up',
      },
    ],
  },
  renderTextTemplate: { context: { name: 'edge-2' } },
  parseByTextTemplate: { text: 'Gi1 is up\nGi2 is down' },
  renderJinja: { template: 'hostname {{ name }}', variables: { name: 'edge-1' } },
  createConfigurationTemplate: {
    name: 'Banner',
    template: 'banner motd {{ text }}',
    variables: { text: 'Only who may' },
  },
  updateConfigurationTemplate: { id: 'Banner', data: { template: 'banner login {{ text }}' } },
  searchConfigurationTemplates: { name: 'Banner', options: { start: 0, limit: 10 } },
} as const satisfies RequestExamples;
