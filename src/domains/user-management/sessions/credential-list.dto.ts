import { Flag, ListLimit, Text, Whole } from '../../../api/fields/values.js';

/** An id of a record of ours, as callers send it. */
export const ID = { min: 1, max: 128 } as const;

/** Which sessions or tokens a list shows, and whose. */
export class CredentialListQuery {
  @Text({ ...ID, optional: true, note: 'Id of an account; the caller’s own when absent' })
  readonly account?: string;

  @Flag({ optional: true, note: 'Those of every account; for administrators' })
  readonly all?: boolean;

  @Whole({ min: 0, optional: true })
  readonly skip?: number;

  @ListLimit({ min: 1, optional: true, note: '25 when absent' })
  readonly limit?: number;
}
