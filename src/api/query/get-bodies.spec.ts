import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { allowGetBodies } from './get-bodies.js';

describe('a GET request', () => {
  let server: FastifyInstance;

  beforeAll(async () => {
    server = fastify();
    allowGetBodies(server);
    server.get('/echo', (request) => ({ body: request.body ?? null }));
    server.post('/echo', (request) => ({ body: request.body ?? null }));
    await server.ready();
  });
  afterAll(() => server.close());

  const get = (contentType: string, payload?: string): Promise<LightMyRequestResponse> =>
    server.inject({
      method: 'GET',
      url: '/echo',
      headers: { 'content-type': contentType },
      ...(payload !== undefined && { payload }),
    });

  it('may carry a JSON body', async () => {
    expect((await get('application/json', '{"a":1}')).json()).toEqual({ body: { a: 1 } });
  });

  it.each(['application/json', 'application/xml', 'json', ''])(
    'may name the media type %j of a body that it does not have',
    async (contentType) => {
      expect((await get(contentType)).json()).toEqual({ body: null });
    },
  );

  it('is refused with a body that nobody can read', async () => {
    expect((await get('application/xml', '<a/>')).statusCode).toBe(415);
  });

  it('is alone in this freedom', async () => {
    const headers = { 'content-type': 'json' };
    const answer = await server.inject({ method: 'POST', url: '/echo', headers, payload: '{}' });
    expect(answer.statusCode).toBe(415);
  });
});
