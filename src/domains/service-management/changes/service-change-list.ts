import { listOf } from '../../../api/lists/list-declaration.js';
import { ServiceChange, ServiceChangeListOptions } from './service-changes.dto.js';

/** Requests that saved or deleted instances, the newest first. */
export const SERVICE_CHANGE_LIST = listOf('listServiceChanges', {
  item: ServiceChange,
  own: ServiceChangeListOptions,
  filters: { kind: 'kind' },
  order: ['created', -1],
  stored: { kind: { path: 'kind' }, created: { path: 'created', date: true } },
});
