import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { type ContainerKind, type DeclaredShape } from './declared-shape.js';

/** What says how a value should look: the stored one in the same place, else the declaration. */
export interface ContainerModel {
  readonly stored: JsonValue | undefined;
  readonly declared: DeclaredShape | undefined;
}

/** The keys by which items of a list are told apart, in the order in which they count. */
const IDENTITY_KEYS = ['id', '_id', 'key', 'yangkey', 'name'] as const;
const INTEGER_KEY = /^(?:0|[1-9]\d{0,14})$/;

/** The kind that the value should have; undefined where nothing says so, or where it is no container. */
export function kindOf({ stored, declared }: ContainerModel): ContainerKind | undefined {
  if (Array.isArray(stored)) return 'list';
  if (isJsonObject(stored)) return 'object';
  return stored === undefined || stored === null ? declared?.kind : undefined;
}

/** What says how the member of an object should look. */
export function memberModel({ stored, declared }: ContainerModel, key: string): ContainerModel {
  const isThere = isJsonObject(stored) && Object.hasOwn(stored, key);
  return { stored: isThere ? stored[key] : undefined, declared: declared?.members.get(key) };
}

/** Says how an item in this place of a list should look. */
export type ItemModel = (item: JsonValue, position: number) => ContainerModel;

/** Finds the stored items that items of lists go back to, in time that does not grow with the lists. */
export class StoredItems {
  readonly #byList = new WeakMap<JsonValue[], ReadonlyMap<string, JsonObject>>();

  /** By what tells an item apart, else by its place. What is looked at stays the same when it is restored. */
  modelsOf({ stored, declared }: ContainerModel): ItemModel {
    const item = declared && { kind: itemKind(declared), members: declared.members };
    const unknown = { stored: undefined, declared: item };
    if (!Array.isArray(stored)) return () => unknown;
    const known = this.#byList.get(stored) ?? identities(stored);
    this.#byList.set(stored, known);
    return (value, position) => {
      const there = stored[position];
      const same = identified(innermostObject(value), there, known) ?? there;
      return same === undefined ? unknown : { stored: same, declared: item };
    };
  }
}

/** Of several stored items that are the same, the one in the same place. */
function identified(
  item: JsonObject | undefined,
  there: JsonValue | undefined,
  known: ReadonlyMap<string, JsonObject>,
): JsonObject | undefined {
  if (!item) return undefined;
  const place = isJsonObject(there) ? there : undefined;
  for (const key of IDENTITY_KEYS) {
    const value = ownText(item, key);
    if (value === undefined) continue;
    const isInPlace = place !== undefined && ownText(place, key) === value;
    const found = isInPlace ? place : known.get(`${key} ${value}`);
    if (found) return found;
  }
  return undefined;
}

/** What is inside of lists of one item. */
export function innermost(value: JsonValue): JsonValue | undefined {
  let inner: JsonValue | undefined = value;
  while (Array.isArray(inner) && inner.length === 1) inner = inner[0];
  return inner;
}

/** The object inside of lists of one item, or the object itself. */
export function innermostObject(value: JsonValue): JsonObject | undefined {
  const inner = innermost(value);
  return isJsonObject(inner) ? inner : undefined;
}

/** True when every key is an integer as lists count: `{}` has none that is not. */
export function hasIntegerKeys(object: JsonObject): boolean {
  return Object.keys(object).every((key) => INTEGER_KEY.test(key));
}

/** A list of fields holds objects; of other lists nobody knows. */
function itemKind({ members }: DeclaredShape): ContainerKind | undefined {
  return members.size > 0 ? 'object' : undefined;
}

function identities(stored: JsonValue[]): ReadonlyMap<string, JsonObject> {
  const known = new Map<string, JsonObject>();
  for (const item of stored) {
    if (!isJsonObject(item)) continue;
    for (const key of IDENTITY_KEYS) {
      const value = ownText(item, key);
      const identity = `${key} ${value ?? ''}`;
      if (value !== undefined && !known.has(identity)) known.set(identity, item);
    }
  }
  return known;
}

function ownText(item: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(item, key) ? item[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}
