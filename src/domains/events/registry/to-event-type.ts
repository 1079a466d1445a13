import { fromStored } from '../../../platform/database/storable.js';
import { type EventTypeShown } from './event-registry.dto.js';
import { type StoredEventType } from './event-type.schema.js';

/** A declaration as it is answered. */
export function toEventType(type: StoredEventType): EventTypeShown {
  const { _id, source, topic, description, createdBy, updatedBy } = type;
  return {
    _id,
    source,
    topic,
    description,
    schema: fromStored(type.schema),
    created: type.created.toISOString(),
    createdBy,
    lastUpdated: type.updated.toISOString(),
    lastUpdatedBy: updatedBy,
  };
}
