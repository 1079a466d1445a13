import { type OperationTable } from './operation-spec.js';

/** How far the index of each repository is, and what brings it up to date at once. */
export const REPOSITORY_REFRESH_OPERATIONS = {} as const satisfies OperationTable;
