import { describe, expect, it } from 'vitest';
import { anOpenApi } from '#test/support/factories/an-open-api.js';
import { resolveLocal } from './local-refs.js';
import { readOperations } from './model-operations.js';

describe('the operations of a document', () => {
  it('are read with their parameters, bodies and security', () => {
    const [getBox, putBox, open] = readOperations(anOpenApi());
    expect(getBox).toMatchObject({
      operationId: 'getBox',
      method: 'GET',
      path: '/boxes/{id}',
      body: undefined,
      security: [{ apiKey: [] }],
    });
    expect(getBox?.parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
      'path id',
      'query fields',
      'header X-Trace',
      'cookie mode',
    ]);
    expect(putBox?.body).toEqual({ required: true, mediaTypes: ['application/json'] });
    expect([putBox?.summary, open?.security]).toEqual(['A box', []]);
  });

  it('prefer their own parameter to one of the path', () => {
    const [operation] = readOperations({
      paths: {
        '/a': {
          parameters: [{ name: 'q', in: 'query', style: 'pipeDelimited' }],
          get: { parameters: [{ name: 'q', in: 'query', required: true, explode: false }] },
        },
      },
    });
    expect(operation).toMatchObject({
      operationId: 'get /a',
      parameters: [{ name: 'q', required: true, style: 'form', explode: false }],
    });
    expect(operation?.parameters).toHaveLength(1);
  });

  it('leave out what is no operation or parameter', () => {
    const operations = readOperations({
      paths: {
        'no-slash': { get: {} },
        'x-paths': {},
        '/a': { get: 5, 'x-get': {}, post: { parameters: [5, {}, { name: 'a', in: 'sky' }] } },
        '/b': { $ref: '#/paths/~1b' },
        '/c': { $ref: '#/paths/~1a' },
      },
    });
    expect(operations.map(({ operationId }) => operationId)).toEqual(['post /a', 'post /c']);
    expect(operations[0]?.parameters).toEqual([]);
  });
});

describe('resolveLocal', () => {
  const document = { a: { 'b/c': [{ '~': { found: true } }] }, x: { $ref: '#/x' }, t: 'text' };

  it('follows pointers with escapes', () => {
    expect(resolveLocal(document, { $ref: '#/a/b~1c/0/~0' })).toEqual({ found: true });
    expect(resolveLocal(document, { $ref: '#' })).toBe(document);
  });

  it.each(['#/x', '#/t', '#/nowhere', '#/a/b~1c/00', '#/%', 'http://x/#/a', '#/constructor', ''])(
    'finds nothing at %s',
    (ref) => {
      expect(resolveLocal(document, { $ref: ref })).toBeUndefined();
    },
  );
});
