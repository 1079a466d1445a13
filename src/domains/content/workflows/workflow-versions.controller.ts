import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { ContentHistoryService } from '../records/content-history.service.js';
import { diffWorkflows } from './graph/diff-workflows.js';
import { toDiff, toUpdated, toVersion, toVersionHead } from './to-workflow-answer.js';
import {
  DiffWorkflowQuery,
  ListWorkflowVersionsAnswer,
  ListWorkflowVersionsQuery,
  RestoreWorkflowRequest,
  WorkflowDiffAnswer,
  WorkflowVersion,
} from './workflow-versions.dto.js';
import { UpdateWorkflowAnswer } from './workflows.dto.js';
import { WorkflowsService } from './workflows.service.js';

/** What workflows have been before. */
@Controller()
export class WorkflowVersionsController {
  constructor(
    private readonly history: ContentHistoryService,
    private readonly workflows: WorkflowsService,
  ) {}

  @Operation('listWorkflowVersions', ListWorkflowVersionsAnswer)
  async listWorkflowVersions(
    @Param('id') id: string,
    @QueryObject() { skip = 0, limit = LIST_LIMIT_DEFAULT }: ListWorkflowVersionsQuery,
  ): Promise<ListWorkflowVersionsAnswer> {
    const { items, total } = await this.history.list('workflow', id, { skip, limit });
    return { results: items.map(toVersionHead), total };
  }

  @Operation('getWorkflowVersion', WorkflowVersion)
  async getWorkflowVersion(
    @Param('id') id: string,
    @Param('revision') revision: string,
  ): Promise<WorkflowVersion> {
    return toVersion(await this.history.get('workflow', id, revision));
  }

  @Operation('diffWorkflow', WorkflowDiffAnswer)
  async diffWorkflow(
    @Param('id') id: string,
    @QueryObject() { from, to }: DiffWorkflowQuery,
  ): Promise<WorkflowDiffAnswer> {
    const pair = await this.history.pair('workflow', id, { from, to });
    return toDiff(pair, diffWorkflows(pair[0].document, pair[1].document));
  }

  @Operation('restoreWorkflow', UpdateWorkflowAnswer)
  async restoreWorkflow(
    @Param('id') id: string,
    @Body() { revision }: RestoreWorkflowRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<UpdateWorkflowAnswer> {
    const record = await this.history.restore('workflow', id, { revision, expected }, principal);
    return toUpdated(this.workflows.judged(record));
  }
}
