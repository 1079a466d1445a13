import { listOf } from '../../../api/lists/list-declaration.js';
import { ListedDeviceChangeShown } from './device-changes.dto.js';

/** Changes of a device, the newest first. */
export const DEVICE_CHANGE_LIST = listOf('listDeviceChanges', {
  item: ListedDeviceChangeShown,
  order: ['started', -1],
  stored: { started: { path: 'started', date: true } },
});
