import { type ValidInputs } from './valid-inputs.js';

/** Changes of devices and commands on them. */
export const DEVICE_CHANGE_INPUTS: ValidInputs = {};
