import { Body } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { FreeObject } from '../fields/structures.js';
import { Text } from '../fields/values.js';
import { Operation } from '../operation.decorator.js';
import { BUILT_OPERATIONS, operationSpec } from '../operations/operations.js';
import { notFound } from '../../kernel/app-error.js';
import { allowedMethods, unknownRoute, withOtherMethods } from './unknown-route.js';

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

  it('says what the other methods do, and which body they want', () => {
    class Wanted {
      @Text()
      readonly instance!: string;

      @FreeObject({ optional: true })
      readonly options?: object;
    }
    class Services {
      @Operation('saveInstances')
      saveInstances(@Body() body: Wanted): Wanted {
        return body;
      }
    }
    expect(new Services()).toBeDefined();
    expect(unknownRoute('GET', '/service_management/saveInstances').detail).toMatch(
      /^This path does not take GET; it takes POST \(.+; body \{instance, options\?\}\)$/,
    );
  });

  it('repeats nothing of the path', () => {
    const { detail } = unknownRoute('GET', '/prebuilts/@acme/vlans');
    expect(detail).toMatch(/\/docs.*%2F/);
    expect(unknownRoute('GET', '/secret?token=hunter2').detail).not.toMatch(/secret|hunter2/);
  });
});

describe('allowedMethods', () => {
  it.each(BUILT_OPERATIONS)('knows the path of %s', (id) => {
    const { method, path } = operationSpec(id);
    expect(allowedMethods(path.replace(/:\w+/g, 'some-thing'))).toContain(method);
  });
});

describe('withOtherMethods', () => {
  const at = (method: string, url: string) =>
    withOtherMethods(notFound('Job', 'start'), { method, url }).detail;

  it('says what a path takes that was read as the name of something', () => {
    expect(at('GET', '/operations-manager/jobs/start?x=1')).toMatch(
      /^Job 'start' not found; this path takes POST \(Start/,
    );
  });

  it('leaves what was missing under its own path, and other failures', () => {
    expect(at('GET', '/operations-manager/jobs/other')).toBe("Job 'start' not found");
    expect(at('POST', '/operations-manager/jobs/start')).toBe("Job 'start' not found");
  });
});
