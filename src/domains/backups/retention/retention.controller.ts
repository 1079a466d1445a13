import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '#api/access/current-principal.decorator.js';
import { Operation } from '#api/operation.decorator.js';
import { ListOptions } from '#api/lists/list-options.decorator.js';
import { type ListRequest } from '#api/lists/list-request.js';
import { pageOf } from '#api/lists/page-of.js';
import { ExpectedRevision } from '#api/revision/expected-revision.decorator.js';
import { revisioned } from '#api/revision/revisioned.js';
import { type Principal } from '#kernel/principal.js';
import { type KeepRules } from './retention-rules.js';
import { RETENTION_POLICY_LIST } from './retention-list.js';
import { RetentionPoliciesService } from './retention-policies.service.js';
import { type PolicyFields, type RetentionPolicy } from './retention-policy.js';
import {
  ListRetentionPoliciesAnswer,
  RetentionPolicyAnswer,
  RetentionPolicyRequest,
} from './retention.dto.js';

/** Policies of retention. */
@Controller()
export class RetentionController {
  constructor(private readonly policies: RetentionPoliciesService) {}

  @Operation('listRetentionPolicies', ListRetentionPoliciesAnswer)
  async listRetentionPolicies(
    @ListOptions(RETENTION_POLICY_LIST) list: ListRequest,
  ): Promise<ListRetentionPoliciesAnswer> {
    const { items, total } = await pageOf(list, (part) => this.policies.list(part), toAnswer);
    return { results: items, total };
  }

  @Operation('createRetentionPolicy', RetentionPolicyAnswer)
  async createRetentionPolicy(
    @Body() body: RetentionPolicyRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<RetentionPolicyAnswer> {
    return answered(await this.policies.create(toFields(body), principal));
  }

  @Operation('getRetentionPolicy', RetentionPolicyAnswer)
  async getRetentionPolicy(@Param('id') id: string): Promise<RetentionPolicyAnswer> {
    return answered(await this.policies.get(id));
  }

  @Operation('updateRetentionPolicy', RetentionPolicyAnswer)
  async updateRetentionPolicy(
    @Param('id') id: string,
    @Body() body: RetentionPolicyRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<RetentionPolicyAnswer> {
    return answered(await this.policies.replace(id, toFields(body), expected, principal));
  }

  @Operation('deleteRetentionPolicy')
  async deleteRetentionPolicy(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.policies.remove(id, expected);
  }
}

function answered(policy: RetentionPolicy): RetentionPolicyAnswer {
  return revisioned(policy.revision, toAnswer(policy));
}

function toFields(body: RetentionPolicyRequest): PolicyFields {
  const { name, enabled = true, namePattern = '', types = [] } = body;
  return { name: name.trim(), enabled, namePattern, types, ...toRules(body) };
}

function toRules(body: RetentionPolicyRequest): KeepRules {
  const { keepLast = null, keepDays = null } = body;
  const { keepDaily = null, keepWeekly = null, keepMonthly = null } = body;
  return { keepLast, keepDays, keepDaily, keepWeekly, keepMonthly };
}

function toAnswer(policy: RetentionPolicy): RetentionPolicyAnswer {
  const { _id, name, enabled, namePattern, types, lastRun, lastDeleted } = policy;
  const { keepLast, keepDays, keepDaily, keepWeekly, keepMonthly } = policy;
  const rules = { keepLast, keepDays, keepDaily, keepWeekly, keepMonthly };
  const author = policy.author?.username ?? null;
  const run = { author, lastRun: lastRun?.toISOString() ?? null, lastDeleted };
  return { id: _id, name, enabled, namePattern, types, ...rules, ...run };
}
