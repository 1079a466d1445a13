import { Body, Controller } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { ContentImportService } from './content-import.service.js';
import {
  ImportContentAnswer,
  ImportContentRequest,
  ListTagsAnswer,
  ListTagsQuery,
} from './importing.dto.js';
import { TagsService } from './tags.service.js';
import { toImportAnswer } from './to-import-answer.js';

/** What concerns documents of all kinds. */
@Controller()
export class ImportingController {
  constructor(
    private readonly imports: ContentImportService,
    private readonly tags: TagsService,
  ) {}

  @Operation('importContent', ImportContentAnswer)
  async importContent(
    @Body() { documents, options }: ImportContentRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ImportContentAnswer> {
    const { overwrite = false } = options ?? {};
    return toImportAnswer(await this.imports.import(documents, { overwrite }, principal));
  }

  @Operation('listTags', ListTagsAnswer)
  async listTags(@QueryObject() { skip = 0, limit }: ListTagsQuery): Promise<ListTagsAnswer> {
    const page = { skip, limit: limit ?? LIST_LIMIT_DEFAULT };
    const { items, total } = await this.tags.list(page);
    return { results: items, total };
  }
}
