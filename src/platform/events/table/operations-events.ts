import { plainChanges } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

const source = 'OperationsManager';

const CHAIN = {
  type: 'texts',
  note: 'Ids of the triggers that led here, one after the other; circles end after a few',
} as const;
const UNSEEN = 'null where not everybody may see the automation';
const TRIGGER_REASON = {
  // Without names: who may see the automation decides who may read them.
  id: { type: 'text', note: 'Id of the trigger' },
  automationId: { type: 'text', nullable: true, note: `Id of its automation; ${UNSEEN}` },
  reason: { type: 'text', nullable: true, note: `Why, in words; ${UNSEEN}` },
  chain: CHAIN,
} as const;
const CHANNEL_REASON = {
  id: { type: 'text', note: 'Id of the channel' },
  name: { type: 'text', note: 'Its name' },
  reason: { type: 'text', note: 'The failure, in words' },
} as const;
const HIDDEN = 'null where not everybody may see the job';

/** Automations, triggers, events, webhooks and notifications. */
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
  ...plainChanges(source, 'notificationChannel', 'A channel of notifications'),
  ...plainChanges(source, 'notificationRule', 'A rule of notifications'),
  notificationChannelFailing: {
    source,
    topic: 'notificationChannelFailing',
    description: 'A channel of notifications could not be called; told once until it works again',
    payload: CHANNEL_REASON,
  },
  notificationChannelDisabled: {
    source,
    topic: 'notificationChannelDisabled',
    description: 'A channel of notifications was switched off because it failed for too long',
    payload: CHANNEL_REASON,
  },
  jobRequested: {
    source,
    topic: 'jobRequested',
    description: 'A trigger has asked for a job, once for each of its occurrences',
    payload: {
      jobId: { type: 'text', note: 'Id of the job' },
      workflowId: { type: 'text', nullable: true, note: `Id of its workflow; ${HIDDEN}` },
      workflowName: { type: 'text', nullable: true, note: `Name of its workflow; ${HIDDEN}` },
      automationId: { type: 'text', nullable: true, note: `Id of the automation; ${HIDDEN}` },
      triggerId: { type: 'text', note: 'Id of the trigger' },
      chain: CHAIN,
    },
  },
  triggerRefused: {
    source,
    topic: 'triggerRefused',
    description: 'An occurrence of a trigger has started no job, and will not',
    payload: TRIGGER_REASON,
  },
  eventJobsLimited: {
    source,
    topic: 'eventJobsLimited',
    description:
      'An event has met EVENT_JOBS_MAX; the triggers that were left out say so in their runs',
    payload: {
      eventId: { type: 'text', note: 'Id of the event' },
      source: { type: 'text', note: 'Its source' },
      topic: { type: 'text', note: 'Its topic' },
      started: { type: 'whole', note: 'Jobs that its triggers have started' },
      refused: { type: 'whole', note: 'Triggers that started none for it' },
      chain: CHAIN,
    },
  },
  triggerStopped: {
    source,
    topic: 'triggerStopped',
    description: 'A trigger was switched off because its last editor may not write it any more',
    payload: TRIGGER_REASON,
  },
} as const satisfies EventDeclarations;
