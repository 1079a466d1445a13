import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/start-app.js';

const FORM = { name: 'Present', children: [] };
const PROJECT = { name: 'Present', components: [] };
const OPERATIONS: readonly (readonly [string, string, object | undefined])[] = [
  ['POST', '/formbuilder/preserveFormData', { form_name: 'Present', data: {} }],
  ['GET', '/formbuilder/forms', undefined],
  ['POST', '/formbuilder/forms', { form: FORM }],
  ['GET', '/formbuilder/forms/Present', undefined],
  ['PUT', '/formbuilder/forms/Present', { form: FORM }],
  ['DELETE', '/formbuilder/forms/Present', undefined],
  ['GET', '/formbuilder/forms/Present/export', undefined],
  ['POST', '/formbuilder/import', { form: FORM }],
  ['POST', '/content/import', { documents: [FORM] }],
  ['GET', '/tags', undefined],
  ['GET', '/automation-studio/projects', undefined],
  ['GET', '/automation-studio/projects/Present', undefined],
  ['POST', '/automation-studio/projects/import', { project: PROJECT }],
  ['GET', '/automation-studio/projects/Present/export', undefined],
  ['DELETE', '/automation-studio/projects/Present', undefined],
];

describe('an operation on forms, imports and projects', () => {
  let platform: TestApp;

  beforeAll(async () => {
    platform = await startApp('e2e-import-refusals');
    const documents = [FORM, PROJECT];
    await platform.as('admin', 'POST', '/content/import', { body: { documents } });
  });
  afterAll(() => platform.close());

  it.each(OPERATIONS)('knows nobody without a credential: %s %s', async (method, path, body) => {
    const { status } = await platform.call(method, path, { ...(body && { body }) });
    expect(status).toBe(401);
  });

  it.each(OPERATIONS)('is refused to whoever lacks the role: %s %s', async (method, path, body) => {
    const { status } = await platform.as('other', method, path, { ...(body && { body }) });
    expect(status).toBe(403);
  });

  it.each([
    '/formbuilder/forms?limit=-1',
    '/formbuilder/forms/Present/export?dialect=klingon',
    '/tags?skip=-1',
    '/automation-studio/projects?order=2',
    '/automation-studio/projects/Present/export?dialect=klingon',
  ])('is refused what nobody can mean: %s', async (path) => {
    expect((await platform.as('admin', 'GET', path)).status).toBe(400);
  });

  it('does not send a form again to who has it', async () => {
    const path = '/formbuilder/forms/Present';
    const { headers } = await platform.as('admin', 'GET', path);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await platform.as('admin', 'GET', path, { headers: known })).status).toBe(304);
  });
});
