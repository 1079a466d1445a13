import { listOf } from '../../../api/lists/list-declaration.js';
import { DeliveryListOptions } from '../../events/deliveries/delivery.dto.js';
import { ChannelShown, NotificationShown } from './channels.dto.js';

/** Ways to tell people something, by name. */
export const CHANNEL_LIST = listOf('listNotificationChannels', {
  item: ChannelShown,
  order: ['name', 1],
  stored: { name: { path: 'name', folded: 'nameFolded' } },
});

/** What was sent through a channel, the newest first. */
export const NOTIFICATION_LIST = listOf('listNotifications', {
  item: NotificationShown,
  own: DeliveryListOptions,
  filters: { state: 'state' },
  order: ['created', -1],
  stored: { state: { path: 'state' }, created: { path: 'created', date: true } },
});
