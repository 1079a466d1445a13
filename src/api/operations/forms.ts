import { type OperationTable } from './operation-spec.js';
import { FORM_READERS, WRITERS } from './role-sets.js';

const forms = {
  state: 'built',
  application: 'FormBuilder',
  basis: 'extension',
  tag: 'Forms',
} as const;

/** Operations on forms beyond the interface; application FormBuilder. */
export const FORM_OPERATIONS = {
  listForms: {
    ...forms,
    method: 'GET',
    path: '/formbuilder/forms',
    access: FORM_READERS,
    summary: 'List forms',
    query: 'flat',
  },
  createForm: {
    ...forms,
    method: 'POST',
    path: '/formbuilder/forms',
    access: WRITERS,
    summary: 'Create a form',
    body: 'documents',
    changes: true,
    revisioned: true,
    problems: ['conflict', 'document-too-large'],
  },
  getForm: {
    ...forms,
    method: 'GET',
    path: '/formbuilder/forms/:id',
    access: FORM_READERS,
    summary: 'Get a form by its id or name',
    revisioned: true,
    problems: ['not-found'],
  },
  updateForm: {
    ...forms,
    method: 'PUT',
    path: '/formbuilder/forms/:id',
    access: WRITERS,
    summary: 'Put another document in the place of a form',
    body: 'documents',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed', 'document-too-large'],
  },
  deleteForm: {
    ...forms,
    method: 'DELETE',
    path: '/formbuilder/forms/:id',
    access: WRITERS,
    summary: 'Delete a form',
    message: 'Successfully deleted the form.',
    query: 'flat',
    changes: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  exportForm: {
    ...forms,
    method: 'GET',
    path: '/formbuilder/forms/:id/export',
    access: FORM_READERS,
    summary: 'Export a form as it came in',
    query: 'flat',
    problems: ['not-found'],
  },
  importForm: {
    ...forms,
    method: 'POST',
    path: '/formbuilder/import',
    access: WRITERS,
    summary: 'Import a form from an export',
    body: 'documents',
    changes: true,
    revisioned: true,
    problems: ['conflict', 'document-too-large'],
  },
} as const satisfies OperationTable;
