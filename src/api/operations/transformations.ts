import { type OperationTable } from './operation-spec.js';
import { DRAFT_CHECKERS, TRANSFORMATION_READERS, WRITERS } from './role-sets.js';

const transformations = {
  state: 'built',
  application: 'Transformations',
  basis: 'extension',
  tag: 'Transformations',
} as const;

/** Operations on transformations beyond the interface; application Transformations. */
export const TRANSFORMATION_OPERATIONS = {
  getTransformation: {
    ...transformations,
    method: 'GET',
    path: '/transformations/:id',
    access: TRANSFORMATION_READERS,
    summary: 'Get a transformation by its id or name',
    revisioned: true,
    problems: ['not-found'],
  },
  createTransformation: {
    ...transformations,
    method: 'POST',
    path: '/transformations',
    access: WRITERS,
    summary: 'Create a transformation',
    body: 'documents',
    changes: true,
    revisioned: true,
    problems: ['conflict', 'document-too-large'],
  },
  updateTransformation: {
    ...transformations,
    method: 'PUT',
    path: '/transformations/:id',
    access: WRITERS,
    summary: 'Change members of a transformation',
    body: 'documents',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed', 'document-too-large'],
  },
  deleteTransformation: {
    ...transformations,
    method: 'DELETE',
    path: '/transformations/:id',
    access: WRITERS,
    summary: 'Delete a transformation and its versions',
    success: 204,
    changes: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  importTransformation: {
    ...transformations,
    method: 'POST',
    path: '/transformations/import',
    access: WRITERS,
    summary: 'Import a transformation document as it is',
    body: 'documents',
    changes: true,
    revisioned: true,
    problems: ['conflict', 'document-too-large'],
  },
  validateTransformation: {
    ...transformations,
    method: 'POST',
    path: '/transformations/validate',
    access: DRAFT_CHECKERS,
    summary: 'Say what keeps a transformation from running, and what may not be meant',
    body: 'documents',
  },
  exportTransformation: {
    ...transformations,
    method: 'GET',
    path: '/transformations/:id/export',
    access: TRANSFORMATION_READERS,
    summary: 'Export a transformation document as it came',
    query: 'flat',
    problems: ['not-found'],
  },
  runTransformation: {
    ...transformations,
    method: 'POST',
    path: '/transformations/:id/run',
    access: {
      ...WRITERS,
      widerBecause: 'running uses up computing time: it is tried out by those who may store it',
    },
    summary: 'Run a transformation, which changes nothing',
    body: 'documents',
    problems: ['not-found', 'conflict'],
  },
} as const satisfies OperationTable;
