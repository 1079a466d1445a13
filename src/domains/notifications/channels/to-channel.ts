import { mask } from '../../../platform/secrets/placeholders.js';
import { toDeliveryProgress } from '../../events/deliveries/to-delivery-progress.js';
import { type StoredDelivery } from '../../events/deliveries/delivery.js';
import { type MailSettings, type StoredChannel } from '../stored/channel.js';
import { type ChannelShown, type MailShown, type NotificationShown } from './channels.dto.js';
import { shownUrl } from './shown-url.js';

/**
 * A channel as it is answered.
 * @param url in clear, if a key of ours opens it.
 */
export function toChannel(channel: StoredChannel, url: string | undefined): ChannelShown {
  const { _id, name, description, kind, mail, enabled, disabledReason } = channel;
  return {
    _id,
    name,
    description,
    kind,
    enabled,
    disabledReason,
    url: channel.url === '' ? '' : shownUrl(url),
    mail: mail && toMail(mail),
    password: mask(channel.password, '<PASSWORD>'),
    failingSince: channel.failingSince?.toISOString() ?? null,
    created: channel.created.toISOString(),
    createdBy: channel.createdBy,
    lastUpdated: channel.updated.toISOString(),
    lastUpdatedBy: channel.updatedBy,
  };
}

function toMail({ to, domains, ...settings }: MailSettings): MailShown {
  return { ...settings, to: [...to], domains: [...domains] };
}

/** A delivery through a channel as it is answered. */
export function toNotification(delivery: StoredDelivery): NotificationShown {
  const { source, topic } = delivery;
  return { ...toDeliveryProgress(delivery), source, topic, ...contentOf(delivery) };
}

function contentOf({
  notification,
}: StoredDelivery): Pick<NotificationShown, 'rule' | 'events' | 'more'> {
  const { rule = null, events = [], more = 0 } = notification ?? {};
  return { rule, events, more };
}
