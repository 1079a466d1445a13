import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { toDelivery, toWebhook } from './to-webhook.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import {
  CreateWebhookRequest,
  DeliveryShown,
  ListDeliveriesAnswer,
  ListDeliveriesQuery,
  ListWebhooksAnswer,
  ListWebhooksQuery,
  TestWebhookAnswer,
  UpdateWebhookRequest,
  WebhookShown,
} from './webhooks.dto.js';
import { WebhooksService } from './webhooks.service.js';

/** Where events are sent to. */
@Controller()
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesService,
  ) {}

  @Operation('listWebhooks', ListWebhooksAnswer)
  async listWebhooks(@QueryObject() query: ListWebhooksQuery): Promise<ListWebhooksAnswer> {
    const { skip = 0, limit = LIST_LIMIT_DEFAULT } = query;
    const { items, total } = await this.webhooks.list({ skip, limit });
    return { results: items.map(toWebhook), total };
  }

  @Operation('createWebhook', WebhookShown)
  async createWebhook(
    @Body() { filters = [], ...write }: CreateWebhookRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<WebhookShown> {
    const created = await this.webhooks.create({ ...write, filters }, principal);
    return revisioned(created.revision, toWebhook(created));
  }

  @Operation('getWebhook', WebhookShown)
  async getWebhook(@Param('id') id: string): Promise<WebhookShown> {
    const found = await this.webhooks.get(id);
    return revisioned(found.revision, toWebhook(found));
  }

  @Operation('updateWebhook', WebhookShown)
  async updateWebhook(
    @Param('id') id: string,
    @Body() { filters = [], ...write }: UpdateWebhookRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<WebhookShown> {
    const changed = await this.webhooks.replace(id, { ...write, filters }, expected, principal);
    return revisioned(changed.revision, toWebhook(changed));
  }

  @Operation('deleteWebhook')
  async deleteWebhook(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.webhooks.remove(id, expected);
  }

  @Operation('testWebhook', TestWebhookAnswer)
  async testWebhook(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TestWebhookAnswer> {
    return this.deliveries.test(id, principal);
  }

  @Operation('listWebhookDeliveries', ListDeliveriesAnswer)
  async listWebhookDeliveries(
    @Param('id') id: string,
    @QueryObject() { state, skip = 0, limit = LIST_LIMIT_DEFAULT }: ListDeliveriesQuery,
  ): Promise<ListDeliveriesAnswer> {
    const { items, total } = await this.deliveries.list(id, state, { skip, limit });
    return { results: items.map(toDelivery), total };
  }

  @Operation('retryWebhookDelivery', DeliveryShown)
  async retryWebhookDelivery(
    @Param('id') id: string,
    @Param('delivery') delivery: string,
  ): Promise<DeliveryShown> {
    return toDelivery(await this.deliveries.retry(id, delivery));
  }
}
