import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { ownList, ownObject, ownValue } from '../../kernel/json-reading.js';
import { readBindings } from './form-bindings.js';
import { type FieldPath, structNodes } from './struct-nodes.js';
import { completedSchema } from './struct-schema.js';
import { PATTERN_COST_MAX, normalizeSchema } from './normalize-schema.js';

/** What a form demands of answers. */
export interface AnswersSchema {
  readonly schema: JsonObject;
  /** Fields whose choices a call fills in; which values those allow is not known here. */
  readonly bound: readonly FieldPath[];
  /** What of the form is not checked. */
  readonly unchecked: readonly Fault[];
}

/** Words that make an object a schema rather than a tree of fields. */
const SCHEMA_WORDS: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  $schema: (value) => typeof value === 'string',
  $ref: (value) => typeof value === 'string',
  properties: isJsonObject,
  dependencies: isJsonObject,
  required: Array.isArray,
  allOf: Array.isArray,
  anyOf: Array.isArray,
  oneOf: Array.isArray,
  if: isJsonObject,
};
const DEPTH_MAX = 100;

/**
 * The schema of a form's answers as a console enforces it: `schema`, completed by what only `struct`
 * says, and `validationSchema`, which is a schema of its own or a tree of fields with further rules.
 */
export function answersSchema(form: JsonObject): AnswersSchema {
  const given = { type: 'object', ...ownObject(form, 'schema') };
  const base = completedSchema(structNodes(form), given);
  const bound = readBindings(form)
    .filter(({ target }) => target === '/enum' || target === '/items/enum')
    .map(({ path, target }) => ({ path, choices: target === '/enum' ? path : [...path, null] }));
  const unchecked: Fault[] = [];
  const settings = {
    bound: new Set(bound.map(({ choices }) => JSON.stringify(choices))),
    unchecked,
    patternCostLeft: PATTERN_COST_MAX,
  };
  const more = ownObject(form, 'validationSchema');
  const rules = isSchema(more) ? more : fieldRules(more, base, 0);
  const schema = normalizeSchema(base, settings);
  const further = normalizeSchema(rules, settings);
  const all =
    Object.keys(further).length === 0 ? schema : { ...schema, allOf: joined(schema, further) };
  return { schema: all, bound: bound.map(({ path }) => path), unchecked };
}

function joined(schema: JsonObject, further: JsonObject): JsonValue[] {
  return [...ownList(schema, 'allOf'), further];
}

function isSchema(value: JsonObject): boolean {
  return Object.entries(SCHEMA_WORDS).some(([word, fits]) => {
    const member = ownValue(value, word);
    return member !== undefined && fits(member);
  });
}

/** `{a: {b: {minLength: 3}}}`: an object under the name of a field goes on, anything else is a rule. */
function fieldRules(tree: JsonObject, schema: JsonObject, depth: number): JsonObject {
  if (depth > DEPTH_MAX) return {};
  const fields = ownObject(schema, 'properties');
  const rules: [string, JsonValue][] = [];
  const properties: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(tree)) {
    if (!isJsonObject(value)) {
      rules.push([key, value]);
      continue;
    }
    const inner = innerRules(value, ownObject(fields, key), depth + 1);
    if (Object.hasOwn(fields, key) && Object.keys(inner).length > 0) properties.push([key, inner]);
  }
  if (properties.length > 0) rules.push(['properties', Object.fromEntries(properties)]);
  return Object.fromEntries(rules);
}

/** Rules of a list's fields stand under its name, with or without `items`. */
function innerRules(tree: JsonObject, field: JsonObject, depth: number): JsonObject {
  if (isSchema(tree)) return tree;
  const items = ownObject(field, 'items');
  if (Object.keys(items).length === 0) return fieldRules(tree, field, depth);
  const { items: below, ...rest } = tree;
  const rules = fieldRules(rest, items, depth);
  const inner = isJsonObject(below) ? fieldRules(below, items, depth) : {};
  const { properties, ...own } = rules;
  const merged = { ...ownObject(inner, 'properties'), ...(isJsonObject(properties) && properties) };
  const found = Object.keys(merged).length === 0 ? inner : { ...inner, properties: merged };
  return Object.keys(found).length === 0 ? own : { ...own, items: found };
}
