import { type StoredRule } from '../stored/rule.js';
import { type RuleFilter, type RuleShown } from './rules.dto.js';

/** A rule as it is answered. */
export function toRule(rule: StoredRule): RuleShown {
  const { _id, name, description, enabled, filters, subject, text, quiet, bundleMinutes } = rule;
  const { workflows, devices, deviceGroups, groups, channels, to } = rule;
  const { created, createdBy, updated, updatedBy } = rule;
  return {
    _id,
    name,
    description,
    enabled,
    subject,
    text,
    quiet,
    bundleMinutes,
    workflows,
    devices,
    deviceGroups,
    groups,
    channels,
    to,
    createdBy,
    filters: filters as RuleFilter[], // as they were given
    created: created.toISOString(),
    lastUpdated: updated.toISOString(),
    lastUpdatedBy: updatedBy,
  };
}
