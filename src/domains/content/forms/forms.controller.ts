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
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { ContentDocumentsService } from '../records/content-documents.service.js';
import { type ContentListOptions } from '../records/content-list.dto.js';
import { type ContentRecord } from '../records/content-record.js';
import { ExportContentQuery } from '../records/content-transfer.dto.js';
import { exportedContent, shownContent } from '../records/exported-content.js';
import {
  FormDocument,
  FormRequest,
  ImportFormRequest,
  ListFormsAnswer,
  PreserveFormDataAnswer,
  PreserveFormDataRequest,
} from './forms.dto.js';
import { FORM_LIST } from './form-list.js';
import { FormsService } from './forms.service.js';

/** Forms of the form builder; JSON forms are another kind. */
@Controller()
export class FormsController {
  constructor(
    private readonly forms: FormsService,
    private readonly documents: ContentDocumentsService,
  ) {}

  @Operation('preserveFormData', PreserveFormDataAnswer)
  async preserveFormData(
    @Body() { form_name, data }: PreserveFormDataRequest,
  ): Promise<PreserveFormDataAnswer> {
    return { data: await this.forms.preserve(form_name, data) };
  }

  @Operation('listForms', ListFormsAnswer)
  async listForms(
    @ListOptions(FORM_LIST) list: ListRequest<ContentListOptions>,
  ): Promise<ListFormsAnswer> {
    const page = await pageOf(list, this.documents.listOf('form'), shownForm);
    // What is stored is answered as it is; only its name is known.
    return { results: page.items as unknown as FormDocument[], total: page.total };
  }

  @Operation('createForm', FormDocument)
  async createForm(
    @Body() { form }: FormRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JsonObject> {
    return shown(await this.documents.create('form', sent(form), principal));
  }

  @Operation('getForm', FormDocument)
  async getForm(@Param('id') id: string): Promise<JsonObject> {
    return shown(await this.documents.get('form', id));
  }

  @Operation('updateForm', FormDocument)
  async updateForm(
    @Param('id') id: string,
    @Body() { form }: FormRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JsonObject> {
    const change = { ...sent(form), expected };
    return shown(await this.documents.replace('form', id, change, principal));
  }

  @Operation('deleteForm')
  async deleteForm(
    @Param('id') id: string,
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.documents.remove('form', id, { expected, force });
  }

  @Operation('exportForm', FormDocument)
  async exportForm(
    @Param('id') id: string,
    @QueryObject() { dialect }: ExportContentQuery,
  ): Promise<JsonObject> {
    return exportedContent('form', await this.documents.get('form', id), dialect);
  }

  @Operation('importForm', FormDocument)
  async importForm(
    @Body() { form, options }: ImportFormRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JsonObject> {
    const { overwrite = false } = options ?? {};
    return shown(await this.documents.import('form', sent(form), { overwrite }, principal));
  }
}

function sent(document: JsonObject): { document: JsonObject; pointer: string } {
  return { document, pointer: '#/form' };
}

function shown(record: ContentRecord): JsonObject {
  return revisioned(record.revision, shownForm(record));
}

function shownForm(record: ContentRecord): JsonObject {
  return shownContent('form', record);
}
