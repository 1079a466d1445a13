import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { ListRecordsQuery } from '../../../api/query/list-query.dto.js';
import { recordList } from '../../../platform/database/record-list.js';
import {
  ExportedModel,
  IntegrationModelAnswer,
  IntegrationModelRequest,
  ListIntegrationModelsAnswer,
  ModelVerdictAnswer,
  ShownModel,
} from './integration-models.dto.js';
import { IntegrationModelsService } from './integration-models.service.js';
import { toModelAnswer, toShownHead, toShownModel } from './to-integration-model.js';

/** OpenAPI documents whose operations integrations call. */
@Controller()
export class IntegrationModelsController {
  constructor(private readonly models: IntegrationModelsService) {}

  @Operation('listIntegrationModels', ListIntegrationModelsAnswer)
  async listIntegrationModels(
    @QueryObject() query: ListRecordsQuery,
  ): Promise<ListIntegrationModelsAnswer> {
    const { items, total } = await this.models.list(recordList(query));
    const results = items.map(toShownHead);
    return { results, integrationModels: results, total };
  }

  @Operation('createIntegrationModel', IntegrationModelAnswer)
  async createIntegrationModel(
    @Body() { model }: IntegrationModelRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<IntegrationModelAnswer> {
    const created = await this.models.create(model, principal);
    return revisioned(created.revision, toModelAnswer('created', created));
  }

  @Operation('validateIntegrationModel', ModelVerdictAnswer)
  async validateIntegrationModel(
    @Body() { model }: IntegrationModelRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ModelVerdictAnswer> {
    const { versionId, problems } = await this.models.judge(model, principal);
    return { valid: problems.length === 0, versionId, problems };
  }

  @Operation('checkIntegrationModel', ModelVerdictAnswer)
  async checkIntegrationModel(
    @Body() body: IntegrationModelRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ModelVerdictAnswer> {
    return this.validateIntegrationModel(body, principal);
  }

  @Operation('getIntegrationModel', ShownModel)
  async getIntegrationModel(@Param('id') id: string): Promise<ShownModel> {
    const found = await this.models.get(id);
    return revisioned(found.revision, toShownModel(found));
  }

  @Operation('exportIntegrationModel', ExportedModel)
  async exportIntegrationModel(@Param('id') id: string): Promise<JsonObject> {
    const { document } = await this.models.get(id);
    return document;
  }

  @Operation('updateIntegrationModel', IntegrationModelAnswer)
  async updateIntegrationModel(
    @Param('id') id: string,
    @Body() { model }: IntegrationModelRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<IntegrationModelAnswer> {
    const replaced = await this.models.replace(id, model, expected, principal);
    return revisioned(replaced.revision, toModelAnswer('updated', replaced));
  }

  @Operation('deleteIntegrationModel')
  async deleteIntegrationModel(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.models.remove(id, expected);
  }
}
