import { grammarBy, LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const FIELDS = {
  type: 'restconf',
  description: 'x',
  baseUrl: 'https://nso.example:8888',
  auth: { type: 'basic', username: 'admin', password: 'a password' },
  tls: { verify: true, ca: '', cert: '', key: '' },
  timeoutMs: 1000,
  maxConnections: 1,
  retries: 1,
  circuitBreaker: { failures: 1, resetMs: 1000 },
  responseLimitBytes: 1024,
  enabled: false,
  northbound: 'params',
  healthPath: '/restconf/yang-library-version',
  access: { read: { roles: ['admin'], groups: [] }, change: null },
};

/** The adapter that `createAdapter` makes, as it is already. */
const CLIENT_FORM = {
  name: 'A valid input',
  type: 'Adapter',
  model: 'adapter-restconf',
  properties: {
    id: 'A valid input',
    type: 'restconf',
    brokers: [],
    groups: [],
    properties: {
      ...FIELDS,
      protocol: 'https',
      host: 'nso.example',
      port: 8888,
      base_path: '/x',
      authentication: { username: 'admin', password: 'a password', token: '' },
    },
  },
  isEncrypted: false,
  loggerProps: {},
  virtual: false,
};

/** Adapters and what is sent through them. */
export const ADAPTER_INPUTS = {
  listAdapters: { flat: LIST_GRAMMAR },
  createAdapter: { body: { name: 'A valid input', ...FIELDS } },
  importAdapter: { body: { properties: CLIENT_FORM } },
  putAdapter: { body: { properties: CLIENT_FORM } },
  updateAdapter: { body: { name: 'absent', ...FIELDS } },
  listAdapterHealth: { flat: LIST_GRAMMAR },
  listApplications: { flat: grammarBy('name', 'data') },
  listApplicationHealth: { flat: grammarBy('name', 'id') },
  helpOpenApi: { flat: { url: 'x' } },
  restAction: {
    body: {
      params: {
        path: '/restconf/operations/tailf-ncs:clear-cache',
        accept: 'application/yang-data+json',
        contentType: 'application/yang-data+json',
      },
      body: {},
    },
  },
  restQuery: {
    body: { params: { path: '/restconf/data', accept: 'application/yang-data+json' } },
  },
  deleteAdapter: { flat: { force: 'true' } },
} as const satisfies ValidInputs;
