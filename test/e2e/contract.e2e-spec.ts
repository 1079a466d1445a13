import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('is served without envelopes to whoever gets answers without them', async () => {
    interface Contract {
      readonly paths: Readonly<Record<string, { readonly get: Described }>>;
    }
    interface Described {
      readonly responses: Readonly<
        Record<string, { content: Record<string, { schema: Readonly<Record<string, unknown>> }> }>
      >;
    }
    const answerOf = ({ paths }: Contract) =>
      paths['/user-management/roles']?.get.responses['200']?.content['application/json']?.schema;
    const headers = { prefer: 'envelope=bare' };
    const bare = await app.call<Contract>('GET', '/openapi.json', { headers });
    expect(answerOf(bare.json)).toEqual({ $ref: '#/components/schemas/RolesPage' });
    const named = await app.call<Contract>('GET', '/openapi.json');
    expect(answerOf(named.json)).toEqual({ $ref: '#/components/schemas/ListRolesAnswer' });
    const validated = new Validator().validate({ ...bare.json });
    await expect(validated).resolves.toMatchObject({ valid: true });
  });

  it('serves a docs page whose files all come from here', async () => {
    const page = await app.call('GET', '/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(
      ([, file]) => file ?? '',
    );
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect((await app.call('GET', file)).status).toBe(200);
  });

  it('lets browsers keep those files for good, but none of another release', async () => {
    const page = await app.call('GET', '/docs');
    const [, file = ''] = /src="([^"]+)"/.exec(page.text) ?? [];
    const kept = 'public, max-age=31536000, immutable';
    expect((await app.call('GET', file)).headers.get('cache-control')).toBe(kept);
    const other = await app.call('GET', '/docs/0123456789abcdef/main.js');
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('sends browsers from its address to the console or that page, and tells programs', async () => {
    const browser = await app.call('GET', '/', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(browser.status).toBe(302);
    // Whether the console is built decides; its own tests hold each.
    expect(['/console', '/docs']).toContain(browser.headers.get('location'));
    const program = await app.call<{ detail: string }>('GET', '/');
    expect(program.status).toBe(404);
    expect(program.json.detail).toContain('/docs');
  });

  it('knows no other file', async () => {
    for (const name of ['nothing.js', '..%2f..%2fpackage.json', 'package.json']) {
      expect((await app.call('GET', `/docs/x/${name}`)).status).toBe(404);
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
