import { type OperationTable } from './operation-spec.js';
import { READERS, WRITERS } from './role-sets.js';

const artifacts = {
  state: 'built',
  application: 'AdminEssentials',
  basis: 'extension',
  tag: 'Packages',
} as const;

/** Plans of changes to installed packages, what undoes them, and how far they can be trusted. */
export const PACKAGE_CHANGE_OPERATIONS = {
  planArtifact: {
    ...artifacts,
    method: 'POST',
    path: '/admin/artifacts/plan',
    access: { ...WRITERS, widerBecause: 'a plan is the first half of installing' },
    summary: 'Say what installing or removing packages would do, document by document',
    body: 'documents',
    problems: ['not-found', 'document-too-large', 'upstream-failed'],
  },
  verifyArtifact: {
    ...artifacts,
    method: 'GET',
    path: '/admin/artifacts/:name/verify',
    access: READERS,
    summary: 'Compare an installed package with what was installed, and judge its signature',
    problems: ['not-found'],
  },
  buildArtifact: {
    ...artifacts,
    method: 'POST',
    path: '/admin/artifacts/build',
    access: READERS,
    summary: 'Build a package of documents that are here, with all that they refer to',
    body: 'medium',
    problems: ['document-too-large'],
  },
  rollbackArtifact: {
    ...artifacts,
    method: 'POST',
    path: '/admin/artifacts/:name/rollback',
    access: WRITERS,
    summary: 'Bring back the version of a package that was there before the installed one',
    changes: true,
    later: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
} as const satisfies OperationTable;
