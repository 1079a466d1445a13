import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { ownList, ownObject, ownValue } from '../../kernel/json-reading.js';
import { compileSchema } from '../json-schema/json-schema.js';
import { ownText, sameJson, valueAt } from './json-reading.js';

/** Values that conditions of one filling may ask for; each may make a further field appear. */
const ROUNDS_MAX = 4;
/** Places that are looked at: schemas that refer to themselves have no end. */
const PLACES_MAX = 20_000;
const DEPTH_MAX = 100;
/** References that lead to references. */
const HOPS_MAX = 20;

/** What one filling shares. */
interface Filling {
  readonly root: JsonObject;
  places: number;
}

/**
 * Answers as a console sends them: an absent answer takes the default of its field, and groups of fields
 * exist where something in them is asked for. Given answers are never changed.
 */
export async function withDefaults(schema: JsonObject, answers: JsonValue): Promise<JsonValue> {
  let filled = answers;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const next = await fill(schema, filled, { root: schema, places: 0 }, 0);
    if (next === undefined || sameJson(next, filled)) break;
    filled = next;
  }
  return filled;
}

async function fill(
  given: JsonValue | undefined,
  value: JsonValue | undefined,
  filling: Filling,
  depth: number,
): Promise<JsonValue | undefined> {
  filling.places += 1;
  if (!isJsonObject(given) || isTooMuch(filling, depth)) return value;
  const schema = resolved(given, filling.root);
  const present = value === undefined ? ownValue(schema, 'default') : value;
  if (Array.isArray(present)) return fillItems(schema, present, filling, depth);
  if (isJsonObject(present)) return fillObject(schema, present, filling, depth);
  // What refers to itself would be filled for ever; a console asks for it first as well.
  const isGroup = present === undefined && !Object.hasOwn(given, '$ref');
  return isGroup ? newGroup(schema, filling, depth) : present;
}

function isTooMuch({ places }: Filling, depth: number): boolean {
  return depth > DEPTH_MAX || places > PLACES_MAX;
}

/** A group of fields of which something is asked for. */
async function newGroup(
  schema: JsonObject,
  filling: Filling,
  depth: number,
): Promise<JsonObject | undefined> {
  if (!Object.hasOwn(schema, 'properties')) return undefined;
  const group = await fillObject(schema, {}, filling, depth);
  const isAskedFor = ownList(schema, 'required').length > 0 || Object.keys(group).length > 0;
  return isAskedFor ? group : undefined;
}

async function fillItems(
  schema: JsonObject,
  list: readonly JsonValue[],
  filling: Filling,
  depth: number,
): Promise<JsonValue> {
  const items = ownValue(schema, 'items');
  if (!isJsonObject(items)) return [...list];
  const filled: JsonValue[] = [];
  for (const item of list) filled.push((await fill(items, item, filling, depth + 1)) ?? item);
  return filled;
}

async function fillObject(
  schema: JsonObject,
  object: JsonObject,
  filling: Filling,
  depth: number,
): Promise<JsonObject> {
  let filled = await fillProperties(schema, object, filling, depth);
  for (const part of await activeParts(schema, filled, filling.root)) {
    const next = await fill(part, filled, filling, depth + 1);
    if (isJsonObject(next)) filled = next;
  }
  return filled;
}

async function fillProperties(
  schema: JsonObject,
  object: JsonObject,
  filling: Filling,
  depth: number,
): Promise<JsonObject> {
  const filled = new Map<string, JsonValue>(Object.entries(object));
  for (const [key, property] of Object.entries(ownObject(schema, 'properties'))) {
    const value = await fill(property, filled.get(key), filling, depth + 1);
    if (value !== undefined) filled.set(key, value);
  }
  return Object.fromEntries(filled);
}

/** The parts of a schema that count for an object besides its own properties. */
async function activeParts(
  schema: JsonObject,
  object: JsonObject,
  root: JsonObject,
): Promise<readonly JsonValue[]> {
  const condition = ownValue(schema, 'if');
  const branch =
    condition === undefined
      ? undefined
      : ownValue(schema, (await holds(condition, object, root)) ? 'then' : 'else');
  const dependent = Object.entries(ownObject(schema, 'dependencies'))
    .filter(([key, part]) => Object.hasOwn(object, key) && isJsonObject(part))
    .map(([, part]) => part);
  const alternatives = await chosen(dependent.filter(isJsonObject), object, root);
  return [
    ...ownList(schema, 'allOf'),
    ...(branch === undefined ? [] : [branch]),
    ...dependent,
    ...alternatives,
  ];
}

/** Of the alternatives of a dependency, the one whose fixed values fit: that is what shows its fields. */
async function chosen(
  parts: readonly JsonObject[],
  object: JsonObject,
  root: JsonObject,
): Promise<readonly JsonValue[]> {
  const found: JsonValue[] = [];
  for (const part of parts) {
    for (const alternative of ownList(part, 'oneOf').filter(isJsonObject)) {
      const fixed = Object.entries(ownObject(alternative, 'properties')).filter(
        ([key, property]) => Object.hasOwn(object, key) && isFixed(property),
      );
      const test = { properties: Object.fromEntries(fixed) };
      if (fixed.length === 0 || !(await holds(test, object, root))) continue;
      found.push(alternative);
      break;
    }
  }
  return found;
}

function isFixed(property: JsonValue): boolean {
  return (
    isJsonObject(property) && (Object.hasOwn(property, 'const') || Object.hasOwn(property, 'enum'))
  );
}

async function holds(schema: JsonValue, value: JsonObject, root: JsonObject): Promise<boolean> {
  const { definitions, $defs } = root;
  const whole = isJsonObject(schema)
    ? { ...schema, ...(definitions && { definitions }), ...($defs && { $defs }) }
    : schema;
  const compiled = await compileSchema(whole);
  return compiled.kind === 'schema' && compiled.validate(value).length === 0;
}

function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  let found = schema;
  for (let hops = 0; hops < HOPS_MAX; hops += 1) {
    const pointer = ownText(found, '$ref');
    const target = pointer === undefined ? undefined : valueAt(root, decoded(pointer));
    if (!isJsonObject(target)) break;
    const own = Object.entries(found).filter(([key]) => key !== '$ref');
    found = { ...target, ...Object.fromEntries(own) };
  }
  return found;
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}
