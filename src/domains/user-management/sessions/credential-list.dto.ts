import { Flag, Text } from '../../../api/fields/values.js';

/** An id of a record of ours, as callers send it. */
export const ID = { min: 1, max: 128 } as const;

/** Which sessions or tokens a list shows, and whose. */
export class CredentialListOptions {
  @Text({ ...ID, optional: true, note: 'Id of an account; the caller’s own when absent' })
  readonly account?: string;

  @Flag({ optional: true, note: 'Those of every account; for administrators' })
  readonly all?: boolean;
}
