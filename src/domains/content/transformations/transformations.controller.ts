import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type JsonObject } from '../../../kernel/json.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { ContentDocumentsService } from '../records/content-documents.service.js';
import { type ContentRecord } from '../records/content-record.js';
import { ExportContentQuery } from '../records/content-transfer.dto.js';
import { exportedContent, shownContent } from '../records/exported-content.js';
import {
  CreateTransformationRequest,
  type GivenTransformation,
  ImportTransformationRequest,
  RunTransformationAnswer,
  RunTransformationRequest,
  SearchTransformationsAnswer,
  SearchTransformationsQuery,
  TransformationDocument,
  UpdateTransformationRequest,
  ValidateTransformationAnswer,
  ValidateTransformationRequest,
} from './transformations.dto.js';
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
    @QueryObject() query: SearchTransformationsQuery,
  ): Promise<SearchTransformationsAnswer> {
    const { items, total } = await this.transformations.list(query);
    const { skip = 0, limit = LIST_LIMIT_DEFAULT } = query;
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
    @Body() { create }: CreateTransformationRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JsonObject> {
    const given = { document: sent(create), pointer: '#/create' };
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
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.documents.remove('transformation', id, expected);
  }

  @Operation('importTransformation', TransformationDocument)
  async importTransformation(
    @Body() { transformation, options }: ImportTransformationRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JsonObject> {
    const given = { document: sent(transformation), pointer: '#/transformation' };
    const { overwrite = false } = options ?? {};
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
    return this.transformations.judge(transformation);
  }

  @Operation('runTransformation', RunTransformationAnswer)
  async runTransformation(
    @Param('id') id: string,
    @Body() { incoming = {}, options = {} }: RunTransformationRequest,
  ): Promise<RunTransformationAnswer> {
    const { outgoing, fuelUsed } = await this.transformations.run(id, { incoming, options });
    return { outgoing, fuelUsed };
  }
}

/** What validation lets through is plain JSON. */
function sent(document: GivenTransformation): JsonObject {
  return document as unknown as JsonObject;
}

function shown(record: ContentRecord): JsonObject {
  return revisioned(record.revision, shownContent('transformation', record));
}
