import { type JsonObject } from '../../kernel/json.js';
import { fromStored, toStored } from '../database/storable.js';
import { maskedWhole } from '../secrets/masked-data.js';
import { type SecretBox } from '../secrets/secret-box.js';
import { type StoredEvent } from './stored-event.js';

/** A payload as people and receivers see it: secrets are masked, also where they reappear in it. */
export function shownPayload(payload: JsonObject): JsonObject {
  return maskedWhole(payload);
}

/** An event as it is written: beside a payload that is masked, the true one, sealed. */
export function sealedEvent(event: StoredEvent, box: SecretBox): StoredEvent {
  const payload = fromStored(event.payload);
  const shown = shownPayload(payload);
  if (shown === payload) return event;
  return { ...event, payload: toStored(shown), sealed: box.seal(JSON.stringify(payload)) };
}

/** An event with its true payload; where no key of ours opens it, the masked one counts. */
export function openedEvent({ sealed, ...event }: StoredEvent, box: SecretBox): StoredEvent {
  if (sealed === undefined) return event;
  const outcome = box.tryUnseal(sealed);
  if (outcome.kind !== 'unsealed') return event;
  return { ...event, payload: toStored(JSON.parse(outcome.text)) };
}
