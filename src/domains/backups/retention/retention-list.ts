import { listOf } from '#api/lists/list-declaration.js';
import { RetentionPolicyAnswer } from './retention.dto.js';

/** Policies of retention, by name. */
export const RETENTION_POLICY_LIST = listOf('listRetentionPolicies', {
  item: RetentionPolicyAnswer,
  order: ['name', 1],
  stored: { name: { path: 'name', folded: 'nameFolded' } },
});
