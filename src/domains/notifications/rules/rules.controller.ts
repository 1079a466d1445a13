import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Principal } from '../../../kernel/principal.js';
import { RULE_LIST } from './rule-list.js';
import { RulePreviewService } from './rule-preview.service.js';
import {
  ListRulesAnswer,
  PreviewRuleAnswer,
  PreviewRuleRequest,
  RuleRequest,
  RuleShown,
} from './rules.dto.js';
import { RulesService } from './rules.service.js';
import { toRule } from './to-rule.js';

/** Who is told of which events. */
@Controller()
export class RulesController {
  constructor(
    private readonly rules: RulesService,
    private readonly preview: RulePreviewService,
  ) {}

  @Operation('listNotificationRules', ListRulesAnswer)
  async listNotificationRules(@ListOptions(RULE_LIST) list: ListRequest): Promise<ListRulesAnswer> {
    const { items, total } = await pageOf(list, (part) => this.rules.list(part), toRule);
    return { results: items, total };
  }

  @Operation('createNotificationRule', RuleShown)
  async createNotificationRule(
    @Body() request: RuleRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<RuleShown> {
    const created = await this.rules.create(request, principal);
    return revisioned(created.revision, toRule(created));
  }

  @Operation('getNotificationRule', RuleShown)
  async getNotificationRule(@Param('id') id: string): Promise<RuleShown> {
    const found = await this.rules.get(id);
    return revisioned(found.revision, toRule(found));
  }

  @Operation('updateNotificationRule', RuleShown)
  async updateNotificationRule(
    @Param('id') id: string,
    @Body() request: RuleRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<RuleShown> {
    const changed = await this.rules.replace(id, request, expected, principal);
    return revisioned(changed.revision, toRule(changed));
  }

  @Operation('deleteNotificationRule')
  async deleteNotificationRule(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.rules.remove(id, expected);
  }

  @Operation('previewNotificationRule', PreviewRuleAnswer)
  async previewNotificationRule(
    @Param('id') id: string,
    @Body() { event }: PreviewRuleRequest,
  ): Promise<PreviewRuleAnswer> {
    const { subject, text, failed } = await this.preview.of(await this.rules.get(id), event);
    return { subject, text, failed };
  }
}
