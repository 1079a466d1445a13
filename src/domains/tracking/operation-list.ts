import { listOf } from '../../api/lists/list-declaration.js';
import { ListedOperation } from '../../api/tracking/tracked-operation.dto.js';
import { OperationListOptions } from './tracking.dto.js';

/** Long-running operations that the caller sees, the latest first. */
export const OPERATION_LIST = listOf('listOperations', {
  item: ListedOperation,
  own: OperationListOptions,
  filters: { kind: 'kind', state: 'state' },
  order: ['created', -1],
  stored: {
    _id: { path: '_id' },
    kind: { path: 'kind' },
    state: { path: 'state' },
    created: { path: 'created', date: true },
  },
});
