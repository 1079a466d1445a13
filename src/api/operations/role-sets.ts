import { type Access } from './operation-spec.js';

/**
 * Who calls the operations beyond the interface, in few sets: a caller who may read in one area reads in
 * all of them. The interface writes the roles of its 21 rows out, each its own.
 */
export const ADMINS = { roles: ['admin'] } as const satisfies Access;
export const READERS = { roles: ['admin', 'apiread'] } as const satisfies Access;
export const WRITERS = { roles: ['admin', 'apiwrite'] } as const satisfies Access;
export const FORM_READERS = {
  roles: ['admin', 'apiread', 'operator'],
} as const satisfies Access;
export const WORKFLOW_READERS = {
  roles: ['admin', 'apiread', 'engineering', 'support'],
} as const satisfies Access;
export const TRANSFORMATION_READERS = {
  roles: ['admin', 'apiread', 'other', 'readonly'],
} as const satisfies Access;
export const OPERATIONS_READERS = {
  roles: ['admin', 'apiread', 'engineering', 'operations'],
} as const satisfies Access;
export const OPERATIONS_WRITERS = {
  roles: ['admin', 'apiwrite', 'engineering'],
} as const satisfies Access;
export const TRIGGER_RUNNERS = {
  roles: ['admin', 'apiwrite', 'engineering', 'operations'],
} as const satisfies Access;
/** Whoever saves service instances reads them too. */
export const SERVICE_READERS = {
  roles: ['admin', 'apiread', 'apiwrite', 'engineering', 'support'],
} as const satisfies Access;
/** Service instances are saved by those who work on services. */
export const SERVICE_WRITERS = {
  roles: ['admin', 'apiwrite', 'engineering', 'support'],
} as const satisfies Access;
/** Whoever starts and mends jobs reads them too. */
export const JOB_READERS = {
  roles: ['admin', 'apiread', 'apiwrite', 'engineering', 'operations'],
} as const satisfies Access;
export const JOB_WRITERS = {
  roles: ['admin', 'apiwrite', 'engineering', 'operations'],
} as const satisfies Access;
/** Tasks are worked by operators as well, who see nothing else of a job. */
export const TASK_READERS = {
  roles: ['admin', 'apiread', 'apiwrite', 'engineering', 'operations', 'operator'],
} as const satisfies Access;
export const TASK_WORKERS = {
  roles: ['admin', 'apiwrite', 'engineering', 'operations', 'operator'],
} as const satisfies Access;
