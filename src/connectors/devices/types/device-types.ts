import { ARISTA_EOS } from './arista-eos.js';
import { CISCO_IOS } from './cisco-ios.js';
import { CISCO_NX } from './cisco-nx.js';
import { CISCO_XR } from './cisco-xr.js';
import { type DeviceText, type DeviceType } from './device-type.js';
import { JUNIPER_JUNOS } from './juniper-junos.js';
import { LINUX_FRR } from './linux-frr.js';

/** The types of devices that can be spoken to. */
export const DEVICE_TYPES = {
  'cisco-ios': CISCO_IOS,
  'cisco-xr': CISCO_XR,
  'cisco-nx': CISCO_NX,
  'juniper-junos': JUNIPER_JUNOS,
  'arista-eos': ARISTA_EOS,
  'linux-frr': LINUX_FRR,
} as const satisfies Readonly<Record<string, DeviceType>>;

/** Name of a type of device. */
export type DeviceTypeName = keyof typeof DEVICE_TYPES;

/** All names, for lists of choices. */
// The object above has these keys and no others.
export const DEVICE_TYPE_NAMES = Object.keys(DEVICE_TYPES) as readonly DeviceTypeName[];

/** The type that a text means: its name or an alias, in any case, with `_` or spaces for `-`. */
export function findDeviceType(text: string): DeviceTypeName | undefined {
  const wanted = text.trim().toLowerCase().replace(/[_ ]/g, '-');
  return DEVICE_TYPE_NAMES.find((name) => {
    const { aliases } = DEVICE_TYPES[name];
    return name === wanted || aliases.includes(wanted);
  });
}

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
