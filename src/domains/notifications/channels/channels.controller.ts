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
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type StoredDelivery } from '../../events/deliveries/delivery.js';
import { type StoredChannel } from '../stored/channel.js';
import { ChannelDeliveriesService } from './channel-deliveries.service.js';
import { CHANNEL_LIST, NOTIFICATION_LIST } from './channel-lists.js';
import { TestReceiverAnswer } from '../../events/deliveries/delivery.dto.js';
import {
  ChannelRequest,
  ChannelShown,
  ListChannelsAnswer,
  ListNotificationsAnswer,
  NotificationShown,
} from './channels.dto.js';
import { ChannelsService } from './channels.service.js';
import { toChannel, toNotification } from './to-channel.js';

/** Where notifications are sent to. */
@Controller()
export class ChannelsController {
  constructor(
    private readonly channels: ChannelsService,
    private readonly deliveries: ChannelDeliveriesService,
  ) {}

  @Operation('listNotificationChannels', ListChannelsAnswer)
  async listNotificationChannels(
    @ListOptions(CHANNEL_LIST) list: ListRequest,
  ): Promise<ListChannelsAnswer> {
    const read = (part: StoredList): Promise<Page<StoredChannel>> => this.channels.list(part);
    const { items, total } = await pageOf(list, read, (channel) => this.shown(channel));
    return { results: items, total };
  }

  @Operation('createNotificationChannel', ChannelShown)
  async createNotificationChannel(
    @Body() request: ChannelRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ChannelShown> {
    return this.answered(await this.channels.create(request, principal));
  }

  @Operation('getNotificationChannel', ChannelShown)
  async getNotificationChannel(@Param('id') id: string): Promise<ChannelShown> {
    return this.answered(await this.channels.get(id));
  }

  @Operation('updateNotificationChannel', ChannelShown)
  async updateNotificationChannel(
    @Param('id') id: string,
    @Body() request: ChannelRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ChannelShown> {
    return this.answered(await this.channels.replace(id, request, expected, principal));
  }

  @Operation('deleteNotificationChannel')
  async deleteNotificationChannel(
    @Param('id') id: string,
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.deliveries.removeChannel(id, expected, force);
  }

  @Operation('testNotificationChannel', TestReceiverAnswer)
  async testNotificationChannel(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TestReceiverAnswer> {
    return this.deliveries.test(id, principal);
  }

  @Operation('listNotifications', ListNotificationsAnswer)
  async listNotifications(
    @Param('id') id: string,
    @ListOptions(NOTIFICATION_LIST) list: ListRequest,
  ): Promise<ListNotificationsAnswer> {
    const read = (part: StoredList): Promise<Page<StoredDelivery>> =>
      this.deliveries.list(id, part);
    const { items, total } = await pageOf(list, read, toNotification);
    return { results: items, total };
  }

  @Operation('retryNotification', NotificationShown)
  async retryNotification(
    @Param('id') id: string,
    @Param('delivery') delivery: string,
  ): Promise<NotificationShown> {
    return toNotification(await this.deliveries.retry(id, delivery));
  }

  private answered(channel: StoredChannel): ChannelShown {
    return revisioned(channel.revision, this.shown(channel));
  }

  private shown(channel: StoredChannel): ChannelShown {
    return toChannel(channel, this.channels.clearUrl(channel));
  }
}
