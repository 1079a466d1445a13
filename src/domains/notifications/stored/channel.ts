import { type MailServer } from '../../../connectors/mail/mail-client.js';
import { type ChatKind } from '../../../cores/notifications/chat-bodies.js';
import { type StoredReceiver } from '../../events/deliveries/receivers.repository.js';

/** How mail is sent; its password lies beside it. */
export interface MailSettings extends MailServer {
  readonly from: string;
  /** Who gets what names nobody else. */
  readonly to: readonly string[];
  /** Domains of the addresses that workflows may write to; none for `to` alone. */
  readonly domains: readonly string[];
}

/** What messages, and those who refer to channels, call them. */
export const CHANNEL = { kind: 'notification channel', label: 'Channel' } as const;

/** A way to tell people something, as it is stored. */
export interface StoredChannel extends StoredReceiver {
  readonly kind: ChatKind | 'mail';
  /** The webhook of a chat, sealed: whoever knows it may post. Empty for mail. */
  readonly url: string;
  readonly mail: MailSettings | null;
  /** Of the mail server, sealed; empty for none. */
  readonly password: string;
}
