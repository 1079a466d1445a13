import { type OperationTable } from './operation-spec.js';

/** Accounts, groups and roles. */
export const USER_OPERATIONS = {} as const satisfies OperationTable;
