import { type JsonValue } from '../../../kernel/json.js';
import {
  type EventDeclaration,
  type PayloadField,
} from '../../../platform/events/event-declaration.js';
import { EVENT_IDS, eventDeclaration } from '../../../platform/events/event-table.js';
import { type PlatformEvent } from '../../../platform/events/stored-event.js';
import { type EventFilter, isWanted } from '../../events/deliveries/delivery-rules.js';

/** An event as the filters describe it, made up: its texts are the names of their fields. */
export function sampleEvent(filters: readonly EventFilter[], time: Date): PlatformEvent {
  const { source, topic, payload } = declarationOf(filters);
  const fields = Object.entries(payload);
  return {
    id: 'sample',
    seq: 0,
    source,
    topic,
    time,
    actor: null,
    payload: Object.fromEntries(fields.map(([key, field]) => [key, sampleValue(key, field)])),
  };
}

/** Nothing is known of the payloads of events that others publish. */
function declarationOf(filters: readonly EventFilter[]): Omit<EventDeclaration, 'description'> {
  const declared = EVENT_IDS.map(eventDeclaration).find((one) => isWanted(filters, one));
  const [{ source = 'source', topic = 'topic' } = {}] = filters;
  return declared ?? { source, topic, payload: {} };
}

function sampleValue(key: string, { type }: PayloadField): JsonValue {
  switch (type) {
    case 'text':
      return key;
    case 'texts':
      return [key];
    case 'whole':
      return 1;
    case 'flag':
      return true;
    case 'object':
      return {};
  }
}
