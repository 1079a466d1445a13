import {
  type ClientCall,
  DONE,
  FLAG,
  LIST,
  listWith,
  NUMBER,
  OBJECT,
  TEXT,
} from './client-call.js';

const MODEL = {
  openapi: '3.0.0',
  info: { title: 'client-model', version: '1.0' },
  servers: [{ url: 'http://127.0.0.1:9' }],
  paths: { '/x': { get: { operationId: 'getX', responses: { '200': { description: 'x' } } } } },
};
const MODEL_ID = 'client-model:1.0';
const ADAPTER = {
  name: 'client form adapter',
  type: 'Adapter',
  model: 'adapter-restconf',
  properties: {
    id: 'client form adapter',
    type: 'restconf',
    brokers: [],
    groups: [],
    properties: {
      protocol: 'https',
      host: 'nso.example',
      port: 8888,
      authentication: { username: 'admin', password: 'a word' },
    },
  },
  isEncrypted: false,
  loggerProps: { log_level: 'info' },
  virtual: false,
};
const SHOWN_ADAPTER = {
  name: TEXT,
  type: TEXT,
  model: TEXT,
  properties: { id: TEXT, type: TEXT, brokers: [], groups: [], properties: OBJECT },
  isEncrypted: FLAG,
  loggerProps: OBJECT,
  virtual: FLAG,
};

/** Systems that the platform talks to: adapters in the clients' form, integrations and their models. */
export const SYSTEM_CALLS: readonly ClientCall[] = [
  { call: 'GET /adapter-models/types', reads: { adapterModels: LIST, total: NUMBER } },
  {
    call: 'POST /adapters',
    body: { properties: ADAPTER },
    reads: { ...DONE, data: { ...SHOWN_ADAPTER, name: 'client form adapter' } },
  },
  {
    call: 'GET /adapters/:name',
    at: '/adapters/client%20form%20adapter',
    reads: { metadata: OBJECT, data: SHOWN_ADAPTER },
  },
  {
    call: 'PUT /adapters/:name',
    at: '/adapters/client%20form%20adapter',
    body: {
      properties: {
        ...ADAPTER,
        properties: {
          ...ADAPTER.properties,
          properties: { ...ADAPTER.properties.properties, port: 8443 },
        },
      },
    },
    reads: {
      ...DONE,
      data: { properties: { properties: { baseUrl: 'https://nso.example:8443' } } },
    },
  },
  { call: 'DELETE /adapters/:name', at: '/adapters/client%20form%20adapter', reads: DONE },
  {
    call: 'POST /adapters/import',
    body: { properties: ADAPTER },
    reads: { ...DONE, data: { name: 'client form adapter' } },
  },
  {
    call: 'PUT /integration-models/validation',
    body: { model: MODEL },
  },
  {
    call: 'POST /integration-models',
    body: { model: MODEL },
    reads: { status: TEXT, message: TEXT },
  },
  {
    call: 'PUT /integration-models',
    body: { model: MODEL },
    reads: { status: TEXT, message: TEXT },
  },
  {
    call: 'GET /integration-models',
    reads: { integrationModels: listWith({ versionId: MODEL_ID }), total: NUMBER },
  },
  {
    call: 'GET /integration-models/:name',
    at: `/integration-models/${encodeURIComponent(MODEL_ID)}`,
    reads: { versionId: MODEL_ID },
  },
  {
    call: 'GET /integration-models/:name/export',
    at: `/integration-models/${encodeURIComponent(MODEL_ID)}/export`,
    reads: { openapi: '3.0.0', info: OBJECT },
  },
  {
    call: 'POST /integrations',
    body: {
      properties: {
        name: 'client integration',
        type: 'Adapter',
        model: `@itential/adapter_${MODEL_ID}`,
        properties: { id: 'client integration', type: MODEL_ID },
        virtual: true,
      },
    },
    reads: { status: TEXT, message: TEXT, data: { name: 'client integration' } },
  },
  {
    call: 'GET /integrations',
    at: '/integrations?contains=client-model&containsField=model',
    reads: { results: [{ data: { name: 'client integration', model: TEXT } }], total: 1 },
  },
  {
    call: 'GET /integrations/:name',
    at: '/integrations/client%20integration',
    reads: { data: { name: 'client integration', properties: OBJECT } },
  },
  { call: 'DELETE /integrations/:name', at: '/integrations/client%20integration', reads: DONE },
  {
    call: 'DELETE /integration-models/:name',
    at: `/integration-models/${encodeURIComponent(MODEL_ID)}`,
    reads: DONE,
  },
];
