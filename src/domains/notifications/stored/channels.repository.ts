import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { disable, noteHealth } from '../../events/deliveries/receiver-state.repository.js';
import { type ReceiverHealth } from '../../events/deliveries/receivers.js';
import { type StoredChannel } from './channel.js';
import { CHANNEL_MODEL } from './channel.schema.js';
import { NamedRepository } from './named-documents.repository.js';

/** The ways to tell people something. */
@Injectable()
export class ChannelsRepository extends NamedRepository<StoredChannel> {
  constructor(@InjectModel(CHANNEL_MODEL) channels: Model<StoredChannel>) {
    super(channels, 'Channel');
  }

  async ids(): Promise<readonly string[]> {
    const found = await this.model.find({}, { _id: 1 }).lean<Pick<StoredChannel, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  /** As `ReceiverKind.noteHealth`. */
  async noteHealth(_id: string, revision: number, health: ReceiverHealth): Promise<void> {
    await noteHealth(this.model, { _id, revision }, health);
  }

  /** As `ReceiverKind.disable`. */
  async disable(_id: string, revision: number, reason: string): Promise<boolean> {
    return disable(this.model, { _id, revision }, reason);
  }
}
