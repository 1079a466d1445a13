import { listOf } from '../../../api/lists/list-declaration.js';
import {
  EventTypeListOptions,
  EventTypeShown,
  RegisteredEventShown,
} from './event-registry.dto.js';

/** Operation 10: every event that can be waited for, by source and topic. */
export const REGISTERED_EVENT_LIST = listOf('searchEvents', {
  item: RegisteredEventShown,
  own: EventTypeListOptions,
  order: ['source', 1],
  sortFlag: true,
});

/** Events that integrations declared, by source and topic. */
export const EVENT_TYPE_LIST = listOf('listEventTypes', {
  item: EventTypeShown,
  own: EventTypeListOptions,
  filters: { source: 'source', topic: 'topic' },
  order: ['source', 1],
  stored: { source: { path: 'source' }, topic: { path: 'topic' } },
});
