import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GeneratedDocument, generatedDocuments } from '../../src/generated-documents.js';
import { startApp, type TestApp } from '../support/start-app.js';

describe('the generated documents', () => {
  let app: TestApp;
  let documents: readonly GeneratedDocument[];
  beforeAll(async () => {
    app = await startApp('documents');
    documents = generatedDocuments(app.document());
  });
  afterAll(() => app.close());

  it.each([
    '.env.example',
    'docs/configuration.md',
    'docs/operations.md',
    'docs/errors.md',
    'docs/transformation-methods.md',
    'docs/openapi.json',
  ])('%s is what the code says (npm run docs writes it)', (path) => {
    const document = documents.find((one) => one.path === path);
    expect(readFileSync(path, 'utf8')).toBe(document?.content);
  });
});
