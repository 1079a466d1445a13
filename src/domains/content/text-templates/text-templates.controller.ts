import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { RemovalQuery } from '../../../api/query/removal.dto.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { type ContentListOptions } from '../records/content-list.dto.js';
import { type ContentRecord } from '../records/content-record.js';
import { ExportContentQuery } from '../records/content-transfer.dto.js';
import { exportedContent, shownContent } from '../records/exported-content.js';
import { TEXT_TEMPLATE_LIST } from './text-template-list.js';
import {
  CreateTextTemplateAnswer,
  CreateTextTemplateRequest,
  ImportTextTemplatesAnswer,
  ImportTextTemplatesRequest,
  ListTextTemplatesAnswer,
  TextTemplateDocument,
  UpdateTextTemplateAnswer,
  UpdateTextTemplateRequest,
} from './text-templates.dto.js';
import { TextTemplatesService } from './text-templates.service.js';
import {
  createdTemplate,
  importedTemplates,
  shownTemplate,
  updatedTemplate,
} from './to-text-template.js';

/** Templates of texts under the paths that existing clients use. */
@Controller()
export class TextTemplatesController {
  constructor(private readonly templates: TextTemplatesService) {}

  @Operation('listTextTemplates', ListTextTemplatesAnswer)
  async listTextTemplates(
    @ListOptions(TEXT_TEMPLATE_LIST) list: ListRequest<ContentListOptions>,
  ): Promise<ListTextTemplatesAnswer> {
    const { skip, limit } = list;
    const page = await pageOf(list, (part) => this.templates.list(part), listed);
    const items = page.items as readonly (JsonObject & TextTemplateDocument)[];
    return { items, skip, limit, total: page.total };
  }

  @Operation('getTextTemplate', TextTemplateDocument)
  async getTextTemplate(@Param('id') id: string): Promise<TextTemplateDocument> {
    return shownTemplate(await this.templates.get(id));
  }

  @Operation('createTextTemplate', CreateTextTemplateAnswer)
  async createTextTemplate(
    @Body() { template }: CreateTextTemplateRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<CreateTextTemplateAnswer> {
    const given = { document: template, pointer: '#/template' };
    return createdTemplate(await this.templates.create(given, principal));
  }

  @Operation('updateTextTemplate', UpdateTextTemplateAnswer)
  async updateTextTemplate(
    @Param('id') id: string,
    @Body() { update }: UpdateTextTemplateRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<UpdateTextTemplateAnswer> {
    const change = { update, pointer: '#/update', expected };
    return updatedTemplate(await this.templates.update(id, change, principal));
  }

  @Operation('deleteTextTemplate')
  async deleteTextTemplate(
    @Param('id') id: string,
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.templates.remove(id, { expected, force });
  }

  @Operation('importTextTemplates', ImportTextTemplatesAnswer)
  async importTextTemplates(
    @Body() { templates, options }: ImportTextTemplatesRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ImportTextTemplatesAnswer> {
    // A body is JSON, and so is every part of it.
    const given = templates as readonly JsonValue[];
    const { overwrite = false } = options ?? {};
    return importedTemplates(await this.templates.import(given, overwrite, principal));
  }

  @Operation('exportTextTemplate', TextTemplateDocument)
  async exportTextTemplate(
    @Param('id') id: string,
    @QueryObject() { dialect }: ExportContentQuery,
  ): Promise<JsonObject> {
    return exportedContent('template', await this.templates.get(id), dialect);
  }
}

function listed(record: ContentRecord): JsonObject {
  return shownContent('template', record);
}
