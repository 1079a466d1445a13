import { CHANGED_OBJECT } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

const source = 'WorkFlowEngine';

/** What happens to jobs and their tasks. */
export const JOB_EVENTS = {
  jobControlled: {
    source,
    topic: 'jobControlled',
    description: 'Somebody started, paused, resumed, canceled or mended a job',
    payload: CHANGED_OBJECT,
  },
  manualTaskWorked: {
    source,
    topic: 'manualTaskWorked',
    description: 'Somebody claimed, released, handed on or finished a manual task',
    payload: CHANGED_OBJECT,
  },
  maintenanceSwitched: {
    source,
    topic: 'maintenanceSwitched',
    description: 'Starts of jobs were stopped for maintenance, or allowed again',
    payload: CHANGED_OBJECT,
  },
} as const satisfies EventDeclarations;
