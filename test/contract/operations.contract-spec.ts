import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BUILT_OPERATIONS,
  OPERATIONS,
  operationSpec,
  type OperationId,
} from '../../src/api/operations/operations.js';
import { startApp, type TestApp } from '../support/start-app.js';

const concrete = (path: string): string => path.replace(/:\w+/g, 'x');

describe('the operations table', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp('operations');
  });
  afterAll(() => app.close());

  it('holds the 21 operations of the interface, numbered in its order', () => {
    const numbers = Object.values(OPERATIONS).flatMap((row) =>
      'number' in row ? [row.number] : [],
    );
    expect(numbers).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  });

  it('declares each call once', () => {
    const calls = Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(calls).size).toBe(calls.length);
  });

  it('mounts every built row and no other route', () => {
    const printed = app.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false });
    const mounted = new Set(
      BUILT_OPERATIONS.map(operationSpec).filter(({ method, path }) =>
        app.app.getHttpAdapter().getInstance().hasRoute({ method, url: path }),
      ),
    );
    expect(mounted.size).toBe(BUILT_OPERATIONS.length);
    const routes = printed.match(/\((?:[A-Z]+(?:, )?)+\)/g) ?? [];
    const methods = routes
      .flatMap((text) => text.slice(1, -1).split(', '))
      .filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
    expect(methods).toHaveLength(BUILT_OPERATIONS.length);
  });

  it('does not mount what is planned', async () => {
    const planned = (Object.keys(OPERATIONS) as OperationId[]).filter(
      (id) => operationSpec(id).state === 'planned',
    );
    for (const id of planned) {
      const { method, path } = operationSpec(id);
      const body = method === 'GET' ? {} : { body: {} };
      const answer = await app.as('admin', method, concrete(path), body);
      expect([404, 405]).toContain(answer.status);
    }
    expect(planned.length + BUILT_OPERATIONS.length).toBe(Object.keys(OPERATIONS).length);
  });
});
