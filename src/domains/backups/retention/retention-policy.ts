import { type JsonObject } from '#kernel/json.js';
import { type KeepRules } from './retention-rules.js';

/** Who saved a policy last: it deletes what that account might delete. */
export interface PolicyAuthor {
  readonly id: string;
  readonly username: string;
  /** Ids of the roles to which the credential was held; null for all that the account has. */
  readonly limits: readonly string[] | null;
}

/** Which backups are kept, of which devices. */
export interface RetentionPolicy extends KeepRules {
  readonly _id: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly enabled: boolean;
  /** A pattern (RE2) that names of devices match, in any case; empty for all. */
  readonly namePattern: string;
  /** Types of devices; none for all. */
  readonly types: readonly string[];
  /** Null for one of before it was written down: that deletes only what belongs to everybody. */
  readonly author: PolicyAuthor | null;
  readonly revision: number;
  readonly lastRun: Date | null;
  /** How many backups its last run deleted. */
  readonly lastDeleted: number;
}

/** What users say of a policy. */
export type PolicyFields = Omit<
  RetentionPolicy,
  '_id' | 'nameFolded' | 'author' | 'revision' | 'lastRun' | 'lastDeleted'
>;

/** What the audit trail shows of a policy. */
export function policyFacts(policy: PolicyFields): JsonObject {
  const { name, enabled, namePattern, types } = policy;
  const { keepLast, keepDays, keepDaily, keepWeekly, keepMonthly } = policy;
  const rules = { keepLast, keepDays, keepDaily, keepWeekly, keepMonthly };
  return { name, enabled, namePattern, types: [...types], ...rules };
}
