import { type ValidInputs } from './valid-inputs.js';

const LIST = {
  contains: 'x',
  equals: 'x',
  startsWith: 'x',
  sort: 'name',
  order: '1',
  skip: '0',
  limit: '1',
};
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
};

/** Adapters and what is sent through them. */
export const ADAPTER_INPUTS = {
  listAdapters: { flat: LIST },
  createAdapter: { body: { name: 'A valid input', ...FIELDS } },
  updateAdapter: { body: { name: 'absent', ...FIELDS } },
  listAdapterHealth: { flat: LIST },
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
} as const satisfies ValidInputs;
