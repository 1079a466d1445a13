import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { ContentHistoryService, type VersionSummary } from '../records/content-history.service.js';
import { TEXT_TEMPLATE_VERSION_LIST } from '../records/content-version-lists.js';
import {
  ContentVersionDocument,
  ListVersionsAnswer,
  RestoreVersionRequest,
} from '../records/content-versions.dto.js';
import { toVersion, toVersionHead } from '../records/to-content-version.js';
import { UpdateTextTemplateAnswer } from './text-templates.dto.js';
import { updatedTemplate } from './to-text-template.js';

const KIND = 'template';

/** What templates of texts have been before. */
@Controller()
export class TextTemplateVersionsController {
  constructor(private readonly history: ContentHistoryService) {}

  @Operation('listTextTemplateVersions', ListVersionsAnswer)
  async listTextTemplateVersions(
    @Param('id') id: string,
    @ListOptions(TEXT_TEMPLATE_VERSION_LIST) list: ListRequest,
  ): Promise<ListVersionsAnswer> {
    const read = (part: StoredList): Promise<Page<VersionSummary>> =>
      this.history.list(KIND, id, part);
    const { items, total } = await pageOf(list, read, toVersionHead);
    return { results: items, total };
  }

  @Operation('getTextTemplateVersion', ContentVersionDocument)
  async getTextTemplateVersion(
    @Param('id') id: string,
    @Param('revision') revision: string,
  ): Promise<ContentVersionDocument> {
    return toVersion(await this.history.get(KIND, id, revision));
  }

  @Operation('restoreTextTemplate', UpdateTextTemplateAnswer)
  async restoreTextTemplate(
    @Param('id') id: string,
    @Body() { revision }: RestoreVersionRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<UpdateTextTemplateAnswer> {
    const wanted = { revision, expected };
    return updatedTemplate(await this.history.restore(KIND, id, wanted, principal));
  }
}
