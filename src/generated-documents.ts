import { type OpenAPIObject } from '@nestjs/swagger';
import { accessDocument } from './api/operations/access-document.js';
import { operationsDocument } from './api/operations/operations-document.js';
import { errorsDocument } from './api/problems/errors-document.js';
import { formatDocuments } from './domains/content/reference/format-documents.js';
import { taskDocuments } from './domains/workflow-engine/reference/tasks-document.js';
import { methodsDocument } from './cores/transformations/methods/methods-document.js';
import { configurationDocument, envExample } from './platform/config/config-documents.js';

/** A file that is derived from the code and committed: its diff is the review of the contract. */
export interface GeneratedDocument {
  readonly path: string;
  readonly content: string;
}

/** Every generated file of the repository, for writing (`npm run docs`) and for checking (a test). */
export function generatedDocuments(openApi: OpenAPIObject): readonly GeneratedDocument[] {
  return [
    { path: '.env.example', content: envExample() },
    { path: 'docs/configuration.md', content: configurationDocument() },
    { path: 'docs/access.md', content: accessDocument() },
    { path: 'docs/operations.md', content: operationsDocument() },
    { path: 'docs/errors.md', content: errorsDocument() },
    { path: 'docs/transformation-methods.md', content: methodsDocument() },
    ...taskDocuments(),
    ...formatDocuments(openApi),
    { path: 'docs/openapi.json', content: `${JSON.stringify(openApi, null, 2)}\n` },
  ];
}
