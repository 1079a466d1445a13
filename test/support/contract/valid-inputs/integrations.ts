import { grammarBy } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const FIELDS = {
  model: 'Absent:1.0',
  type: 'Adapter',
  properties: {
    id: 'x',
    type: 'x',
    brokers: ['x'],
    groups: ['x'],
    server: { protocol: 'https', host: 'box.example', base_path: '/' },
    authentication: { key: { value: 'x' } },
    tls: { enabled: true, rejectUnauthorized: true },
    healthCheck: { path: '/' },
    version: '1',
  },
  loggerProps: { log_level: 'info', metrics_max_files: 1 },
  systemProps: { maxOldSpaceSize: 1 },
  eventDeduplication: {},
  isEncrypted: false,
  profiling: false,
  virtual: true,
};
const MODEL = {
  model: { openapi: '3.0.3', info: { title: 'Absent', version: '1' }, paths: {} },
};

/** Integrations and their models. */
export const INTEGRATION_INPUTS = {
  listIntegrations: { flat: grammarBy('name', 'data') },
  createIntegration: { body: { properties: { name: 'A valid input', ...FIELDS } } },
  updateIntegration: { body: { properties: { name: 'absent', ...FIELDS } } },
  callIntegration: { body: { parameters: {}, body: {} } },
  listIntegrationModels: { flat: grammarBy('name', 'model') },
  createIntegrationModel: { body: MODEL },
  validateIntegrationModel: { body: MODEL },
  checkIntegrationModel: { body: MODEL },
  putIntegrationModel: { body: MODEL },
  updateIntegrationModel: { body: MODEL },
  deleteIntegration: { flat: { force: 'true' } },
  deleteIntegrationModel: { flat: { force: 'true' } },
} as const satisfies ValidInputs;
