import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOfRows } from '../../../api/lists/page-of.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { RemovalQuery } from '../../../api/query/removal.dto.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { documentOf } from '../../../api/validation/wrapped-body.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { ContentDocumentsService } from '../records/content-documents.service.js';
import { type ContentRecord } from '../records/content-record.js';
import { ExportContentQuery } from '../records/content-transfer.dto.js';
import { exportedContent, shownContent } from '../records/exported-content.js';
import {
  CreateTransformationRequest,
  ImportTransformationRequest,
  RunTransformationAnswer,
  RunTransformationRequest,
  SearchTransformationsAnswer,
  TransformationDocument,
  type TransformationListOptions,
  UpdateTransformationRequest,
  ValidateTransformationAnswer,
  ValidateTransformationRequest,
} from './transformations.dto.js';
import { asked } from './transformation-list.js';
import { TRANSFORMATION_LIST } from './transformations-list.js';
import { TransformationsService } from './transformations.service.js';

/** Transformation documents. */
@Controller()
export class TransformationsController {
  constructor(
    private readonly transformations: TransformationsService,
    private readonly documents: ContentDocumentsService,
  ) {}

  @Operation('searchTransformations', SearchTransformationsAnswer)
  async searchTransformations(
    @ListOptions(TRANSFORMATION_LIST) list: ListRequest<TransformationListOptions>,
  ): Promise<SearchTransformationsAnswer> {
    const { skip, limit } = list;
    const { items, total } = await this.found(list);
    // What is stored is answered as it is; only its name is known.
    const results = items as unknown as TransformationDocument[];
    return { result: { results, total, skip, limit } };
  }

  @Operation('getTransformation', TransformationDocument)
  async getTransformation(@Param('id') id: string): Promise<JsonObject> {
    return shown(await this.documents.get('transformation', id));
  }

  @Operation('createTransformation', TransformationDocument)
  async createTransformation(
    @Body() body: CreateTransformationRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JsonObject> {
    const given = documentOf(body, 'create');
    return shown(await this.documents.create('transformation', given, principal));
  }

  @Operation('updateTransformation', TransformationDocument)
  async updateTransformation(
    @Param('id') id: string,
    @Body() { update }: UpdateTransformationRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JsonObject> {
    const change = { update, pointer: '#/update', expected };
    return shown(await this.transformations.update(id, change, principal));
  }

  @Operation('deleteTransformation')
  async deleteTransformation(
    @Param('id') id: string,
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.documents.remove('transformation', id, { expected, force });
  }

  @Operation('importTransformation', TransformationDocument)
  async importTransformation(
    @Body() body: ImportTransformationRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JsonObject> {
    const given = documentOf(body, 'transformation', ['options']);
    const { overwrite = false } = body.options ?? {};
    return shown(await this.documents.import('transformation', given, { overwrite }, principal));
  }

  @Operation('exportTransformation', TransformationDocument)
  async exportTransformation(
    @Param('id') id: string,
    @QueryObject() { dialect }: ExportContentQuery,
  ): Promise<JsonObject> {
    const record = await this.documents.get('transformation', id);
    return exportedContent('transformation', record, dialect);
  }

  @Operation('validateTransformation', ValidateTransformationAnswer)
  validateTransformation(
    @Body() { transformation }: ValidateTransformationRequest,
  ): ValidateTransformationAnswer {
    return this.transformations.validate(transformation);
  }

  @Operation('runTransformation', RunTransformationAnswer)
  async runTransformation(
    @Param('id') id: string,
    @Body() { incoming = {}, options = {} }: RunTransformationRequest,
  ): Promise<RunTransformationAnswer> {
    const { outgoing, fuelUsed } = await this.transformations.run(id, { incoming, options });
    return { outgoing, fuelUsed };
  }

  private found(list: ListRequest<TransformationListOptions>): Promise<Page<JsonObject>> {
    return pageOfRows(
      list,
      (part) => this.documents.list('transformation', asked(part)),
      (found) => this.transformations.shown(found, list.own),
    );
  }
}

function shown(record: ContentRecord): JsonObject {
  return revisioned(record.revision, shownContent('transformation', record));
}
