import { Injectable } from '@nestjs/common';
import { type Fault, invalidInput, notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { DeliveriesService } from '../../events/deliveries/deliveries.service.js';
import { newDelivery } from '../../events/deliveries/delivery.js';
import { isMailAddress } from '../channels/channel-faults.js';
import { type AddressedMessage, MessagesService } from '../messages/messages.service.js';
import { type StoredChannel } from '../stored/channel.js';
import { ChannelsRepository } from '../stored/channels.repository.js';

/** What a task of a workflow tells people. */
export interface TaskMessage extends AddressedMessage {
  /** Id or name of the channel. */
  readonly channel: string;
}

/** Notifications that workflows send. */
@Injectable()
export class TaskNotificationsService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly messages: MessagesService,
    private readonly deliveries: DeliveriesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Has a message sent, and does not wait for it; the same id sends it once.
   * @returns the id of the notification.
   * @throws AppError `not-found` for the channel, `invalid-input` for addresses that it does not admit.
   */
  async send(id: string, { channel: idOrName, ...message }: TaskMessage): Promise<string> {
    const channel =
      (await this.channels.find(idOrName)) ?? (await this.channels.findByName(idOrName));
    if (!channel) throw notFound('Channel', idOrName);
    const faults = recipientFaults(channel, message.to);
    if (faults.length > 0) throw invalidInput(faults);
    const _id = `task-${id}`;
    const of = { webhook: channel._id, event: '', source: 'WorkFlowEngine', topic: 'notify' };
    const sealed = this.messages.sealed(message);
    const notification = { rule: null, events: [], more: 0, message: sealed };
    const created = this.clock.now();
    const delivery = { ...newDelivery({ _id, ...of, created }), notification };
    await this.deliveries.add([{ delivery, notBefore: channel.pausedUntil }]);
    return _id;
  }
}

/** Whoever writes a workflow must not send mail to anybody in the name of the platform. */
function recipientFaults({ mail }: StoredChannel, to: readonly string[]): readonly Fault[] {
  const isAdmitted = (address: string): boolean =>
    mail !== null &&
    isMailAddress(address) &&
    (mail.to.includes(address) || mail.domains.includes(address.slice(address.indexOf('@') + 1)));
  return to.flatMap((address, at) =>
    isAdmitted(address)
      ? []
      : [{ pointer: `#/to/${at}`, detail: 'is no address that the channel admits' }],
  );
}
