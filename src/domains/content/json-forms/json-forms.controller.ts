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
import { type Principal } from '../../../kernel/principal.js';
import { noteHeader } from '../../../platform/request-context/request-context.js';
import { type ContentListOptions } from '../records/content-list.dto.js';
import { ExportContentQuery } from '../records/content-transfer.dto.js';
import { exportedContent } from '../records/exported-content.js';
import {
  DeleteJsonFormsAnswer,
  DeleteJsonFormsRequest,
  ImportJsonFormsAnswer,
  ImportJsonFormsRequest,
  JsonFormDocument,
  ReplacedJsonFormAnswer,
  SentJsonForm,
  WrittenJsonFormAnswer,
} from './json-forms.dto.js';
import { JSON_FORM_LIST } from './json-form-list.js';
import { JsonFormsService } from './json-forms.service.js';
import {
  deletedJsonForms,
  importedJsonForms,
  replacedJsonForm,
  sentJsonForm,
  shownJsonForm,
  toImport,
  writtenJsonForm,
} from './to-json-form.js';

/** JSON forms as documents. */
@Controller()
export class JsonFormsController {
  constructor(private readonly forms: JsonFormsService) {}

  @Operation('listJsonForms', [JsonFormDocument])
  async listJsonForms(
    @ListOptions(JSON_FORM_LIST) list: ListRequest<ContentListOptions>,
  ): Promise<readonly JsonFormDocument[]> {
    const { items, total } = await pageOf(list, (part) => this.forms.list(part), shownJsonForm);
    noteHeader('x-total-count', String(total));
    return items;
  }

  @Operation('getJsonForm', JsonFormDocument)
  async getJsonForm(@Param('id') id: string): Promise<JsonFormDocument> {
    const record = await this.forms.get(id);
    return revisioned(record.revision, shownJsonForm(record));
  }

  @Operation('createJsonForm', WrittenJsonFormAnswer)
  async createJsonForm(
    @Body() body: SentJsonForm,
    @CurrentPrincipal() principal: Principal,
  ): Promise<WrittenJsonFormAnswer> {
    const record = await this.forms.create(sentJsonForm(body), principal);
    return writtenJsonForm('created', record);
  }

  @Operation('updateJsonForm', ReplacedJsonFormAnswer)
  async updateJsonForm(
    @Param('id') id: string,
    @Body() body: SentJsonForm,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ReplacedJsonFormAnswer> {
    const replaced = await this.forms.replace(id, { ...sentJsonForm(body), expected }, principal);
    return replacedJsonForm(replaced);
  }

  @Operation('deleteJsonForm')
  async deleteJsonForm(
    @Param('id') id: string,
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.forms.remove(id, { expected, force });
  }

  @Operation('deleteJsonForms', DeleteJsonFormsAnswer)
  async deleteJsonForms(
    @Body() { ids }: DeleteJsonFormsRequest,
    @QueryObject() { force = false }: RemovalQuery,
  ): Promise<DeleteJsonFormsAnswer> {
    return deletedJsonForms(await this.forms.removeAll([...new Set(ids)], force));
  }

  @Operation('importJsonForms', ImportJsonFormsAnswer)
  async importJsonForms(
    @Body() body: ImportJsonFormsRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ImportJsonFormsAnswer> {
    const overwrite = body.options?.overwrite ?? false;
    return importedJsonForms(await this.forms.import(toImport(body), overwrite, principal));
  }

  @Operation('exportJsonForm', JsonFormDocument)
  async exportJsonForm(
    @Param('id') id: string,
    @QueryObject() { dialect }: ExportContentQuery,
  ): Promise<JsonFormDocument> {
    // What is stored is answered as it is; only its name is known.
    const form = await this.forms.get(id);
    return exportedContent('json-form', form, dialect) as unknown as JsonFormDocument;
  }
}
