import { type OperationTable } from './operation-spec.js';
import { READERS } from './role-sets.js';

const artifacts = {
  state: 'built',
  application: 'AdminEssentials',
  basis: 'extension',
  tag: 'Artifacts',
} as const;

/** Plans of changes to installed packages, what undoes them, and how far they can be trusted. */
export const PACKAGE_CHANGE_OPERATIONS = {
  buildArtifact: {
    ...artifacts,
    method: 'POST',
    path: '/admin/artifacts/build',
    access: READERS,
    summary: 'Build a package of documents that are here, with all that they refer to',
    problems: ['document-too-large'],
  },
} as const satisfies OperationTable;
