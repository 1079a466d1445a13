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
  widerBecause: 'a run starts a job, which these roles may do by startJob',
} as const satisfies Access;
/** Drafts are judged for those who may store them. */
export const DRAFT_CHECKERS = {
  ...WRITERS,
  widerBecause: 'it checks a draft, which is of use to those alone who may store it',
} as const satisfies Access;
/** The interface shows no read of MOP: those who run templates (operation 15) find them. */
export const TEMPLATE_READERS = {
  roles: ['admin', 'apiread', 'engineering', 'support'],
  widerBecause: 'operation 15 has these roles choose a template and answers its rules and results',
} as const satisfies Access;
/** Those who run analytic templates by the interface. */
export const TEMPLATE_RUNNERS = {
  roles: ['admin', 'engineering', 'support', 'apiwrite'],
  widerBecause: 'it does what operation 15 does, for the roles of operation 15',
} as const satisfies Access;
/** Whoever saves service instances reads them too. */
export const SERVICE_READERS = {
  roles: ['admin', 'apiread', 'apiwrite', 'engineering', 'support'],
  widerBecause:
    'operation 18 answers these roles what they saved, and they follow what became of it',
} as const satisfies Access;
/** Service instances are saved by those who work on services. */
export const SERVICE_WRITERS = {
  roles: ['admin', 'apiwrite', 'engineering', 'support'],
} as const satisfies Access;
/** Whoever starts and mends jobs reads them too. */
export const JOB_READERS = {
  roles: ['admin', 'apiread', 'apiwrite', 'engineering', 'operations'],
  widerBecause: 'operation 20 answers these roles the whole job; groups still decide which jobs',
} as const satisfies Access;
export const JOB_WRITERS = {
  roles: ['admin', 'apiwrite', 'engineering', 'operations'],
} as const satisfies Access;
const WORKED_BY_PEOPLE =
  'people work these tasks: operator, who fills forms by operation 11, sees nothing else of a job';
/** Tasks are worked by operators as well, who see nothing else of a job. */
export const TASK_READERS = {
  roles: ['admin', 'apiread', 'apiwrite', 'engineering', 'operations', 'operator'],
  widerBecause: WORKED_BY_PEOPLE,
} as const satisfies Access;
export const TASK_WORKERS = {
  roles: ['admin', 'apiwrite', 'engineering', 'operations', 'operator'],
  widerBecause: WORKED_BY_PEOPLE,
} as const satisfies Access;
