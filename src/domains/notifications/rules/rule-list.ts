import { listOf } from '../../../api/lists/list-declaration.js';
import { RuleShown } from './rules.dto.js';

/** Who is told of which events, by name. */
export const RULE_LIST = listOf('listNotificationRules', {
  item: RuleShown,
  order: ['name', 1],
  stored: { name: { path: 'name', folded: 'nameFolded' } },
});
