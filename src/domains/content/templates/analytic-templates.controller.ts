import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { RemovalQuery } from '../../../api/query/removal.dto.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { type ContentListOptions } from '../records/content-list.dto.js';
import { type ContentRecord } from '../records/content-record.js';
import {
  AnalyticTemplateRequest,
  AnalyticTemplateVerdictAnswer,
  CreateAnalyticTemplateAnswer,
  JudgedTemplate,
  RunAnalyticTemplateAnswer,
  RunAnalyticTemplateDevicesRequest,
  RunAnalyticTemplateRequest,
  RunTemplateQuery,
} from './analytic-templates.dto.js';
import { analyticTemplateProblems } from '../../../cores/command-templates/template-problems.js';
import { ANALYTIC_TEMPLATE_LIST } from './template-list.js';
import { type AnalyticRequest, TemplateRunsService } from './template-runs.service.js';
import { ChangedTemplate, DeletedTemplate, TemplateDocument } from './templates.dto.js';
import { TemplatesService } from './templates.service.js';
import { toChanged, toDeleted, toMade, toTemplate } from './to-template-answer.js';

const KIND = 'mop-analytic-template';

/** Templates that compare the output of commands before and after a change. */
@Controller()
export class AnalyticTemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly runs: TemplateRunsService,
  ) {}

  @Operation('createAnalyticTemplate', CreateAnalyticTemplateAnswer)
  async createAnalyticTemplate(
    @Body() { template }: AnalyticTemplateRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<CreateAnalyticTemplateAnswer> {
    const made = await this.templates.create(KIND, sent(template), principal);
    return { result: toMade(KIND, made, 'created') };
  }

  @Operation('listAnalyticTemplates', [TemplateDocument])
  async listAnalyticTemplates(
    @ListOptions(ANALYTIC_TEMPLATE_LIST) list: ListRequest<ContentListOptions>,
  ): Promise<readonly TemplateDocument[]> {
    const page = await pageOf(list, (part) => this.templates.list(KIND, part), listed);
    return page.items;
  }

  @Operation('getAnalyticTemplate', [TemplateDocument])
  async getAnalyticTemplate(@Param('name') name: string): Promise<readonly TemplateDocument[]> {
    const found = await this.templates.get(KIND, name);
    return revisioned(found.revision, [toTemplate(KIND, found)]);
  }

  @Operation('updateAnalyticTemplate', ChangedTemplate)
  async updateAnalyticTemplate(
    @Param('name') name: string,
    @Body() { template }: AnalyticTemplateRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ChangedTemplate> {
    const change = { ...sent(template), expected };
    return changed(await this.templates.replace(KIND, name, change, principal));
  }

  @Operation('deleteAnalyticTemplate', DeletedTemplate)
  async deleteAnalyticTemplate(
    @Param('id') id: string,
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<DeletedTemplate> {
    await this.templates.remove(KIND, id, { expected, force });
    return toDeleted(KIND, id);
  }

  @Operation('validateAnalyticTemplate', AnalyticTemplateVerdictAnswer)
  validateAnalyticTemplate(
    @Body() { template }: AnalyticTemplateRequest,
  ): AnalyticTemplateVerdictAnswer {
    const problems = analyticTemplateProblems(template);
    return { valid: problems.every(({ severity }) => severity !== 'error'), problems };
  }

  @Operation('runAnalyticTemplate', RunAnalyticTemplateAnswer)
  async runAnalyticTemplate(
    @Body() { pre, post, ...named }: RunAnalyticTemplateDevicesRequest,
    @QueryObject() query: RunTemplateQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<RunAnalyticTemplateAnswer> {
    const request = requestOf({ ...named, pre: pre.pre, post: post.post }, query);
    return { analytic_template_results: shown(await this.runs.runAnalytic(request, principal)) };
  }

  @Operation('runAnalyticsTemplate', JudgedTemplate)
  async runAnalyticsTemplate(
    @Body() body: RunAnalyticTemplateRequest,
    @QueryObject() query: RunTemplateQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JudgedTemplate> {
    return shown(await this.runs.runAnalytic(requestOf(body, query), principal));
  }
}

function requestOf(
  { analytic_template_name: template, pre, post, variables }: RunAnalyticTemplateRequest,
  { store = false }: RunTemplateQuery,
): AnalyticRequest {
  const outputs = { pre: pre.commands_results, post: post.commands_results };
  return { ...outputs, template, variables, store };
}

function changed(record: ContentRecord): ChangedTemplate {
  return revisioned(record.revision, toChanged(KIND, record));
}

function sent(document: JsonObject): { document: JsonObject; pointer: string } {
  return { document, pointer: '#/template' };
}

/** The template is answered as it is; what is added has the shape of its class. */
function shown(judged: JsonObject): JudgedTemplate {
  return judged as JsonObject & JudgedTemplate;
}

function listed(record: ContentRecord): TemplateDocument {
  return toTemplate(KIND, record);
}
