import { type DeviceText } from './device-type.js';

/** Volatile lines and secrets in configurations of this type. */
export const ARISTA_EOS_TEXT: DeviceText = { volatile: [], secrets: [] };
