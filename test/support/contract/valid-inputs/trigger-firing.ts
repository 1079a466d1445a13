import { grammarBy } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

/** What fires triggers, and what came of it. The triggers are absent. */
export const TRIGGER_FIRING_INPUTS = {
  runEndpointTrigger: { body: { port: 'eth0' } },
  runManualTrigger: { body: { formData: { port: 'eth0' } } },
  listTriggerRuns: { flat: { ...grammarBy('reason'), outcome: 'started' } },
  issueTriggerCredential: { body: { kind: 'token' } },
} as const satisfies ValidInputs;
