import { describe, expect, it } from 'vitest';
import { BUILT_OPERATIONS, operationSpec } from '../operations/operations.js';
import { allowedMethods, unknownRoute } from './unknown-route.js';

describe('unknownRoute', () => {
  it.each(['/nothing', '/login/x', '/openapixjson', '/prebuilts/a/b/c', '', '*'])(
    'answers 404 for %j',
    (path) => {
      expect(unknownRoute('GET', path)).toMatchObject({ kind: 'not-found', headers: {} });
    },
  );

  it('answers 405 with the methods of the path, whatever its parameters and query', () => {
    expect(unknownRoute('DELETE', '/login?x=/y')).toMatchObject({
      kind: 'method-not-allowed',
      headers: { allow: 'POST, GET, HEAD' },
    });
    expect(unknownRoute('POST', '/prebuilts/a%2Fb/').headers['allow']).toBe(
      'GET, HEAD, PUT, DELETE',
    );
  });

  it('repeats nothing of the path', () => {
    expect(unknownRoute('GET', '/secret?token=hunter2').detail).not.toMatch(/secret|hunter2/);
  });
});

describe('allowedMethods', () => {
  it.each(BUILT_OPERATIONS)('knows the path of %s', (id) => {
    const { method, path } = operationSpec(id);
    expect(allowedMethods(path.replace(/:\w+/g, 'some-thing'))).toContain(method);
  });
});
