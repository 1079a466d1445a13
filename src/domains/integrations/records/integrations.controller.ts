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
  CreateIntegrationRequest,
  GetIntegrationAnswer,
  IntegrationAnswer,
  type IntegrationFields,
  ListIntegrationsAnswer,
  UpdateIntegrationRequest,
} from './integrations.dto.js';
import { INTEGRATION_LIST } from './integration-list.js';
import { IntegrationsService } from './integrations.service.js';
import { toIntegrationAnswer, toIntegrationRecord } from './to-integration-record.js';

const INTEGRATION = { kind: 'integration', label: 'Integration' };

/** The systems that operations of models are called on. */
@Controller()
export class IntegrationsController {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly referrers: Referrers,
  ) {}

  @Operation('getIntegration', GetIntegrationAnswer)
  async getIntegration(@Param('name') name: string): Promise<GetIntegrationAnswer> {
    const found = await this.integrations.get(name);
    return revisioned(found.revision, { result: toIntegrationRecord(found) });
  }

  @Operation('listIntegrations', ListIntegrationsAnswer)
  async listIntegrations(
    @ListOptions(INTEGRATION_LIST) list: ListRequest,
  ): Promise<ListIntegrationsAnswer> {
    const page = await pageOf(list, (part) => this.integrations.list(part), toIntegrationRecord);
    return { results: page.items, total: page.total };
  }

  @Operation('createIntegration', IntegrationAnswer)
  async createIntegration(
    @Body() { properties }: CreateIntegrationRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<IntegrationAnswer> {
    const created = await this.integrations.create(properties.name, sent(properties), principal);
    return revisioned(created.revision, toIntegrationAnswer('created', created));
  }

  @Operation('updateIntegration', IntegrationAnswer)
  async updateIntegration(
    @Param('name') name: string,
    @Body() { properties }: UpdateIntegrationRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<IntegrationAnswer> {
    const changed = await this.integrations.replace(name, sent(properties), expected, principal);
    return revisioned(changed.revision, toIntegrationAnswer('updated', changed));
  }

  @Operation('startIntegration', IntegrationAnswer)
  async startIntegration(
    @Param('name') name: string,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<IntegrationAnswer> {
    const started = await this.integrations.setEnabled(name, true, expected, principal);
    return revisioned(started.revision, toIntegrationAnswer('started', started));
  }

  @Operation('stopIntegration', IntegrationAnswer)
  async stopIntegration(
    @Param('name') name: string,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<IntegrationAnswer> {
    const stopped = await this.integrations.setEnabled(name, false, expected, principal);
    return revisioned(stopped.revision, toIntegrationAnswer('stopped', stopped));
  }

  @Operation('deleteIntegration')
  async deleteIntegration(
    @Param('name') name: string,
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    const { id, name: own, isPackaged } = await this.integrations.get(name);
    if (!force && !isPackaged) await this.referrers.assertNone({ ...INTEGRATION, id, name: own });
    await this.integrations.remove(own, expected);
  }
}

/** What validation lets through is plain JSON. */
function sent(properties: IntegrationFields): JsonObject {
  return properties as unknown as JsonObject;
}
