import { type OperationTable } from './operation-spec.js';

/** Tokens, service accounts and sessions. */
export const CREDENTIAL_OPERATIONS = {} as const satisfies OperationTable;
