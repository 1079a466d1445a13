import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { ListAllContentQuery } from '../records/content-list.dto.js';
import { type ContentRecord } from '../records/content-record.js';
import {
  CommandTemplateRequest,
  EvaluateTemplateRequest,
  RunCommandTemplateRequest,
  TemplateResults,
} from './command-templates.dto.js';
import { TemplateDeviceRuns } from './template-device-runs.service.js';
import { templateList } from './template-list.js';
import { TemplateRunsService } from './template-runs.service.js';
import {
  ChangedTemplate,
  DeletedTemplate,
  MadeTemplate,
  TemplateDocument,
} from './templates.dto.js';
import { TemplatesService } from './templates.service.js';
import { toChanged, toDeleted, toMade, toTemplate } from './to-template-answer.js';

const KIND = 'mop-template';

/** Templates that hold the output of commands against rules. */
@Controller()
export class CommandTemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly runs: TemplateRunsService,
    private readonly onDevices: TemplateDeviceRuns,
  ) {}

  @Operation('listTemplates', [TemplateDocument])
  async listTemplates(
    @QueryObject() query: ListAllContentQuery,
  ): Promise<readonly TemplateDocument[]> {
    const records = await this.templates.list(KIND, templateList(query));
    return records.map((record) => toTemplate(KIND, record));
  }

  @Operation('getTemplate', [TemplateDocument])
  async getTemplate(@Param('name') name: string): Promise<readonly TemplateDocument[]> {
    const found = await this.templates.get(KIND, name);
    return revisioned(found.revision, [toTemplate(KIND, found)]);
  }

  @Operation('createTemplate', MadeTemplate)
  async createTemplate(
    @Body() { mop }: CommandTemplateRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<MadeTemplate> {
    return toMade(KIND, await this.templates.create(KIND, sent(mop), principal), 'created');
  }

  @Operation('updateTemplate', ChangedTemplate)
  async updateTemplate(
    @Param('mopID') mopID: string,
    @Body() { mop }: CommandTemplateRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ChangedTemplate> {
    const change = { ...sent(mop), expected };
    return changed(await this.templates.replace(KIND, mopID, change, principal));
  }

  @Operation('deleteTemplate', DeletedTemplate)
  async deleteTemplate(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<DeletedTemplate> {
    await this.templates.remove(KIND, id, expected);
    return toDeleted(KIND, id);
  }

  @Operation('evaluateTemplate', TemplateResults)
  async evaluateTemplate(
    @Body() { template, variables = {}, results }: EvaluateTemplateRequest,
  ): Promise<TemplateResults> {
    const answer = await this.runs.evaluateCommands({ template, variables, results });
    return answer as JsonObject & TemplateResults; // made in this shape
  }

  @Operation('runCommandTemplate', TemplateResults)
  async runCommandTemplate(
    @Body() { template, variables = {}, devices }: RunCommandTemplateRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TemplateResults> {
    const answer = await this.onDevices.run({ template, variables, devices }, principal);
    return answer as JsonObject & TemplateResults; // made in this shape
  }
}

function changed(record: ContentRecord): ChangedTemplate {
  return revisioned(record.revision, toChanged(KIND, record));
}

function sent(document: JsonObject): { document: JsonObject; pointer: string } {
  return { document, pointer: '#/mop' };
}
