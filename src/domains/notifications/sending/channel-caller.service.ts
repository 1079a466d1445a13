import { Injectable } from '@nestjs/common';
import { MailClient } from '../../../connectors/mail/mail-client.js';
import { MailRefused } from '../../../connectors/mail/mail-refused.js';
import { chatBody } from '../../../cores/notifications/chat-bodies.js';
import { OutboundClient } from '../../../platform/outbound/outbound-client.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { answeredWith, type CallOutcome, notAnswered } from '../../events/deliveries/delivery.js';
import {
  type OpenReceiver,
  type ReceiverHealth,
  type ReceiverKind,
} from '../../events/deliveries/receivers.js';
import { type AddressedMessage, MessagesService } from '../messages/messages.service.js';
import { type StoredChannel } from '../stored/channel.js';
import { ChannelsRepository } from '../stored/channels.repository.js';

const TIMEOUT_MS = 10_000;
const ANSWER_LIMIT_BYTES = 64 * 1024;

/** Channels as receivers of deliveries, and how each kind is called. */
@Injectable()
export class ChannelCallerService implements ReceiverKind {
  readonly failing = 'notificationChannelFailing';
  readonly disabled = 'notificationChannelDisabled';

  constructor(
    private readonly channels: ChannelsRepository,
    private readonly messages: MessagesService,
    private readonly outbound: OutboundClient,
    private readonly mail: MailClient,
    private readonly secrets: SecretBox,
  ) {}

  async find(id: string): Promise<OpenReceiver | null> {
    const channel = await this.channels.find(id);
    if (!channel?.enabled) return null;
    const send: OpenReceiver['send'] = async (delivery, signal) => {
      const message = await this.messages.of(delivery).catch(asOutcome);
      if (typeof message === 'string' || 'passed' in message) return message;
      return this.send(channel, message, delivery._id, signal);
    };
    return { state: channel, send };
  }

  ids(): Promise<readonly string[]> {
    return this.channels.ids();
  }

  async noteHealth(id: string, revision: number, health: ReceiverHealth): Promise<void> {
    await this.channels.noteHealth(id, revision, health);
  }

  disable(id: string, revision: number, reason: string): Promise<boolean> {
    return this.channels.disable(id, revision, reason);
  }

  /** Sends a message once. Never fails: what goes wrong is the outcome. */
  async send(
    channel: StoredChannel,
    message: AddressedMessage,
    id: string,
    signal?: AbortSignal,
  ): Promise<CallOutcome> {
    try {
      const status = channel.mail
        ? await this.sendMail(channel, message, id, signal)
        : await this.post(channel, message, id, signal);
      return answeredWith(status);
    } catch (error) {
      return asOutcome(error);
    }
  }

  private async sendMail(
    { mail, password }: StoredChannel,
    { subject, text, to }: AddressedMessage,
    id: string,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    if (!mail) return 0;
    const clear = password === '' ? '' : this.secrets.unseal(password);
    const letter = { id, from: mail.from, to: to.length > 0 ? to : mail.to, subject, text };
    return this.mail.send(mail, clear, letter, signal);
  }

  private async post(
    { kind, url }: StoredChannel,
    message: AddressedMessage,
    id: string,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    if (kind === 'mail') return 0;
    const { status } = await this.outbound.request({
      url: this.secrets.unseal(url),
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-notification-id': id },
      body: JSON.stringify(chatBody(kind, message)),
      // Whoever writes a URL must not reach what this server reaches.
      trust: 'document',
      deadlineMs: TIMEOUT_MS,
      responseLimitBytes: ANSWER_LIMIT_BYTES,
      ...(signal && { signal }),
    });
    return status;
  }
}

function asOutcome(error: unknown): CallOutcome {
  if (error instanceof MailRefused)
    return { passed: false, status: error.status, detail: error.message };
  return notAnswered(error);
}
