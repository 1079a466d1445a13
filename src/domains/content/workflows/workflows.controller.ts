import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { RemovalQuery } from '../../../api/query/removal.dto.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { ContentDocumentsService } from '../records/content-documents.service.js';
import { type ContentListOptions } from '../records/content-list.dto.js';
import { exportedContent } from '../records/exported-content.js';
import {
  toCreated,
  toImported,
  toListedWorkflow,
  toUpdated,
  toWorkflow,
} from './to-workflow-answer.js';
import { WORKFLOW_LIST } from './workflow-list.js';
import {
  CreateWorkflowAnswer,
  CreateWorkflowRequest,
  ExportWorkflowRequest,
  ImportWorkflowAnswer,
  ImportWorkflowRequest,
  SearchWorkflowsAnswer,
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
    @ListOptions(WORKFLOW_LIST) list: ListRequest<ContentListOptions>,
  ): Promise<SearchWorkflowsAnswer> {
    const { skip, limit } = list;
    const page = await pageOf(list, this.documents.listOf('workflow'), toListedWorkflow);
    return { items: page.items, skip, limit, total: page.total };
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
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.documents.removeAs(principal, 'workflow', id, { expected, force });
  }

  @Operation('validateWorkflow', WorkflowFindingsAnswer)
  async validateWorkflow(
    @Body() { workflow }: ValidateWorkflowRequest,
  ): Promise<WorkflowFindingsAnswer> {
    return this.workflows.validate(workflow);
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
    @Body() { options: { name, _id, dialect } }: ExportWorkflowRequest,
  ): Promise<JsonObject> {
    const which = eitherOf(name, _id);
    return exportedContent('workflow', await this.documents.get('workflow', which), dialect);
  }

  @Operation('deleteWorkflowByName')
  async deleteWorkflowByName(
    @Param('name') name: string,
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.documents.removeAs(principal, 'workflow', name, { expected, force });
  }
}

function eitherOf(name: string | undefined, id: string | undefined): string {
  const given = name ?? id;
  if (given !== undefined && (name === undefined || id === undefined)) return given;
  throw invalidInput([{ pointer: '#/options', detail: 'must have either name or _id' }]);
}
