import { type DeviceText } from './device-type.js';

/** Volatile lines and secrets in configurations of this type. */
export const LINUX_FRR_TEXT: DeviceText = { volatile: [], secrets: [] };
