import { type Access, type OperationTable } from './operation-spec.js';
import { OPERATIONS_READERS, OPERATIONS_WRITERS, TRIGGER_RUNNERS } from './role-sets.js';

const triggers = {
  state: 'built',
  application: 'OperationsManager',
  basis: 'extension',
  tag: 'Triggers',
} as const;

const CREDENTIAL_WRITERS = {
  ...OPERATIONS_WRITERS,
  widerBecause: 'the credential opens this trigger alone, which these roles may run and rewrite',
} as const satisfies Access;

/** What fires triggers, and what came of it; application OperationsManager. */
export const TRIGGER_FIRING_OPERATIONS = {
  runManualTrigger: {
    ...triggers,
    method: 'POST',
    path: '/operations-manager/triggers/manual/:id/run',
    access: TRIGGER_RUNNERS,
    summary: 'Start the job of a manual trigger with answers to its form',
    body: 'documents',
    changes: true,
    idempotency: 'own',
    problems: ['not-found', 'conflict', 'document-too-large', 'unavailable'],
  },
  runEndpointTrigger: {
    ...triggers,
    method: 'POST',
    path: '/operations-manager/triggers/endpoint/:routeName',
    access: { ...TRIGGER_RUNNERS, orOwn: 'a token or a signature that the trigger itself takes' },
    summary:
      'Start the job of an endpoint trigger with a payload; a repeated request starts no other',
    body: 'documents',
    changes: true,
    // The job is derived from the key, so that a repeat needs no kept answer, which a stranger could ask for.
    idempotency: 'none',
    problems: [
      'not-found',
      'conflict',
      'idempotency-key-reused',
      'payload-too-large',
      'document-too-large',
      'unavailable',
    ],
  },
  listTriggerRuns: {
    ...triggers,
    method: 'GET',
    path: '/operations-manager/triggers/:id/runs',
    access: OPERATIONS_READERS,
    summary: 'List what came of a trigger, newest first',
    query: 'flat',
    problems: ['not-found'],
  },
  issueTriggerCredential: {
    ...triggers,
    method: 'POST',
    path: '/operations-manager/triggers/:id/credential',
    access: CREDENTIAL_WRITERS,
    summary: 'Give an endpoint trigger a credential of its own, shown once',
    changes: true,
    idempotency: 'none',
    problems: ['not-found', 'conflict'],
  },
  revokeTriggerCredential: {
    ...triggers,
    method: 'DELETE',
    path: '/operations-manager/triggers/:id/credential',
    access: CREDENTIAL_WRITERS,
    summary: 'Take the credential of an endpoint trigger away',
    message: 'Successfully revoked the credential.',
    changes: true,
    problems: ['not-found'],
  },
} as const satisfies OperationTable;
