import { type ValidInputs } from './valid-inputs.js';

/** The switch: off, as it is already. */
export const ENGINE_MAINTENANCE_INPUTS = {
  putMaintenance: { body: { enabled: false, reason: 'x' } },
} as const satisfies ValidInputs;
