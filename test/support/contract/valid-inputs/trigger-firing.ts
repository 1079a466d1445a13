import { type ValidInputs } from './valid-inputs.js';

/** What fires triggers, and what came of it. The triggers are absent. */
export const TRIGGER_FIRING_INPUTS = {
  runEndpointTrigger: { body: { port: 'eth0' } },
  runManualTrigger: { body: { formData: { port: 'eth0' } } },
  listTriggerRuns: { flat: { outcome: 'started', skip: '0', limit: '1' } },
  issueTriggerCredential: { body: { kind: 'token' } },
} as const satisfies ValidInputs;
