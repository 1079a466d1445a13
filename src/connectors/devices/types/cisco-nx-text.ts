import { type DeviceText } from './device-type.js';

/** Volatile lines and secrets in configurations of this type. */
export const CISCO_NX_TEXT: DeviceText = { volatile: [], secrets: [] };
