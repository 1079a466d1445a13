import { type OperationTable } from './operation-spec.js';

/** Profiles, the documents that configure the platform. */
export const PROFILE_OPERATIONS = {} as const satisfies OperationTable;
