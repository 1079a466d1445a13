import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';

/** The keys by which documents refer to each other's `_id`, and where what they mean may lie. */
const REFERENCE_KEYS: Readonly<Record<string, readonly string[]>> = {
  tr_id: ['transformations'],
  formId: ['forms', 'json_forms'],
  form_id: ['forms', 'json_forms'],
  componentId: ['workflows', 'transformations', 'forms', 'json_forms', 'command_templates'],
  actionId: ['automations'],
  jst: ['transformations'],
  transformation: ['transformations'],
};

/** A document that has another `_id` here than it came with. */
export interface Renaming {
  readonly collection: string;
  readonly from: string;
  readonly to: string;
}

/** New `_id`s by collection and old one. */
export class Renamings {
  readonly #byPlace: ReadonlyMap<string, string>;

  constructor(renamings: readonly Renaming[]) {
    this.#byPlace = new Map(
      renamings.map(({ collection, from, to }) => [`${collection}\0${from}`, to]),
    );
  }

  /** The document with every reference to a renamed document changed; itself when there is none. */
  rewrite(document: JsonObject): JsonObject {
    return this.#byPlace.size === 0 ? document : this.#object(document);
  }

  #object(object: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([key, value]) => [key, this.#member(key, value)]),
    );
  }

  #member(key: string, value: JsonValue): JsonValue {
    if (typeof value !== 'string') return this.#value(value);
    const collections = Object.hasOwn(REFERENCE_KEYS, key) ? (REFERENCE_KEYS[key] ?? []) : [];
    const places = collections.map((collection) => this.#byPlace.get(`${collection}\0${value}`));
    return places.find((place) => place !== undefined) ?? value;
  }

  #value(value: JsonValue): JsonValue {
    if (Array.isArray(value)) return value.map((item) => this.#value(item));
    return isJsonObject(value) ? this.#object(value) : value;
  }
}

/** The opposite direction. */
export function reversed(renamings: readonly Renaming[]): readonly Renaming[] {
  return renamings.map(({ collection, from, to }) => ({ collection, from: to, to: from }));
}
