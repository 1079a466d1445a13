/** The typed client of the management API: every operation by its name, and what is needed around them. */
export * from './generated/sdk.gen.js';
export type * from './generated/types.gen.js';
export type { Client } from './generated/client/index.js';
export { applyPlan, type PlannedChange } from './apply-plan.js';
export { connect, type ConnectOptions } from './connect.js';
export { type Credentials } from './credentials.js';
// These resume by themselves; the generated `followJob` is one connection.
export {
  type EventChoice,
  type EventNews,
  followEvents,
  followJob,
  type FollowOptions,
  type JobNews,
} from './follow.js';
export { type ItemOf, paginate } from './paginate.js';
export { ProblemError } from './problem-error.js';
export { UnreachableError } from './unreachable-error.js';
