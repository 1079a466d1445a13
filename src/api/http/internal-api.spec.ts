import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpAdapterHost } from '@nestjs/core';
import { fastify as newFastify, type FastifyInstance } from 'fastify';
import { InternalApi } from './internal-api.js';

const IDENTITY = { headers: { authorization: 'Bearer abc' }, address: '192.0.2.7' };

describe('InternalApi', () => {
  let server: FastifyInstance;
  let api: InternalApi;
  const get = (url: string, limits?: { deadlineMs: number; sizeBytes: number }) =>
    api.call({ method: 'GET', url }, IDENTITY, limits);

  beforeAll(async () => {
    server = newFastify();
    // Only what the class asks of Nest.
    const host = { httpAdapter: { getInstance: () => server } } as unknown as HttpAdapterHost;
    api = new InternalApi(host);
    server.all('/echo', ({ method, headers, ip, body }) => ({ method, headers, ip, body }));
    server.get('/never', () => new Promise(() => undefined));
    server.get('/large', () => 'x'.repeat(2000));
    server.get('/nothing', (_, reply) => reply.code(204).send());
    server.get('/refused', (_, reply) => reply.code(403).send({ detail: 'no' }));
    server.get('/nested', async () => get('/echo'));
    await server.ready();
  });
  afterAll(() => server.close());

  it('calls in the name of the caller, from the address of the caller', async () => {
    const { status, body } = await api.call(
      { method: 'POST', url: '/echo', body: { a: [1] } },
      IDENTITY,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      method: 'POST',
      ip: '192.0.2.7',
      body: { a: [1] },
      headers: { authorization: 'Bearer abc', prefer: 'envelope=bare' },
    });
  });

  it('hands on every status, with the body that there is', async () => {
    expect(await get('/refused')).toEqual({ status: 403, body: { detail: 'no' } });
    expect(await get('/nothing')).toEqual({ status: 204, body: null });
    expect(await get('/large')).toEqual({ status: 200, body: 'x'.repeat(2000) });
  });

  it('waits no longer than it may', async () => {
    await expect(get('/never', { deadlineMs: 20, sizeBytes: 1000 })).rejects.toMatchObject({
      kind: 'upstream-timeout',
      detail: 'No answer within 20 ms',
    });
  });

  it('reads no more than it may', async () => {
    await expect(get('/large', { deadlineMs: 5000, sizeBytes: 1999 })).rejects.toMatchObject({
      kind: 'upstream-failed',
      detail: 'The answer is larger than 1999 bytes',
    });
  });

  it('lets no operation that it calls call another one', async () => {
    expect(await get('/nested')).toMatchObject({ status: 500 });
    expect((await get('/echo')).status).toBe(200);
  });
});
