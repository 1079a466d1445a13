import { type JsonObject } from '../../../src/kernel/json.js';

/** An OpenAPI document with operations of every kind; its server is where the tests listen. */
export function anOpenApi(overrides: JsonObject = {}): JsonObject {
  return {
    openapi: '3.0.3',
    info: { title: 'Acme Boxes', version: '1.2', description: 'What boxes can do' },
    servers: [
      {
        url: 'http://{box}/api/v1',
        variables: { box: { default: 'boxes.example:8080' } },
      },
    ],
    security: [{ apiKey: [] }],
    paths: {
      '/boxes/{id}': {
        summary: 'A box',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          operationId: 'getBox',
          summary: 'Get a box',
          parameters: [
            { name: 'fields', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
            { $ref: '#/components/parameters/Trace' },
            { name: 'mode', in: 'cookie', schema: { type: 'string' } },
          ],
          responses: { 200: { $ref: '#/components/responses/Box' } },
        },
        put: {
          operationId: 'putBox',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } },
          },
          responses: { 204: { description: 'Done' } },
        },
      },
      '/open': {
        get: { operationId: 'open', security: [], responses: { 200: { description: 'Free' } } },
      },
      '/basic': {
        get: {
          operationId: 'basic',
          security: [{ basic: [] }],
          responses: { 200: { description: 'With a password' } },
        },
      },
      '/client': {
        get: {
          operationId: 'client',
          security: [{ oauth: ['boxes.read'] }],
          responses: { 200: { description: 'With a token' } },
        },
      },
      '/person': {
        get: {
          operationId: 'person',
          security: [{ person: [] }],
          responses: { 200: { description: 'With a person' } },
        },
      },
    },
    components: {
      parameters: { Trace: { name: 'X-Trace', in: 'header', schema: { type: 'string' } } },
      responses: {
        Box: {
          description: 'A box',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } },
        },
      },
      schemas: {
        // Boxes hold boxes: the reference goes round in a circle.
        Box: {
          type: 'object',
          properties: { inner: { $ref: '#/components/schemas/Box' }, id: { type: 'string' } },
        },
      },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        basic: { type: 'http', scheme: 'basic' },
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl: 'http://boxes.example:8080/token',
              scopes: { 'boxes.read': 'Look at boxes' },
            },
          },
        },
        person: {
          type: 'openIdConnect',
          openIdConnectUrl: 'https://id.example/.well-known/openid-configuration',
        },
      },
    },
    ...overrides,
  };
}
