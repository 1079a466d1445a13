import { type ValidInputs } from './valid-inputs.js';

/** Devices and the collection of their configurations. */
export const DEVICE_INPUTS: ValidInputs = {};
