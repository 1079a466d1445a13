import { type OperationTable } from './operation-spec.js';

/** Signing in with an identity of somebody else. */
export const EXTERNAL_SIGN_IN_OPERATIONS = {} as const satisfies OperationTable;
