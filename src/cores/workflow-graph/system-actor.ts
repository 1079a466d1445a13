import { type JsonValue } from '../../kernel/json.js';
import { SYSTEM_ACTOR_WORDS } from '../../kernel/dialect-words.js';

/** What documents call the system itself: they are kept in the words that they came in with. */
const SYSTEM_ACTORS: readonly JsonValue[] = ['', ...Object.values(SYSTEM_ACTOR_WORDS)];

/** Whether a task of this actor runs on behalf of the system, which it does where it names nobody. */
export function isSystemActor(actor: JsonValue | undefined): boolean {
  return actor === undefined || actor === null || SYSTEM_ACTORS.includes(actor);
}
