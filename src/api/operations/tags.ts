import { type OperationTable } from './operation-spec.js';
import { WORKFLOW_READERS, WRITERS } from './role-sets.js';

const tags = {
  state: 'built',
  application: 'ServiceCatalog',
  basis: 'extension',
  tag: 'Tags',
} as const;

/** Tags of documents, on the paths of existing clients; application ServiceCatalog. */
export const TAG_OPERATIONS = {
  listTags: {
    ...tags,
    method: 'GET',
    path: '/tags',
    access: WORKFLOW_READERS,
    summary: 'List the tags of documents, with how many documents have them',
    query: 'flat',
  },
  listAllTags: {
    ...tags,
    method: 'GET',
    path: '/tags/all',
    access: WORKFLOW_READERS,
    summary: 'List all tags, up to 2,000 at once',
    query: 'flat',
  },
  getTag: {
    ...tags,
    method: 'POST',
    path: '/tags/get',
    access: WORKFLOW_READERS,
    summary: 'Get a tag with the documents that have it',
    problems: ['not-found'],
  },
  getTagsByReference: {
    ...tags,
    method: 'POST',
    path: '/tags/getTagsByReference',
    access: WORKFLOW_READERS,
    summary: 'Get the tags of a document',
  },
  createTag: {
    ...tags,
    method: 'POST',
    path: '/tags/create',
    access: WRITERS,
    summary: 'Create a tag, with what it is for',
    changes: true,
    problems: ['conflict'],
  },
  deleteTag: {
    ...tags,
    method: 'POST',
    path: '/tags/delete',
    access: WRITERS,
    summary: 'Delete a tag that no document has',
    message: 'Successfully deleted the tag.',
    changes: true,
    problems: ['not-found', 'conflict'],
  },
} as const satisfies OperationTable;
