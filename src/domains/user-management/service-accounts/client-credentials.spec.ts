import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { AppError } from '../../../kernel/app-error.js';
import { clientCredentials } from './client-credentials.js';

const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

describe('clientCredentials', () => {
  it('reads id and secret from the body', () => {
    expect(clientCredentials(undefined, { client_id: 'a', client_secret: 'b' })).toEqual({
      clientId: 'a',
      clientSecret: 'b',
      form: undefined,
    });
  });

  it.each([
    ['a', 'b', 'a', 'b'],
    ['a%2Fb', 'c+d%3A', 'a/b', 'c d:'],
    ['100%', 'b%zz', '100%', 'b%zz'],
  ])('reads %j and %j from the header', (id, secret, clientId, clientSecret) => {
    const found = clientCredentials(basic(id, secret), {});
    expect(found).toEqual({ clientId, clientSecret, form: 'basic' });
  });

  it('lets the body repeat the id', () => {
    const found = clientCredentials(basic('a', 'b'), { client_id: 'a' });
    expect(found.clientId).toBe('a');
  });

  it.each([
    [{ client_id: 'c' }, '#/client_id'],
    [{ client_secret: 'b' }, '#/client_secret'],
    [{ client_id: 'a', client_secret: 'b' }, '#/client_secret'],
  ])('refuses %j beside the header', (body, pointer) => {
    expect(() => clientCredentials(basic('a', 'b'), body)).toThrow(
      expect.objectContaining({
        kind: 'invalid-input',
        errors: [expect.objectContaining({ pointer })],
      }),
    );
  });

  it.each([
    [undefined, {}],
    [undefined, { client_id: 'a' }],
    [undefined, { client_secret: 'b' }],
    ['Bearer abc', {}],
    ['Basic !', {}],
    ['', { client_id: 'a', client_secret: 'b' }],
    [basic('a'.repeat(129), 'b'), {}],
    [basic('a', 'b'.repeat(1025)), {}],
  ])('finds no client in %j and %j', (authorization, body) => {
    expect(() => clientCredentials(authorization, body)).toThrow(
      expect.objectContaining({ kind: 'unauthenticated' }),
    );
  });

  it('never fails in another way, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (id, secret) => {
        let outcome: unknown;
        try {
          outcome = clientCredentials(basic(id, secret), {}).form;
        } catch (error) {
          outcome = error instanceof AppError ? error.kind : error;
        }
        expect(['basic', 'unauthenticated']).toContain(outcome);
      }),
    );
  });
});
