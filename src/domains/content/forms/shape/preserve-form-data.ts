import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import {
  type ContainerModel,
  hasIntegerKeys,
  innermost,
  innermostObject,
  kindOf,
  memberModel,
  StoredItems,
} from './container-model.js';
import { declaredShapeOf } from './declared-shape.js';

/**
 * Gives containers back the kind that they have in the stored form, where something on the way has
 * turned lists into objects and objects into lists (docs/content.md). The stored document says which kind a
 * container has, else the `properties.type` of the form's fields does. No value is lost, unknown keys
 * stay, the input is not touched, and doing it twice is doing it once.
 */
export function preserveFormData(form: JsonObject, data: JsonObject): JsonObject {
  const model = { stored: form, declared: declaredShapeOf(form) };
  return new Restoration().object(data, model);
}

class Restoration {
  readonly #storedItems = new StoredItems();

  object(object: JsonObject, model: ContainerModel): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([key, value]) => [
        key,
        this.#value(value, memberModel(model, key)),
      ]),
    );
  }

  #value(value: JsonValue, model: ContainerModel): JsonValue {
    // Nobody says anything of what is in here, however large it is.
    if (model.stored === undefined && model.declared === undefined) return value;
    const kind = kindOf(model);
    const restored = kind === undefined ? value : restoredAs(kind, value, model);
    if (Array.isArray(restored)) return this.#list(restored, model);
    return isJsonObject(restored) ? this.object(restored, model) : restored;
  }

  #list(list: JsonValue[], model: ContainerModel): JsonValue[] {
    const modelOf = this.#storedItems.modelsOf(model);
    return list.map((item, position) => this.#value(item, modelOf(item, position)));
  }
}

/** The value as a container of the kind; a value that can be none of that kind stays as it is. */
function restoredAs(kind: 'list' | 'object', value: JsonValue, model: ContainerModel): JsonValue {
  return kind === 'list' ? asList(value) : asObject(value, model);
}

/** Null is the absence of a list, not its only item. */
function asList(value: JsonValue): JsonValue {
  if (Array.isArray(value) || value === null) return value;
  if (!isJsonObject(value) || !hasIntegerKeys(value)) return [value];
  return Object.keys(value)
    .map(Number)
    .sort((a, b) => a - b)
    .map((key) => value[String(key)] ?? null);
}

function asObject(value: JsonValue, { stored }: ContainerModel): JsonValue {
  if (!Array.isArray(value)) return value;
  if (value.length === 0) return {};
  const inner = innermostObject(value);
  if (!isNumbered(stored)) return inner ?? (isEmptyList(innermost(value)) ? {} : value);
  return inner && hasIntegerKeys(inner) ? inner : Object.fromEntries(value.entries());
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** An object that looks like a list to whoever counts its keys. */
function isNumbered(stored: JsonValue | undefined): boolean {
  return isJsonObject(stored) && Object.keys(stored).length > 0 && hasIntegerKeys(stored);
}
