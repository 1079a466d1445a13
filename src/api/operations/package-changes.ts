import { type OperationTable } from './operation-spec.js';

/** Plans of changes to installed packages, what undoes them, and how far they can be trusted. */
export const PACKAGE_CHANGE_OPERATIONS = {} as const satisfies OperationTable;
