import { listOf } from '../../../api/lists/list-declaration.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { EventListOptions, EventShown } from './events.dto.js';

/** Events, the newest first. They carry payloads of up to 64 KiB: 200 of them still make an answer. */
export const EVENT_LIST = listOf('listEvents', {
  item: EventShown,
  own: EventListOptions,
  filters: { source: 'source', topic: 'topic' },
  order: ['time', -1],
  limitMax: 200,
  stored: {
    _id: { path: '_id' },
    source: { path: 'source' },
    topic: { path: 'topic' },
    time: { path: 'time', date: true },
  },
});

/** Which part of the events a list shows, by time. */
export interface EventList extends StoredList {
  /** This instant and later, ISO 8601 as a caller wrote it. */
  readonly from?: string;
  /** Before this instant. */
  readonly to?: string;
}
