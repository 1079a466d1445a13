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
import { Referrers } from '../../../platform/referrers/referrers.js';
import {
  ExportedModel,
  IntegrationModelAnswer,
  IntegrationModelRequest,
  ListIntegrationModelsAnswer,
  ModelVerdictAnswer,
  ShownModel,
} from './integration-models.dto.js';
import { INTEGRATION_MODEL_LIST } from './integration-model-list.js';
import { IntegrationModelsService } from './integration-models.service.js';
import { referredModel } from './model-referrers.service.js';
import { toModelAnswer, toShownHead, toShownModel } from './to-integration-model.js';

/** OpenAPI documents whose operations integrations call. */
@Controller()
export class IntegrationModelsController {
  constructor(
    private readonly models: IntegrationModelsService,
    private readonly referrers: Referrers,
  ) {}

  @Operation('listIntegrationModels', ListIntegrationModelsAnswer)
  async listIntegrationModels(
    @ListOptions(INTEGRATION_MODEL_LIST) list: ListRequest,
  ): Promise<ListIntegrationModelsAnswer> {
    const { items, total } = await pageOf(list, (part) => this.models.list(part), toShownHead);
    return { results: items, integrationModels: items, total };
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
    const { versionId, problems } = await this.models.validate(model, principal);
    return { valid: problems.length === 0, versionId, problems };
  }

  @Operation('checkIntegrationModel', ModelVerdictAnswer)
  async checkIntegrationModel(
    @Body() body: IntegrationModelRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ModelVerdictAnswer> {
    return this.validateIntegrationModel(body, principal);
  }

  @Operation('putIntegrationModel', IntegrationModelAnswer)
  async putIntegrationModel(
    @Body() { model }: IntegrationModelRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<IntegrationModelAnswer> {
    const { versionId } = await this.models.validate(model, principal);
    const replaced = await this.models.replace(versionId, model, undefined, principal);
    return revisioned(replaced.revision, toModelAnswer('updated', replaced));
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
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    const found = await this.models.get(id);
    if (!force && !found.isPackaged) await this.referrers.assertNone(referredModel(found));
    await this.models.remove(id, expected);
  }
}
