import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { AUTOMATION_LIST } from './automation-list.js';
import { AutomationEditsService, type WrittenAutomation } from './automation-edits.service.js';
import { AutomationImportService } from './automation-import.service.js';
import {
  AutomationAnswer,
  CreateAutomationAnswer,
  CreateAutomationRequest,
  ExportAutomationAnswer,
  ImportAutomationsAnswer,
  ImportAutomationsRequest,
  ListAutomationsAnswer,
  UpdateAutomationRequest,
} from './automations.dto.js';
import { AutomationsService } from './automations.service.js';
import {
  toAutomationAnswer,
  toAutomationList,
  toImportStatus,
  toShownAutomation,
} from './to-automation-answer.js';

/** Automations: what is started, and by whom it may be seen. */
@Controller()
export class AutomationsController {
  constructor(
    private readonly automations: AutomationsService,
    private readonly edits: AutomationEditsService,
    private readonly imports: AutomationImportService,
  ) {}

  @Operation('importAutomations', ImportAutomationsAnswer)
  async importAutomations(
    @Body() { automations, options }: ImportAutomationsRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ImportAutomationsAnswer> {
    const adapters = new Map(Object.entries(options?.adapterMap ?? {}));
    const items = automations as readonly JsonValue[]; // a parsed JSON body
    const outcomes = await this.imports.importAll(items, adapters, principal);
    return { status: toImportStatus(items, outcomes) };
  }

  @Operation('listAutomations', ListAutomationsAnswer)
  async listAutomations(
    @ListOptions(AUTOMATION_LIST) list: ListRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListAutomationsAnswer> {
    const read = this.automations.listFor(principal);
    return toAutomationList(list, await pageOf(list, read, toShownAutomation));
  }

  @Operation('createAutomation', CreateAutomationAnswer)
  async createAutomation(
    @Body() body: CreateAutomationRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<CreateAutomationAnswer> {
    const made = await this.edits.create(asDocument(body), principal);
    const triggers = made.triggers.map(({ _id, name, type }) => ({ _id, name, type }));
    const { message, data } = await this.answered('created', made);
    return { message, data, metadata: { triggers } };
  }

  @Operation('getAutomation', AutomationAnswer)
  async getAutomation(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AutomationAnswer> {
    const automation = await this.automations.get(id, principal);
    return this.answered('retrieved', { automation, warnings: [] });
  }

  @Operation('exportAutomation', ExportAutomationAnswer)
  async exportAutomation(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ExportAutomationAnswer> {
    const data = await this.automations.export(id, principal);
    return { message: 'Successfully exported the automation', data, metadata: {} };
  }

  @Operation('updateAutomation', AutomationAnswer)
  async updateAutomation(
    @Param('id') id: string,
    @Body() body: UpdateAutomationRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AutomationAnswer> {
    const edit = { members: asDocument(body), expected };
    return this.answered('updated', await this.edits.update(id, edit, principal));
  }

  @Operation('deleteAutomation')
  async deleteAutomation(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.automations.remove(id, expected, principal);
  }

  private async answered(
    done: string,
    { automation, warnings }: WrittenAutomation,
  ): Promise<AutomationAnswer> {
    const named = await this.automations.named(automation);
    return revisioned(automation.revision, toAutomationAnswer(done, named, warnings));
  }
}

/** What the caller wrote: open shapes keep every member as it came. */
function asDocument(body: object): JsonObject {
  return body as JsonObject;
}
