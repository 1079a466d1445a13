import {
  type DeviceTypeName,
  findDeviceType,
} from '../../../connectors/devices/types/device-types.js';
import { conflict } from '../../../kernel/app-error.js';
import { type Device } from '#domains/devices/inventory/device.js';

/**
 * How a device is spoken to.
 * @throws AppError `conflict` (`device-without-ssh`) for one that is known through an adapter alone.
 */
export function sshType({
  name,
  type,
  host,
}: Pick<Device, 'name' | 'type' | 'host'>): DeviceTypeName {
  const known = findDeviceType(type);
  if (known !== undefined && host !== '') return known;
  throw conflict(`Device '${name}' is not reached over SSH`, 'device-without-ssh');
}
