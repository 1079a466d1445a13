import { type OperationTable } from './operation-spec.js';

/** Jobs as they are watched: live, as pictures, in numbers. */
export const JOB_FOLLOWING_OPERATIONS = {} as const satisfies OperationTable;
