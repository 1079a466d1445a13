import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { ownList, ownObject, ownValue } from '../../kernel/json-reading.js';
import { keyedNodes, structNodes } from './struct-nodes.js';

/** What an element says of its values in the words of JSON Schema. */
const COPIED = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'format',
  'default',
  'const',
];
const PLAIN: ReadonlySet<JsonValue | undefined> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
]);
const DEPTH_MAX = 100;
/** Whatever lists the properties of an object, if only under a condition. */
const IN_PLACE_ONE = ['then', 'else', 'if'];
const IN_PLACE_MANY = ['allOf', 'anyOf', 'oneOf'];

/**
 * A schema together with what only the elements of the form say: fields that it does not list, or all
 * of them where there is no schema.
 */
export function completedSchema(
  nodes: readonly JsonObject[],
  schema: JsonObject,
  depth = 0,
): JsonObject {
  if (depth > DEPTH_MAX || nodes.length === 0) return schema;
  const listed = ownObject(schema, 'properties');
  const elsewhere = conditionalKeys(schema);
  const keyed = keyedNodes(nodes, listed);
  const added = keyed.filter(({ key }) => !Object.hasOwn(listed, key) && !elsewhere.has(key));
  const asked = added.filter(({ node }) => ownValue(node, 'required') === true);
  const required = [...ownList(schema, 'required'), ...asked.map(({ key }) => key)];
  const completed = keyed
    .filter(({ key }) => Object.hasOwn(listed, key))
    .map(({ key, node, property }) => [key, completedProperty(node, property, depth)] as const);
  const derived = added.map(({ key, node }) => [key, derivedProperty(node, depth)] as const);
  return {
    type: 'object',
    ...schema,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries([...Object.entries(listed), ...completed, ...derived]),
  };
}

function completedProperty(node: JsonObject, property: JsonObject, depth: number): JsonValue {
  const inner = structNodes({ struct: node });
  const type = ownValue(property, 'type');
  if (type === 'object') return completedSchema(inner, property, depth + 1);
  const items = ownValue(property, 'items');
  if (type !== 'array' || !isJsonObject(items)) return property;
  return { ...property, items: completedSchema(inner, items, depth + 1) };
}

function derivedProperty(node: JsonObject, depth: number): JsonObject {
  const type = ownValue(node, 'type');
  const inner = structNodes({ struct: node });
  const rules = pick(node);
  if (type === 'object') return { ...completedSchema(inner, {}, depth + 1), type };
  if (type === 'array') return { ...rules, type, items: completedSchema(inner, {}, depth + 1) };
  const choices = choicesOf(node);
  const value = {
    ...(PLAIN.has(type) && type !== undefined && { type }),
    ...(choices.length > 0 && { enum: choices }),
  };
  const isSeveral = ownValue(node, 'uniqueItems') === true;
  return isSeveral ? { type: 'array', uniqueItems: true, items: value } : { ...rules, ...value };
}

function pick(node: JsonObject): JsonObject {
  return Object.fromEntries(
    COPIED.flatMap((key) => {
      const value = ownValue(node, key);
      return value === undefined || value === null ? [] : [[key, value]];
    }),
  );
}

/** The values of an element's choices; an element that is filled in by a call has none of its own. */
function choicesOf(node: JsonObject): JsonValue[] {
  if (ownValue(node, 'binding') === true) return [];
  return ownList(node, 'enum').flatMap((choice) => {
    const value = isJsonObject(choice) ? ownValue(choice, 'value') : choice;
    return value === undefined || value === '' ? [] : [value];
  });
}

/** Keys that the schema lists under a condition only. */
function conditionalKeys(schema: JsonObject): ReadonlySet<string> {
  const parts = [
    ...IN_PLACE_ONE.map((key) => ownValue(schema, key)),
    ...IN_PLACE_MANY.flatMap((key) => ownList(schema, key)),
    ...Object.values(ownObject(schema, 'dependencies')),
  ];
  const keys = parts.filter(isJsonObject).flatMap((part) => {
    const alternatives = IN_PLACE_MANY.flatMap((key) => ownList(part, key)).filter(isJsonObject);
    return [part, ...alternatives].flatMap((one) => Object.keys(ownObject(one, 'properties')));
  });
  return new Set(keys);
}
