import { type OperationTable } from './operation-spec.js';
import { ADMINS } from './role-sets.js';

const common = {
  state: 'built',
  application: 'AdminEssentials',
  access: ADMINS,
  basis: 'extension',
  tag: 'Profiles',
} as const;

/** Profiles, the documents that configure the platform. */
export const PROFILE_OPERATIONS = {
  listProfiles: {
    ...common,
    method: 'GET',
    path: '/profiles',
    summary: 'List profiles',
    query: 'flat',
  },
  createProfile: {
    ...common,
    method: 'POST',
    path: '/profiles',
    summary: 'Add a profile; what it leaves out is as on a new platform',
    body: 'documents',
    changes: true,
    problems: ['conflict', 'document-too-large'],
  },
  importProfile: {
    ...common,
    method: 'POST',
    path: '/profiles/import',
    summary: 'Import a profile exactly as it is, unknown keys included',
    body: 'documents',
    changes: true,
    problems: ['conflict', 'document-too-large'],
  },
  getProfile: {
    ...common,
    method: 'GET',
    path: '/profiles/:id',
    summary: 'Get a profile; secrets as placeholders',
    revisioned: true,
    problems: ['not-found'],
  },
  updateProfile: {
    ...common,
    method: 'PUT',
    path: '/profiles/:id',
    summary: 'Replace a profile; placeholders keep the stored secrets',
    body: 'documents',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed', 'document-too-large'],
  },
  deleteProfile: {
    ...common,
    method: 'DELETE',
    path: '/profiles/:id',
    summary: 'Delete a profile that is not active',
    message: 'Successfully deleted the profile.',
    changes: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  activateProfile: {
    ...common,
    method: 'PUT',
    path: '/profiles/:id/active',
    summary: 'Activate a profile on all nodes',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  exportProfile: {
    ...common,
    method: 'GET',
    path: '/profiles/:id/export',
    summary: 'Export a profile in the form that import takes',
    problems: ['not-found'],
  },
  getEffectiveProfile: {
    ...common,
    method: 'GET',
    path: '/profiles/:id/effective',
    summary: 'Each setting with the value that counts, and whether it comes from here',
    problems: ['not-found'],
  },
} as const satisfies OperationTable;
