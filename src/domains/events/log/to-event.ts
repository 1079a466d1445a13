import { shownPayload } from '../../../platform/events/event-secrets.js';
import { type PlatformEvent } from '../../../platform/events/stored-event.js';
import { type EventShown } from './events.dto.js';

/** An event as it is answered, streamed and delivered: without the secrets of its payload. */
export function toEvent({
  id,
  seq,
  source,
  topic,
  time,
  actor,
  payload,
}: PlatformEvent): EventShown {
  return {
    _id: id,
    seq,
    source,
    topic,
    time: time.toISOString(),
    actor,
    payload: shownPayload(payload),
  };
}
