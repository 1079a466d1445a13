import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type Attribute, attributeNamed } from './schema.js';
import { scimError } from './scim-error.js';

const TEXT_MAX = 4096;
const VALUES_MAX = 100;

/**
 * A value as an attribute takes it: flags that are written as texts become flags, a text becomes the value of
 * a complex one, read-only parts are left out. undefined where nothing is left: null and empty lists take away.
 * @throws AppError `invalid-input` (`invalidValue`, `invalidSyntax`)
 */
export function readValue(attribute: Attribute, given: JsonValue): JsonValue | undefined {
  if (!attribute.multiValued) return readOne(attribute, unwrapped(given));
  const items = (Array.isArray(given) ? given : [given]).flatMap(
    (item) => readOne(attribute, item) ?? [],
  );
  if (items.length > VALUES_MAX)
    throw scimError('invalidValue', `${attribute.name} has more than ${VALUES_MAX} values`);
  return items.length === 0 ? undefined : items;
}

/** One value of an attribute, of a list where the attribute is one. */
export function readOne(attribute: Attribute, given: JsonValue): JsonValue | undefined {
  if (given === null) return undefined;
  if (attribute.type === 'complex') return readComplex(attribute, given);
  if (attribute.type === 'boolean') return readFlag(attribute, given);
  if (typeof given !== 'string' && typeof given !== 'number')
    throw scimError('invalidValue', `${attribute.name} must be a text`);
  const text = String(given);
  if (text.length > TEXT_MAX)
    throw scimError('invalidValue', `${attribute.name} has more than ${TEXT_MAX} characters`);
  return text === '' ? undefined : text;
}

/** An early dialect of Entra wraps values: `[{"$ref": null, "value": "x"}]`. */
function unwrapped(given: JsonValue): JsonValue {
  const [first] = Array.isArray(given) && given.length === 1 ? given : [];
  if (first === undefined) return given;
  return isJsonObject(first) && first['value'] !== undefined ? first['value'] : first;
}

function readFlag({ name }: Attribute, given: JsonValue): boolean {
  const word = typeof given === 'string' ? given.toLowerCase() : given;
  if (word === 'true' || word === 'false') return word === 'true';
  if (typeof word === 'boolean') return word;
  throw scimError('invalidValue', `${name} must be true or false`);
}

function readComplex(attribute: Attribute, given: JsonValue): JsonObject | undefined {
  const { subAttributes = [], name } = attribute;
  if (!isJsonObject(given)) return readText(attribute, given);
  const read: JsonObject = {};
  for (const [key, part] of Object.entries(given)) {
    const sub = attributeNamed(subAttributes, key);
    if (!sub) throw scimError('invalidSyntax', `${key} is no attribute of ${name}`);
    if (sub.mutability === 'readOnly') continue;
    const one = readValue(sub, part);
    if (one !== undefined) read[sub.name] = one;
  }
  return Object.keys(read).length === 0 ? undefined : read;
}

/** A text in place of an object is what the object would hold. */
function readText(
  { subAttributes = [], name }: Attribute,
  given: JsonValue,
): JsonObject | undefined {
  const value = attributeNamed(subAttributes, 'value');
  if (!value || Array.isArray(given)) throw scimError('invalidValue', `${name} must be an object`);
  const text = readOne(value, given);
  return text === undefined ? undefined : { value: text };
}
