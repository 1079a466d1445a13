import { type JsonObject } from '../../../../kernel/json.js';
import { type KeepRules } from './kept-versions.js';

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
  readonly revision: number;
  readonly lastRun: Date | null;
  /** How many backups its last run deleted. */
  readonly lastDeleted: number;
}

/** What users say of a policy. */
export type PolicyFields = Omit<
  RetentionPolicy,
  '_id' | 'nameFolded' | 'revision' | 'lastRun' | 'lastDeleted'
>;

/** What the audit trail shows of a policy. */
export function policyFacts(policy: PolicyFields): JsonObject {
  const { name, enabled, namePattern, types } = policy;
  const { keepLast, keepDays, keepDaily, keepWeekly, keepMonthly } = policy;
  const rules = { keepLast, keepDays, keepDaily, keepWeekly, keepMonthly };
  return { name, enabled, namePattern, types: [...types], ...rules };
}
