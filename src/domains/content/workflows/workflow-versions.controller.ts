import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { ContentHistoryService, type VersionSummary } from '../records/content-history.service.js';
import { WORKFLOW_VERSION_LIST } from '../records/content-version-lists.js';
import {
  ContentVersionDocument,
  ListVersionsAnswer,
  RestoreVersionRequest,
} from '../records/content-versions.dto.js';
import { toVersion, toVersionHead } from '../records/to-content-version.js';
import { diffWorkflows } from '../../../cores/workflow-graph/diff-workflows.js';
import { toDiff, toUpdated } from './to-workflow-answer.js';
import { DiffWorkflowQuery, WorkflowDiffAnswer } from './workflow-versions.dto.js';
import { UpdateWorkflowAnswer } from './workflows.dto.js';
import { WorkflowsService } from './workflows.service.js';

/** What workflows have been before. */
@Controller()
export class WorkflowVersionsController {
  constructor(
    private readonly history: ContentHistoryService,
    private readonly workflows: WorkflowsService,
  ) {}

  @Operation('listWorkflowVersions', ListVersionsAnswer)
  async listWorkflowVersions(
    @Param('id') id: string,
    @ListOptions(WORKFLOW_VERSION_LIST) list: ListRequest,
  ): Promise<ListVersionsAnswer> {
    const read = (part: StoredList): Promise<Page<VersionSummary>> =>
      this.history.list('workflow', id, part);
    const { items, total } = await pageOf(list, read, toVersionHead);
    return { results: items, total };
  }

  @Operation('getWorkflowVersion', ContentVersionDocument)
  async getWorkflowVersion(
    @Param('id') id: string,
    @Param('revision') revision: string,
  ): Promise<ContentVersionDocument> {
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
    @Body() { revision }: RestoreVersionRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<UpdateWorkflowAnswer> {
    const record = await this.history.restore('workflow', id, { revision, expected }, principal);
    return toUpdated(await this.workflows.judged(record));
  }
}
