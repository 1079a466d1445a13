import { type ChatKind } from '../../../cores/notifications/chat-bodies.js';
import { type MailServer } from '../../../connectors/mail/mail-client.js';

/** What an administrator says of a mail server. */
export interface MailWrite extends Omit<MailServer, 'username'> {
  readonly username?: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly domains?: readonly string[];
}

/** What an administrator says of a channel. */
export interface ChannelWrite {
  readonly name: string;
  readonly description?: string;
  readonly kind: ChatKind | 'mail';
  /** As it was shown it keeps the stored one. */
  readonly url?: string;
  readonly mail?: MailWrite;
  /** The placeholder, or nothing, keeps the stored one. */
  readonly password?: string;
  readonly enabled?: boolean;
}
