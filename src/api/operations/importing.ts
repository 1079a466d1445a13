import { type OperationTable } from './operation-spec.js';
import { WORKFLOW_READERS, WRITERS } from './role-sets.js';

const catalog = { state: 'built', application: 'ServiceCatalog', basis: 'extension' } as const;
const importing = { ...catalog, tag: 'Import' } as const;
const projects = { ...catalog, tag: 'Projects' } as const;

/** Importing of any mix of documents, and projects; application ServiceCatalog. */
export const IMPORT_OPERATIONS = {
  importContent: {
    ...importing,
    method: 'POST',
    path: '/content/import',
    access: WRITERS,
    summary: 'Import any mix of documents, projects and packages; one outcome for each',
    body: 'documents',
    later: true,
    changes: true,
  },
  listProjects: {
    ...projects,
    method: 'GET',
    path: '/automation-studio/projects',
    access: WORKFLOW_READERS,
    summary: 'List projects',
    query: 'flat',
  },
  getProject: {
    ...projects,
    method: 'GET',
    path: '/automation-studio/projects/:id',
    access: WORKFLOW_READERS,
    summary: 'Get a project by its id or name',
    problems: ['not-found'],
  },
  createProject: {
    ...projects,
    method: 'POST',
    path: '/automation-studio/projects',
    access: WRITERS,
    summary: 'Create a project, with components or empty',
    body: 'documents',
    changes: true,
    problems: ['conflict'],
  },
  updateProject: {
    ...projects,
    method: 'PATCH',
    path: '/automation-studio/projects/:id',
    access: WRITERS,
    summary: 'Change what is said of a project',
    body: 'medium',
    changes: true,
    problems: ['not-found', 'conflict'],
  },
  importProject: {
    ...projects,
    method: 'POST',
    path: '/automation-studio/projects/import',
    access: WRITERS,
    summary: 'Import a project with its components',
    body: 'documents',
    changes: true,
    problems: ['conflict', 'document-too-large'],
  },
  exportProject: {
    ...projects,
    method: 'GET',
    path: '/automation-studio/projects/:id/export',
    access: WORKFLOW_READERS,
    summary: 'Export a project as it came in, with its documents as they are',
    query: 'flat',
    problems: ['not-found'],
  },
  deleteProject: {
    ...projects,
    method: 'DELETE',
    path: '/automation-studio/projects/:id',
    access: WRITERS,
    summary: 'Delete a project with its documents',
    message: 'Successfully deleted the project.',
    changes: true,
    problems: ['not-found'],
  },
} as const satisfies OperationTable;
