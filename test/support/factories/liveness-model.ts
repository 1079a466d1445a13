/** A model of an integration: this platform, asked whether it lives. */
export const LIVENESS_MODEL = {
  openapi: '3.1.0',
  info: { title: 'self', version: '1', description: 'This platform' },
  servers: [{ url: 'http://127.0.0.1:9' }],
  paths: {
    '/health/live': {
      get: {
        operationId: 'live',
        summary: 'Whether it lives',
        responses: { default: { description: 'Alive' } },
      },
    },
  },
};
