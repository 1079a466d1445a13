import { Body, Controller } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { SearchRequest } from '../../../api/lists/search.dto.js';
import { SearchOptions } from '../../../api/lists/search-options.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { listMetadata } from '../../../api/query/list-metadata.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { DocumentBatchService } from '../importing/document-batch.service.js';
import { type ImportItem, type ImportOutcome } from '../importing/import-outcome.js';
import { toImportAnswer } from '../importing/to-import-answer.js';
import { ContentDocumentsService } from '../records/content-documents.service.js';
import { type ContentListOptions } from '../records/content-list.dto.js';
import { toListedWorkflow } from './to-workflow-answer.js';
import { WORKFLOW_LIST } from './workflow-list.js';
import {
  ImportWorkflowsAnswer,
  ImportWorkflowsRequest,
  QueryWorkflowsAnswer,
} from './workflow-search.dto.js';

/** Workflows searched and imported in bulk, as existing clients do. */
@Controller()
export class WorkflowSearchController {
  constructor(
    private readonly documents: ContentDocumentsService,
    private readonly batch: DocumentBatchService,
  ) {}

  @Operation('queryWorkflows', QueryWorkflowsAnswer)
  async queryWorkflows(
    @Body() _asked: SearchRequest,
    @SearchOptions(WORKFLOW_LIST) list: ListRequest<ContentListOptions>,
  ): Promise<QueryWorkflowsAnswer> {
    const page = await pageOf(list, this.documents.listOf('workflow'), toListedWorkflow);
    const { skip, limit, total, nextPageSkip } = listMetadata(list, page);
    return { results: page.items, total, skip, limit, metadata: { nextPageSkip } };
  }

  @Operation('importWorkflows', ImportWorkflowsAnswer)
  async importWorkflows(
    @Body() { automations, options = {} }: ImportWorkflowsRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ImportWorkflowsAnswer> {
    const items = automations.map(toItem);
    const batch = { overwrite: options.overwrite ?? false };
    return toImportedWorkflows(await this.batch.importAll(items, batch, principal));
  }
}

function toItem(document: JsonObject, at: number): ImportItem {
  return { type: 'workflow', document, pointer: `#/automations/${at}` };
}

function toImportedWorkflows(outcomes: readonly ImportOutcome[]): ImportWorkflowsAnswer {
  const first = outcomes.find(({ success }) => success);
  const said = { _id: first?.id ?? null, name: first?.name ?? null };
  return Object.assign(said, toImportAnswer(outcomes));
}
