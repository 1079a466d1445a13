/**
 * An account that answers for what a job does, beside whoever it runs for: it wrote the workflow, or one above
 * it, last; it made the trigger; or it mended the job.
 */
export interface ResponsibleAccount {
  readonly id: string;
  /** Ids of the roles to which its credential was held; null for all that the account has. */
  readonly limits: readonly string[] | null;
}

/** Each account once for each set of roles; the platform itself, which has no id, is none. */
export function distinctAccounts(
  all: readonly ResponsibleAccount[],
): readonly ResponsibleAccount[] {
  const named = all.filter(({ id }) => id !== '');
  return [...new Map(named.map((one) => [JSON.stringify([one.id, one.limits]), one])).values()];
}
