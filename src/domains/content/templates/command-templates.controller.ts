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
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type ContentListOptions } from '../records/content-list.dto.js';
import { type ContentRecord } from '../records/content-record.js';
import {
  CommandTemplateRequest,
  EvaluateTemplateRequest,
  DeviceResponse,
  RunCommandDevicesRequest,
  RunCommandTemplateRequest,
  TemplateResults,
} from './command-templates.dto.js';
import { type CommandOnDevice, TemplateDeviceRunsService } from './template-device-runs.service.js';
import { COMMAND_TEMPLATE_LIST } from './template-list.js';
import { TemplateRunsService } from './template-runs.service.js';
import {
  ChangedTemplate,
  CommandTemplateDocument,
  DeletedTemplate,
  MadeTemplate,
} from './templates.dto.js';
import { TemplatesService } from './templates.service.js';
import { toChanged, toCommandTemplate, toDeleted, toMade } from './to-template-answer.js';

const KIND = 'mop-template';

/** Templates that hold the output of commands against rules. */
@Controller()
export class CommandTemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly runs: TemplateRunsService,
    private readonly onDevices: TemplateDeviceRunsService,
  ) {}

  @Operation('listTemplates', [CommandTemplateDocument])
  async listTemplates(
    @ListOptions(COMMAND_TEMPLATE_LIST) list: ListRequest<ContentListOptions>,
  ): Promise<readonly CommandTemplateDocument[]> {
    const read = (part: StoredList & ContentListOptions): Promise<Page<ContentRecord>> =>
      this.templates.list(KIND, part);
    const page = await pageOf(list, read, toCommandTemplate);
    return page.items;
  }

  @Operation('getTemplate', [CommandTemplateDocument])
  async getTemplate(@Param('name') name: string): Promise<readonly CommandTemplateDocument[]> {
    const found = await this.templates.get(KIND, name);
    return revisioned(found.revision, [toCommandTemplate(found)]);
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

  @Operation('putTemplate', ChangedTemplate)
  async putTemplate(
    @Param('mopID') mopID: string,
    @Body() request: CommandTemplateRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ChangedTemplate> {
    return this.updateTemplate(mopID, request, expected, principal);
  }

  @Operation('deleteTemplate', DeletedTemplate)
  async deleteTemplate(
    @Param('id') id: string,
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<DeletedTemplate> {
    await this.templates.remove(KIND, id, { expected, force });
    return toDeleted(KIND, id);
  }

  @Operation('evaluateTemplate', TemplateResults)
  async evaluateTemplate(
    @Body() { template, variables = {}, results }: EvaluateTemplateRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TemplateResults> {
    return shown(await this.runs.evaluateCommands({ template, variables, results }, principal));
  }

  @Operation('runCommandTemplate', TemplateResults)
  async runCommandTemplate(
    @Body() { template, variables = {}, devices }: RunCommandTemplateRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TemplateResults> {
    return shown(await this.onDevices.run({ template, variables, devices }, principal));
  }

  @Operation('runCommandDevices', [DeviceResponse])
  async runCommandDevices(
    @Body() { command, devices }: RunCommandDevicesRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<readonly DeviceResponse[]> {
    const answers = await this.onDevices.runCommand(command, devices, principal);
    return answers.map(toDeviceResponse);
  }
}

function toDeviceResponse({ device, command, response, failure }: CommandOnDevice): DeviceResponse {
  const success = failure === undefined;
  return { device, raw: command, response: success ? response : failure, success };
}

function changed(record: ContentRecord): ChangedTemplate {
  return revisioned(record.revision, toChanged(KIND, record));
}

/** The results under both names by which clients read them. */
function shown(results: JsonObject): TemplateResults {
  const answer: JsonObject = {
    ...results,
    command_results: results['commands_results'] ?? [],
  };
  return answer as JsonObject & TemplateResults; // made in this shape
}

function sent(document: JsonObject): { document: JsonObject; pointer: string } {
  return { document, pointer: '#/mop' };
}
