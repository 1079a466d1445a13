import { type DeviceGroup } from './device-group.js';
import { type DeviceGroupShown } from './device-groups.dto.js';

/** A device group as it is answered. */
export function toDeviceGroup(group: DeviceGroup): DeviceGroupShown {
  const { _id: id, name, description, devices, gbac, createdBy, updatedBy } = group;
  return {
    id,
    name,
    description,
    devices,
    createdBy,
    lastUpdatedBy: updatedBy,
    gbac: { read: gbac.read, write: gbac.write },
    created: group.created.toISOString(),
    updated: group.updated.toISOString(),
  };
}
