import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { ReceiversRepository } from '../../events/deliveries/receivers.repository.js';
import { type StoredChannel } from './channel.js';
import { CHANNEL_MODEL } from './channel.schema.js';

/** The ways to tell people something. */
@Injectable()
export class ChannelsRepository extends ReceiversRepository<StoredChannel> {
  constructor(@InjectModel(CHANNEL_MODEL) channels: Model<StoredChannel>) {
    super(channels, 'Channel');
  }
}
