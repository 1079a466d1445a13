import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { ListOf, Nested } from '../../../api/fields/structures.js';
import { StampedAnswer } from '../../../api/answers/stamped.dto.js';
import { MAIL_SECURITY, type MailSecurity } from '../../../connectors/mail/mail-client.js';
import { CHAT_KINDS, type ChatKind } from '../../../cores/notifications/chat-bodies.js';
import { DeliveryProgress } from '../../events/deliveries/delivery.dto.js';

export const CHANNEL_KINDS = ['mail', ...CHAT_KINDS] as const;
const ADDRESSES_MAX = 50;

/** A mail server, and who gets mail. */
export class MailFields {
  @Text({ min: 1, max: 255, pattern: /^[A-Za-z0-9._:-]+$/, note: 'Name or address of the server' })
  readonly host!: string;

  @Whole({ min: 1, max: 65_535 })
  readonly port!: number;

  @OneOf(MAIL_SECURITY, {
    note: '`tls` from the start (465), `starttls` required (587), or `none`',
  })
  readonly security!: MailSecurity;

  @Text({ max: 256, optional: true, note: 'Absent for servers that ask for none' })
  readonly username?: string;

  @Text({ min: 3, max: 320, note: 'Address that mail comes from' })
  readonly from!: string;

  @ListOf('text', {
    maxItems: ADDRESSES_MAX,
    itemMax: 320,
    note: 'Who gets what names nobody else',
  })
  readonly to!: string[];

  @ListOf('text', {
    maxItems: ADDRESSES_MAX,
    itemMax: 255,
    optional: true,
    note: 'Domains to whose addresses workflows may write; without, only to those of `to`',
  })
  readonly domains?: string[];
}

/** What a channel is, to create one or in the place of one. */
export class ChannelRequest {
  @Text({ min: 1, max: 128, pattern: /\S/ })
  readonly name!: string;

  @Text({ max: 1024, optional: true })
  readonly description?: string;

  @OneOf(CHANNEL_KINDS)
  readonly kind!: ChatKind | 'mail';

  @Text({
    min: 1,
    max: 2048,
    pattern: /^https?:\/\//,
    optional: true,
    note: 'The incoming webhook of a chat; written back as it is shown it stays',
  })
  readonly url?: string;

  @Nested(() => MailFields, { optional: true, note: 'For mail' })
  readonly mail?: MailFields;

  @Text({
    max: 256,
    format: 'password',
    optional: true,
    note: 'For the user name of the mail server; <PASSWORD> or nothing keeps the stored one',
  })
  readonly password?: string;

  @Flag({ optional: true, note: 'True when absent' })
  readonly enabled?: boolean;
}

/** A mail server, as it is shown. */
export class MailShown {
  @Text()
  readonly host!: string;

  @Whole()
  readonly port!: number;

  @OneOf(MAIL_SECURITY)
  readonly security!: MailSecurity;

  @Text()
  readonly username!: string;

  @Text()
  readonly from!: string;

  @ListOf('text')
  readonly to!: string[];

  @ListOf('text')
  readonly domains!: string[];
}

/** A channel. */
export class ChannelShown extends StampedAnswer {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly description!: string;

  @OneOf(CHANNEL_KINDS)
  readonly kind!: ChatKind | 'mail';

  @Text({ note: 'Where the webhook of a chat is, its path hidden; empty for mail' })
  readonly url!: string;

  @Nested(() => MailShown, { nullable: true })
  readonly mail!: MailShown | null;

  @Text({ note: 'Never shown: <PASSWORD>, or empty' })
  readonly password!: string;

  @Flag()
  readonly enabled!: boolean;

  @Text({ nullable: true, note: 'Why the platform switched it off' })
  readonly disabledReason!: string | null;

  @Instant({ nullable: true, note: 'Since when every attempt has failed' })
  readonly failingSince!: string | null;
}

/** Answer of `GET /notifications/channels`. */
export class ListChannelsAnswer {
  @ListOf(() => ChannelShown)
  readonly results!: readonly ChannelShown[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** One message on its way through a channel. */
export class NotificationShown extends DeliveryProgress {
  @Text({ nullable: true, note: '_id of the rule; null for a message of a task' })
  readonly rule!: string | null;

  @ListOf('text', { note: '_id of each event that it tells of' })
  readonly events!: readonly string[];

  @Whole({ min: 0, note: 'Further events of the same bundle, which it only counts' })
  readonly more!: number;

  @Text({ note: 'Source of the first event' })
  readonly source!: string;

  @Text({ note: 'Topic of the first event' })
  readonly topic!: string;
}

/** Answer of `GET /notifications/channels/:id/deliveries`. */
export class ListNotificationsAnswer {
  @ListOf(() => NotificationShown)
  readonly results!: readonly NotificationShown[];

  @Whole({ min: 0 })
  readonly total!: number;
}
