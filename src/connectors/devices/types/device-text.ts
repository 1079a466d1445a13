import { type DeviceText } from './device-type.js';
import { DEVICE_TYPES, findDeviceType } from './device-types.js';

/** Of an unknown type: what is volatile in any; its secrets are found by general patterns alone. */
const UNKNOWN: DeviceText = {
  volatile: Object.values(DEVICE_TYPES).flatMap(({ volatile }) => volatile),
  secrets: [],
};

/** What the lines of a configuration mean, by its type as anybody writes it. */
export function deviceText(type: string): DeviceText {
  const name = findDeviceType(type);
  return name === undefined ? UNKNOWN : DEVICE_TYPES[name];
}
