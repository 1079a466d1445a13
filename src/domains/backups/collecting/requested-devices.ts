import { findDeviceType } from '../../../connectors/devices/types/device-types.js';
import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { type DeviceSelection } from '#domains/devices/inventory/device-list.js';

/** Devices as somebody names them. */
export interface RequestedDevices {
  readonly devices?: readonly string[];
  readonly groups?: readonly string[];
  readonly types?: readonly string[];
  readonly all?: boolean;
}

/**
 * The devices that are meant.
 * @throws AppError `invalid-input` where none are, and for types that there are not.
 */
export function selectionOf(wanted: RequestedDevices): DeviceSelection {
  const { devices = [], groups = [], types = [], all = false } = wanted;
  const faults: Fault[] = types.flatMap((type, at) =>
    findDeviceType(type) === undefined
      ? [{ pointer: `#/types/${at}`, detail: 'is no type of device' }]
      : [],
  );
  if (!all && devices.length + groups.length + types.length === 0)
    faults.push({ pointer: '#/devices', detail: 'or groups, types or all must say which devices' });
  if (faults.length > 0) throw invalidInput(faults);
  const known = types.flatMap((type) => findDeviceType(type) ?? []);
  return { all, names: devices, groups, types: known };
}
