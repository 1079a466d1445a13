import { type DeviceText } from './device-type.js';

/** Volatile lines and secrets in configurations of this type. */
export const JUNIPER_JUNOS_TEXT: DeviceText = { volatile: [], secrets: [] };
