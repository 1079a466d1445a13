import { type EventDeclaration, type PayloadOf } from './event-declaration.js';
import { ARTIFACT_EVENTS } from './table/artifact-events.js';
import { CONTENT_EVENTS } from './table/content-events.js';
import { INTEGRATION_EVENTS } from './table/integration-events.js';
import { JOB_EVENTS } from './table/job-events.js';
import { NETWORK_EVENTS } from './table/network-events.js';
import { OPERATIONS_EVENTS } from './table/operations-events.js';
import { ORCHESTRATOR_EVENTS } from './table/orchestrator-events.js';
import { PLATFORM_EVENTS } from './table/platform-events.js';
import { USER_EVENTS } from './table/user-events.js';

/**
 * Every event that the platform emits, declared once: publishers, operation 10 and the JSON Schemas
 * come from here. A row that nobody publishes does not belong here.
 */
export const EVENTS = {
  ...ARTIFACT_EVENTS,
  ...CONTENT_EVENTS,
  ...INTEGRATION_EVENTS,
  ...JOB_EVENTS,
  ...NETWORK_EVENTS,
  ...OPERATIONS_EVENTS,
  ...ORCHESTRATOR_EVENTS,
  ...PLATFORM_EVENTS,
  ...USER_EVENTS,
} as const;

/** What publishers call an event by: the key of its row. */
export type EventId = keyof typeof EVENTS;

/** What the publisher of this event hands in. */
export type EventPayload<I extends EventId> = PayloadOf<(typeof EVENTS)[I]['payload']>;

/** The row of an event, widened to what every row holds. */
export function eventDeclaration(id: EventId): EventDeclaration {
  return EVENTS[id];
}

/** Every row. */
export const EVENT_IDS = Object.keys(EVENTS) as readonly EventId[];
