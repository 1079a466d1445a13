import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { soundsSecret } from './secret-names.js';

export type JsonLeaf = string | number | boolean | null;
export type Path = readonly (string | number)[];

/** What a walk through a document does with what it finds. */
export interface LeafWalk {
  /** What becomes of a value; `isSecret` when it stands at a name of a secret, or below one. */
  readonly leaf: (leaf: JsonLeaf, isSecret: boolean, path: Path) => JsonValue;
  /** Which names are those of secrets; those of `soundsSecret` when absent. */
  readonly isSecretName?: (name: string, value: JsonValue, owner: Path) => boolean;
}

/** Members that name what the member `value` beside them holds: `{ name: 'X-Api-Key', value }`. */
const NAMING_KEYS = ['name', 'key', 'header', 'variable', 'id'] as const;

/**
 * The document with every value in another form: the one walk by which secrets are found, at every depth.
 * What does not change is not copied. The path is the same list each time: whoever keeps it copies it.
 * @param isSecret whether the whole of it stands below the name of a secret.
 */
export function mapLeaves<T extends JsonValue>(value: T, walk: LeafWalk, isSecret = false): T {
  return new Walk(walk).value(value, isSecret) as T;
}

class Walk {
  readonly #path: (string | number)[] = [];
  readonly #isSecretName: NonNullable<LeafWalk['isSecretName']>;

  constructor(private readonly walk: LeafWalk) {
    this.#isSecretName = walk.isSecretName ?? soundsSecret;
  }

  value(value: JsonValue, isSecret: boolean): JsonValue {
    if (Array.isArray(value)) return this.#list(value, isSecret);
    if (isJsonObject(value)) return this.#members(value, isSecret);
    return this.walk.leaf(value, isSecret, this.#path);
  }

  #list(items: JsonValue[], isSecret: boolean): JsonValue[] {
    let changed: JsonValue[] | undefined;
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at] as JsonValue; // within the list
      const made = this.#at(at, item, isSecret);
      if (made !== item) (changed ??= [...items])[at] = made;
    }
    return changed ?? items;
  }

  #members(object: JsonObject, isSecret: boolean): JsonObject {
    const named = isSecret ? undefined : this.#namedBy(object);
    let changed: [string, JsonValue][] | undefined;
    for (const key of Object.keys(object)) {
      const member = object[key] as JsonValue; // its own key
      const isNamed = key === named || this.#isSecretName(key, member, this.#path);
      const made = this.#at(key, member, isSecret || isNamed);
      if (made !== member) (changed ??= []).push([key, made]);
    }
    // Not by assignment: no name of a document may be special.
    return changed ? { ...object, ...Object.fromEntries(changed) } : object;
  }

  #at(step: string | number, value: JsonValue, isSecret: boolean): JsonValue {
    this.#path.push(step);
    const made = this.value(value, isSecret);
    this.#path.pop();
    return made;
  }

  /** The member that another one beside it calls a secret. */
  #namedBy(object: JsonObject): 'value' | undefined {
    if (!Object.hasOwn(object, 'value')) return undefined;
    const isNamed = NAMING_KEYS.some((key) => {
      const name = Object.hasOwn(object, key) ? object[key] : undefined;
      return typeof name === 'string' && this.#isSecretName(name, name, this.#path);
    });
    return isNamed ? 'value' : undefined;
  }
}

/** The value at a place; undefined where there is none. */
export function valueAt(document: JsonValue, path: Path): JsonValue | undefined {
  let found: JsonValue | undefined = document;
  for (const step of path) {
    if (Array.isArray(found)) found = typeof step === 'number' ? found[step] : undefined;
    else found = isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}
