import { listOf } from '../../../api/lists/list-declaration.js';
import { DeviceGroupShown } from './device-groups.dto.js';

/** Groups of devices that the caller may see, by name; existing clients expect all of them. */
export const DEVICE_GROUP_LIST = listOf('listDeviceGroups', {
  item: DeviceGroupShown,
  order: ['name', 1],
  stored: { name: { path: 'name', folded: 'nameFolded' } },
  limit: 2000,
});
