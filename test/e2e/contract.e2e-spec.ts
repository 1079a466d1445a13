import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { BUILT_OPERATIONS, operationSpec } from '../../src/api/operations/operations.js';
import { startApp, type TestApp } from '../support/start-app.js';

describe('the contract', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp('contract');
  });
  afterAll(() => app.close());

  it('is served as a valid OpenAPI 3.1 document without any credential', async () => {
    const { status, json } = await app.call<{ openapi: string }>('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(json.openapi).toBe('3.1.0');
    await expect(new Validator().validate(json)).resolves.toMatchObject({ valid: true });
  });

  it('describes every built operation and lists the planned ones', () => {
    const document = app.document();
    const described = Object.values(document.paths).flatMap((item) =>
      Object.values(item as Record<string, { operationId: string }>).map(
        ({ operationId }) => operationId,
      ),
    );
    expect(described.toSorted()).toEqual([...BUILT_OPERATIONS].toSorted());
    const planned = (document as unknown as Record<string, object[]>)['x-planned-operations'];
    expect(described.length + (planned?.length ?? 0)).toBeGreaterThanOrEqual(21);
  });

  it('says who may call, for every operation', () => {
    const operations = Object.values(app.document().paths).flatMap((item) =>
      Object.values(item as Record<string, Record<string, unknown>>),
    );
    for (const operation of operations) {
      const { access } = operationSpec(operation['operationId'] as never);
      const roles = typeof access === 'object' && 'roles' in access ? access.roles : undefined;
      expect(operation['x-roles']).toEqual(roles);
    }
  });

  it('serves a docs page whose files all come from here', async () => {
    const page = await app.call('GET', '/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect((await app.call('GET', file)).status).toBe(200);
  });

  it('knows no other file', async () => {
    for (const name of ['nothing.js', '..%2f..%2fpackage.json', 'package.json']) {
      expect((await app.call('GET', `/docs/${name}`)).status).toBe(404);
    }
  });

  it('judges who calls before what is asked', async () => {
    const broken = '/admin/artifacts?a=%C3%28';
    const strange = { headers: { authorization: 'Bearer nobody-knows-this-token' } };
    expect((await app.call('GET', broken, strange)).status).toBe(401);
    expect((await app.as('other', 'GET', broken)).status).toBe(403);
    expect((await app.as('apiread', 'GET', broken)).status).toBe(400);
  });
});
