import { plainChanges } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

const source = 'OperationsManager';

const CHAIN = {
  type: 'texts',
  note: 'Ids of the triggers that led here, one after the other; circles end after a few',
} as const;
const TRIGGER_REASON = {
  // Without names: who may see the automation decides who may read them.
  id: { type: 'text', note: 'Id of the trigger' },
  automationId: { type: 'text', note: 'Id of its automation' },
  reason: { type: 'text', note: 'Why, in words' },
  chain: CHAIN,
} as const;
const HIDDEN = 'null where not everybody may see the job';

/** Automations, triggers, events and webhooks. */
export const OPERATIONS_EVENTS = {
  ...plainChanges(source, 'automation', 'An automation'),
  ...plainChanges(source, 'trigger', 'A trigger'),
  ...plainChanges(source, 'eventType', 'The declaration of an event'),
  ...plainChanges(source, 'webhook', 'A webhook'),
  webhookDisabled: {
    source,
    topic: 'webhookDisabled',
    description: 'A webhook was switched off because its receiver failed for too long',
    payload: {
      id: { type: 'text', note: 'Id of the webhook' },
      name: { type: 'text', note: 'Its name' },
      reason: { type: 'text', note: 'The last failure, in words' },
    },
  },
  jobRequested: {
    source,
    topic: 'jobRequested',
    description: 'A trigger has asked for a job, once for each of its occurrences',
    payload: {
      jobId: { type: 'text', note: 'Id of the job' },
      workflowId: { type: 'text', nullable: true, note: `Id of its workflow; ${HIDDEN}` },
      workflowName: { type: 'text', nullable: true, note: `Name of its workflow; ${HIDDEN}` },
      automationId: { type: 'text', note: 'Id of the automation' },
      triggerId: { type: 'text', note: 'Id of the trigger' },
      chain: CHAIN,
    },
  },
  triggerRefused: {
    source,
    topic: 'triggerRefused',
    description: 'An occurrence of a trigger has started no job, and will not',
    payload: {
      ...TRIGGER_REASON,
      reason: {
        ...TRIGGER_REASON.reason,
        nullable: true,
        note: 'Why, in words; null where not everybody may see the automation',
      },
    },
  },
  triggerStopped: {
    source,
    topic: 'triggerStopped',
    description: 'A trigger was switched off because its last editor may not write it any more',
    payload: TRIGGER_REASON,
  },
} as const satisfies EventDeclarations;
