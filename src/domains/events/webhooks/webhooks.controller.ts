import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { toDelivery, toWebhook } from './to-webhook.js';
import { type StoredDelivery } from '../deliveries/delivery.js';
import { DELIVERY_LIST, WEBHOOK_LIST } from './webhook-lists.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { TestReceiverAnswer } from '../deliveries/delivery.dto.js';
import {
  CreateWebhookRequest,
  DeliveryShown,
  ListDeliveriesAnswer,
  ListWebhooksAnswer,
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
  async listWebhooks(@ListOptions(WEBHOOK_LIST) list: ListRequest): Promise<ListWebhooksAnswer> {
    const { items, total } = await pageOf(list, (part) => this.webhooks.list(part), toWebhook);
    return { results: items, total };
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

  @Operation('testWebhook', TestReceiverAnswer)
  async testWebhook(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TestReceiverAnswer> {
    return this.deliveries.test(id, principal);
  }

  @Operation('listWebhookDeliveries', ListDeliveriesAnswer)
  async listWebhookDeliveries(
    @Param('id') id: string,
    @ListOptions(DELIVERY_LIST) list: ListRequest,
  ): Promise<ListDeliveriesAnswer> {
    const read = (part: StoredList): Promise<Page<StoredDelivery>> =>
      this.deliveries.list(id, part);
    const { items, total } = await pageOf(list, read, toDelivery);
    return { results: items, total };
  }

  @Operation('retryWebhookDelivery', DeliveryShown)
  async retryWebhookDelivery(
    @Param('id') id: string,
    @Param('delivery') delivery: string,
  ): Promise<DeliveryShown> {
    return toDelivery(await this.deliveries.retry(id, delivery));
  }
}
