import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { compileSchema } from '../../../cores/json-schema/json-schema.js';
import { type PlatformEvent } from '../../../platform/events/stored-event.js';

/** The schema that a payload must fit, as in triggers; null for any payload. */
export function listenerSchema(listener: JsonObject): JsonValue {
  const { schema, filter } = listener;
  return given(schema) ?? given(filter) ?? null;
}

/**
 * Whether an event is the one that a task waits for. One whose schema cannot be used waits until its time
 * is over.
 */
export async function isMeant(listener: JsonObject, payload: JsonObject): Promise<boolean> {
  const schema = listenerSchema(listener);
  if (schema === null) return true;
  const compiled = await compileSchema(schema);
  return compiled.kind === 'schema' && compiled.validate(payload).length === 0;
}

/** What the task puts out: the event, as lists of events show it. */
export function listenedEvent({ id, source, topic, ...event }: PlatformEvent): JsonObject {
  const { time, actor, payload } = event;
  return { _id: id, source, topic, time: time.toISOString(), actor, payload };
}

/** Of a listener as it is stored. */
export function readListener(text: string): JsonObject {
  const parsed = JSON.parse(text) as JsonValue;
  return isJsonObject(parsed) ? parsed : {};
}

/** An input that is left empty is not given. */
function given(value: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(value) || typeof value === 'boolean' ? value : undefined;
}
