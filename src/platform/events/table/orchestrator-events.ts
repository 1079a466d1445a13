import { CHANGED_OBJECT } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

/** What was sent to orchestrators as it was written. */
export const ORCHESTRATOR_EVENTS = {
  orchestratorActionSent: {
    source: 'OrchestratorManager',
    topic: 'orchestratorActionSent',
    description:
      'An action was sent through an adapter, which the event names; the audit trail has it',
    payload: CHANGED_OBJECT,
  },
} as const satisfies EventDeclarations;
