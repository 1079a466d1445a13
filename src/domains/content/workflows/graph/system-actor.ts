import { type JsonValue } from '../../../../kernel/json.js';

/** What documents of other systems call the system itself. They are kept in the dialect they came in. */
const SYSTEM_ACTORS: readonly JsonValue[] = ['', 'system', 'Pronghorn'];

/** Whether a task of this actor runs on behalf of the system, which it does where it names nobody. */
export function isSystemActor(actor: JsonValue | undefined): boolean {
  return actor === undefined || actor === null || SYSTEM_ACTORS.includes(actor);
}
