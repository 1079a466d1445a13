import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { ownList, ownObject, ownValue } from '../../kernel/json-reading.js';
import { answersSchema } from './answers-schema.js';
import { ownText, valueAt } from './json-reading.js';
import { type KeyedNode, keyedNodes, structNodes } from './struct-nodes.js';

/** One choice of a field. */
export interface FieldChoice {
  /** Stays the same when its value is changed. */
  readonly id: string | undefined;
  readonly value: JsonValue;
}

/** A field of a form as answers to it are brought into another form. */
export interface FormField {
  /** Keys from the root, or from the item of a list, down. */
  readonly path: readonly string[];
  /** What the editor knows the field by, whatever it is called. */
  readonly nodeId: string | undefined;
  /** JSON type of its values; undefined where any will do. */
  readonly type: string | undefined;
  readonly required: boolean;
  readonly hasDefault: boolean;
  /** The only values that it takes; undefined where there is no such list, or a call fills it in. */
  readonly choices: readonly FieldChoice[] | undefined;
  /** Type of the items of a list of plain values. */
  readonly itemType: string | undefined;
  /** The fields of each item of a list. */
  readonly items: readonly FormField[];
}

interface Level {
  readonly root: JsonObject;
  /** The same place of the schema as the form has it: titles are no rules, so the other has none. */
  readonly written: JsonObject;
  readonly nodes: readonly JsonObject[];
  readonly path: readonly string[];
  readonly depth: number;
}

const DEPTH_MAX = 100;
const FIELDS_MAX = 20_000;

/**
 * The fields of a form, groups taken apart: a group is only part of the path. Fields that exist under a
 * condition count as well.
 */
export function formFields(form: JsonObject): readonly FormField[] {
  const { schema } = answersSchema(form);
  const left = { fields: FIELDS_MAX };
  const written = ownObject(form, 'schema');
  const level = { root: schema, written, nodes: structNodes(form), path: [], depth: 0 };
  return levelFields(schema, level, left);
}

function levelFields(
  given: JsonObject,
  level: Level,
  left: { fields: number },
): readonly FormField[] {
  const { root, written, nodes, depth } = level;
  const [own = {}, ...others] = inPlace(given, root);
  const listed = [own, ...others].flatMap((part) => Object.entries(ownObject(part, 'properties')));
  const required = new Set(ownList(own, 'required'));
  const titles = ownObject(written, 'properties');
  const keyed = new Map(keyedNodes(nodes, titles).map((one) => [one.key, one]));
  // Where several parts list a key, the first one counts.
  return [...new Map(listed.reverse())].flatMap(([key, property]) => {
    left.fields -= 1;
    if (!isJsonObject(property) || left.fields < 0 || depth > DEPTH_MAX) return [];
    const inner = below(level, key, keyed.get(key));
    const whole = inPlace(property, root)[0] ?? property;
    if (Object.hasOwn(whole, 'properties')) return levelFields(whole, inner, left);
    return [
      toField(whole, inner, { required: required.has(key), node: keyed.get(key)?.node, left }),
    ];
  });
}

function below(level: Level, key: string, keyed: KeyedNode | undefined): Level {
  return {
    ...level,
    written: ownObject(ownObject(level.written, 'properties'), key),
    nodes: keyed ? structNodes({ struct: keyed.node }) : [],
    path: [...level.path, key],
    depth: level.depth + 1,
  };
}

interface FieldFacts {
  readonly required: boolean;
  readonly node: JsonObject | undefined;
  readonly left: { fields: number };
}

function toField(property: JsonObject, level: Level, facts: FieldFacts): FormField {
  const { node = {}, required, left } = facts;
  const given = ownObject(property, 'items');
  const items = inPlace(given, level.root)[0] ?? given;
  const inItem = { ...level, written: ownObject(level.written, 'items'), path: [] };
  return {
    path: level.path,
    nodeId: ownText(node, 'nodeId'),
    type: ownText(property, 'type'),
    required,
    hasDefault: Object.hasOwn(property, 'default'),
    choices: choicesOf(property, node),
    itemType: ownText(items, 'type'),
    items: Object.hasOwn(items, 'properties') ? levelFields(items, inItem, left) : [],
  };
}

function choicesOf(property: JsonObject, node: JsonObject): readonly FieldChoice[] | undefined {
  const values = ownValue(property, 'enum');
  if (!Array.isArray(values)) return undefined;
  const told = ownList(node, 'enum').filter(isJsonObject);
  return values.map((value) => {
    const choice = told.find((one) => ownValue(one, 'value') === value);
    return { id: choice && ownText(choice, 'id'), value };
  });
}

/** A schema's own part, then those that count in the same place, some of them under a condition. */
function inPlace(schema: JsonObject, root: JsonObject): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const open: JsonValue[] = [schema];
  while (open.length > 0 && found.size < DEPTH_MAX) {
    const part = open.shift();
    if (!isJsonObject(part) || found.has(part)) continue;
    found.add(part);
    const pointer = ownText(part, '$ref');
    const target = pointer === undefined ? undefined : valueAt(root, pointer);
    if (target !== undefined) open.unshift(target);
    const many = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => ownList(part, key));
    const one = ['then', 'else'].map((key) => ownObject(part, key));
    open.push(...many, ...one, ...Object.values(ownObject(part, 'dependencies')));
  }
  const parts = [...found];
  // What only refers is what it refers to.
  const first = parts.findIndex((part) => !Object.hasOwn(part, '$ref'));
  return first > 0 ? [...parts.slice(first), ...parts.slice(0, first)] : parts;
}
