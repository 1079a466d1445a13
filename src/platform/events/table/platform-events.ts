import { CHANGED_OBJECT, plainChanges } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

/** The server itself and its profiles. */
export const PLATFORM_EVENTS = {
  ...plainChanges('AdminEssentials', 'profile', 'A profile'),
  operationCancelRequested: {
    source: 'AdminEssentials',
    topic: 'operationCancelRequested',
    description: 'Somebody has asked for the end of an operation that goes on in the background',
    payload: CHANGED_OBJECT,
  },
  applicationSwitched: {
    source: 'AdminEssentials',
    topic: 'applicationSwitched',
    description: 'Somebody started, stopped or restarted an application',
    payload: CHANGED_OBJECT,
  },
  platformStarted: {
    source: 'Platform',
    topic: 'platformStarted',
    description: 'A node of the platform has started and takes requests',
    payload: {
      node: { type: 'text', note: 'Id of this run of the node' },
      version: { type: 'text', note: 'Version of the platform' },
      release: { type: 'text', note: 'Release label of the platform' },
    },
  },
  platformStopped: {
    source: 'Platform',
    topic: 'platformStopped',
    description: 'A node was told to stop; one that is killed cannot say so',
    payload: { node: { type: 'text', note: 'Id of this run of the node' } },
  },
} as const satisfies EventDeclarations;
