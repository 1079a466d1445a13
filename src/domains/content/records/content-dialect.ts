import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Dialect, ERROR_WORDS, SYSTEM_ACTOR_WORDS } from '../../../kernel/dialect-words.js';

const OTHER = { original: 'interface', interface: 'original' } as const;

/**
 * A document of content in the words of a dialect; itself where there is nothing to say in other
 * words. Only words of the platform are replaced: the system as the actor of a task, and the key of
 * errors with the paths that lead to it.
 */
export function inDialect(document: JsonObject, dialect: Dialect): JsonObject {
  return new Translation(dialect).document(document);
}

/**
 * A document that takes the place of another, in the words of that one: who reads a document in the
 * words of the interface and writes it back does not change what was not touched.
 */
export function inDialectOf(present: JsonObject, document: JsonObject): JsonObject {
  const isOriginal = inDialect(present, 'interface') !== present;
  const isTranslated = inDialect(document, 'interface') === document;
  return isOriginal && isTranslated ? inDialect(document, 'original') : document;
}

class Translation {
  readonly #errorKey: RegExp;

  constructor(private readonly to: Dialect) {
    this.#errorKey = new RegExp(`\\b${ERROR_WORDS[OTHER[to]]}\\b`, 'g');
  }

  document(document: JsonObject): JsonObject {
    const translated = this.#object(document);
    const { tasks } = translated;
    const acted = isJsonObject(tasks) ? this.#actors(tasks) : tasks;
    return acted === tasks || acted === undefined ? translated : { ...translated, tasks: acted };
  }

  #actors(tasks: JsonObject): JsonObject {
    return withMembers(tasks, (key, task) => {
      if (!isJsonObject(task) || task['actor'] !== SYSTEM_ACTOR_WORDS[OTHER[this.to]])
        return [key, task];
      return [key, { ...task, actor: SYSTEM_ACTOR_WORDS[this.to] }];
    });
  }

  #object(object: JsonObject): JsonObject {
    return withMembers(object, (key, value) => [this.#key(key, object), this.#value(value)]);
  }

  #value(value: JsonValue): JsonValue {
    if (typeof value === 'string') return value.replace(this.#errorKey, ERROR_WORDS[this.to]);
    if (isJsonObject(value)) return this.#object(value);
    if (!Array.isArray(value)) return value;
    const items = value.map((item) => this.#value(item));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }

  /** A key is left alone where its other word is taken. */
  #key(key: string, object: JsonObject): string {
    const word = ERROR_WORDS[this.to];
    return key === ERROR_WORDS[OTHER[this.to]] && !Object.hasOwn(object, word) ? word : key;
  }
}

/** The object with each member as the function says; itself where that changes none. */
function withMembers(
  object: JsonObject,
  change: (key: string, value: JsonValue) => [string, JsonValue],
): JsonObject {
  const members = Object.entries(object);
  const changed = members.map(([key, value]) => change(key, value));
  const isSame = changed.every(
    ([key, value], at) => key === members[at]?.[0] && value === members[at][1],
  );
  return isSame ? object : Object.fromEntries(changed);
}
