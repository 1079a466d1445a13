import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { ContentDocumentsService } from '../records/content-documents.service.js';
import { exportedContent, shownContent } from '../records/exported-content.js';
import { toCreated, toImported, toUpdated, toWorkflow } from './to-workflow-answer.js';
import { shownMembers, withMembers } from './workflow-list.js';
import {
  CreateWorkflowAnswer,
  CreateWorkflowRequest,
  ExportWorkflowRequest,
  ImportWorkflowAnswer,
  ImportWorkflowRequest,
  SearchWorkflowsAnswer,
  SearchWorkflowsQuery,
  UpdateWorkflowAnswer,
  UpdateWorkflowRequest,
  ValidateWorkflowRequest,
  WorkflowDocument,
  WorkflowFindingsAnswer,
} from './workflows.dto.js';
import { WorkflowsService } from './workflows.service.js';

/** Workflow documents. */
@Controller()
export class WorkflowsController {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly documents: ContentDocumentsService,
  ) {}

  @Operation('searchWorkflows', SearchWorkflowsAnswer)
  async searchWorkflows(
    @QueryObject() query: SearchWorkflowsQuery,
  ): Promise<SearchWorkflowsAnswer> {
    const { items, total } = await this.workflows.list(query);
    const members = shownMembers(query);
    const shown = items.map((found) => withMembers(shownContent('workflow', found), members));
    return { items: shown, skip: query.skip ?? 0, limit: query.limit ?? LIST_LIMIT_DEFAULT, total };
  }

  @Operation('getWorkflow', WorkflowDocument)
  async getWorkflow(@Param('name') name: string): Promise<JsonObject> {
    return toWorkflow(await this.documents.get('workflow', name));
  }

  @Operation('createWorkflow', CreateWorkflowAnswer)
  async createWorkflow(
    @Body() { automation }: CreateWorkflowRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<CreateWorkflowAnswer> {
    const given = { document: automation, pointer: '#/automation' };
    return toCreated(await this.workflows.create(given, principal));
  }

  @Operation('updateWorkflow', UpdateWorkflowAnswer)
  async updateWorkflow(
    @Param('id') id: string,
    @Body() { update }: UpdateWorkflowRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<UpdateWorkflowAnswer> {
    const change = { update, pointer: '#/update', expected };
    return toUpdated(await this.workflows.update(id, change, principal));
  }

  @Operation('deleteWorkflow')
  async deleteWorkflow(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.documents.removeAs(principal, 'workflow', id, expected);
  }

  @Operation('validateWorkflow', WorkflowFindingsAnswer)
  validateWorkflow(@Body() { workflow }: ValidateWorkflowRequest): WorkflowFindingsAnswer {
    return this.workflows.judge(workflow);
  }

  @Operation('importWorkflow', ImportWorkflowAnswer)
  async importWorkflow(
    @Body() { workflow, options }: ImportWorkflowRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ImportWorkflowAnswer> {
    const given = { document: workflow, pointer: '#/workflow' };
    const { overwrite = false } = options ?? {};
    return toImported(await this.workflows.import(given, { overwrite }, principal));
  }

  @Operation('exportWorkflow', WorkflowDocument)
  async exportWorkflow(
    @Body() { options: { name, dialect } }: ExportWorkflowRequest,
  ): Promise<JsonObject> {
    return exportedContent('workflow', await this.documents.get('workflow', name), dialect);
  }
}
