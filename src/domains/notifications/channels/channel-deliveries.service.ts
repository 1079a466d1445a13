import { Injectable } from '@nestjs/common';
import { IdSource } from '../../../kernel/ids.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { DeliveriesService } from '../../events/deliveries/deliveries.service.js';
import { type CallOutcome, type StoredDelivery } from '../../events/deliveries/delivery.js';
import { ChannelCallerService } from '../sending/channel-caller.service.js';
import { ChannelsService } from './channels.service.js';

/** What was sent through a channel, and sending by hand. */
@Injectable()
export class ChannelDeliveriesService {
  constructor(
    private readonly channels: ChannelsService,
    private readonly deliveries: DeliveriesService,
    private readonly caller: ChannelCallerService,
    private readonly ids: IdSource,
  ) {}

  /** @throws AppError `not-found` */
  async list(channel: string, part: StoredList): Promise<Page<StoredDelivery>> {
    await this.channels.get(channel);
    return this.deliveries.list(channel, part);
  }

  /** Sends a finished notification again. @throws AppError `not-found`, `conflict`. */
  async retry(channel: string, id: string): Promise<StoredDelivery> {
    await this.channels.get(channel);
    return this.deliveries.retry(channel, id);
  }

  /** Sends a message of its own, once. @throws AppError `not-found`. */
  async test(id: string, { username }: Principal): Promise<CallOutcome> {
    const channel = await this.channels.get(id);
    const text = `${username} tries the channel '${channel.name}'.`;
    const message = { subject: 'A test of notifications', text, to: [] };
    return this.caller.send(channel, message, `test-${this.ids.next()}`);
  }

  /** Deletes a channel with what was sent through it. @throws as `ChannelsService.remove`. */
  async removeChannel(id: string, expected: number | undefined, isForced: boolean): Promise<void> {
    await this.channels.remove(id, expected, isForced);
    await this.deliveries.removeAll(id);
  }
}
