import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { canonicalJson } from '../../kernel/canonical-json.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { compilePattern } from '../patterns/compile-pattern.js';
import { LinearPattern } from '../patterns/linear-pattern.js';
import { type FieldPath } from './struct-nodes.js';

/** Collects what of a schema is not checked. */
export interface NormalizeOptions {
  /** Fields whose choices a call fills in, as JSON text of their paths. */
  readonly bound: ReadonlySet<string>;
  readonly unchecked: Fault[];
  /** What reading patterns may take altogether (`LinearPattern.costOf`). */
  patternCostLeft: number;
}

/** The patterns of one form take half a second at worst. */
export const PATTERN_COST_MAX = 50_000;

type Tidied = JsonValue | undefined;
type Tidy = (value: JsonValue, place: Place) => Tidied;

interface Place {
  readonly path: FieldPath;
  readonly depth: number;
  readonly settings: NormalizeOptions;
}

const DEPTH_MAX = 200;
const UNCHECKED_MAX = 50;
const TYPES: ReadonlySet<JsonValue> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

const number: Tidy = (value) => (typeof value === 'number' ? value : undefined);
const count: Tidy = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
const flag: Tidy = (value) => (typeof value === 'boolean' ? value : undefined);
const text: Tidy = (value) => (typeof value === 'string' && value !== '' ? value : undefined);
const kept: Tidy = (value) => value;
const texts: Tidy = (value) =>
  Array.isArray(value)
    ? [...new Set(value.filter((one) => typeof one === 'string' && one !== '__proto__'))]
    : undefined;

const schema: Tidy = (value, place) => {
  if (typeof value === 'boolean') return value;
  return isJsonObject(value) ? tidied(value, place) : undefined;
};
const schemas: Tidy = (value, place) => {
  if (!Array.isArray(value)) return undefined;
  const usable = value.map((one) => schema(one, place)).filter((one) => one !== undefined);
  return usable.length > 0 ? usable : undefined;
};
const below =
  (pathOf: (path: FieldPath, key: string) => FieldPath, one: Tidy = schema): Tidy =>
  (value, place) => {
    if (!isJsonObject(value)) return undefined;
    const members = Object.entries(value).flatMap(([key, member]) => {
      if (key === '__proto__') return [];
      const result = one(member, { ...place, path: pathOf(place.path, key) });
      return result === undefined ? [] : [[key, result] as const];
    });
    return Object.fromEntries(members);
  };
const samePlace = (path: FieldPath): FieldPath => path;
const property = below((path, key) => [...path, key]);
const definitions = below(samePlace);
const items: Tidy = (value, place) => {
  const inner = { ...place, path: [...place.path, null] };
  return Array.isArray(value) ? schemas(value, inner) : schema(value, inner);
};
const dependency: Tidy = (value, place) =>
  Array.isArray(value) ? texts(value, place) : schema(value, place);
const type: Tidy = (value) => {
  if (!Array.isArray(value)) return TYPES.has(value) ? value : undefined;
  const known = [...new Set(value.filter((one) => TYPES.has(one)))];
  return known.length > 0 ? known : undefined;
};
/** An empty list of choices stands for one that nobody has filled in yet. */
const choices: Tidy = (value, { path, settings }) => {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  if (settings.bound.has(JSON.stringify(path))) return undefined;
  return [...new Map(value.map((one) => [canonicalJson(one), one])).values()];
};
const pattern: Tidy = (value, place) => {
  if (typeof value !== 'string' || value === '') return undefined;
  return isUsable(value, place) ? value : undefined;
};
const patterned: Tidy = (value, place) => {
  const usable = isJsonObject(value)
    ? Object.entries(value).filter(([key]) => isUsable(key, place))
    : [];
  return usable.length > 0 ? definitions(Object.fromEntries(usable), place) : undefined;
};
const reference: Tidy = (value, { path, settings }) => {
  if (typeof value === 'string' && value.startsWith('#')) return value;
  note(settings, path, 'refers to a schema outside of the form, which is not looked at');
  return undefined;
};

/** What of a schema decides about answers; everything else is description. */
const KEYWORDS: ReadonlyMap<string, Tidy> = new Map(
  Object.entries({
    type,
    enum: choices,
    const: kept,
    default: kept,
    properties: property,
    patternProperties: patterned,
    additionalProperties: schema,
    propertyNames: schema,
    required: texts,
    dependencies: below(samePlace, dependency),
    definitions,
    $defs: definitions,
    items,
    additionalItems: schema,
    contains: schema,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: schema,
    if: schema,
    then: schema,
    else: schema,
    $ref: reference,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: (value: JsonValue) => (typeof value === 'number' && value > 0 ? value : undefined),
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    minProperties: count,
    maxProperties: count,
    uniqueItems: flag,
    pattern,
    format: text,
  }),
);
/** Later drafts say `dependencies` in two words. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['dependentRequired', 'dependencies'],
  ['dependentSchemas', 'dependencies'],
]);

/**
 * A schema of a form as it can be compiled: editors leave behind keywords without a value, choices that
 * are filled in later, and patterns that no engine in linear time can run. What is left out is noted.
 */
export function normalizeSchema(given: JsonObject, settings: NormalizeOptions): JsonObject {
  return tidied(given, { path: [], depth: 0, settings });
}

function tidied(given: JsonObject, place: Place): JsonObject {
  const { depth, settings, path } = place;
  if (depth > DEPTH_MAX) {
    note(settings, path, 'is nested too deeply to be looked at');
    return {};
  }
  const result = new Map<string, JsonValue>();
  for (const [key, value] of Object.entries(given)) {
    const name = RENAMED.get(key) ?? key;
    const usable = KEYWORDS.get(name)?.(value, { ...place, depth: depth + 1 });
    if (usable !== undefined) result.set(name, merged(result.get(name), usable));
  }
  return Object.fromEntries(result);
}

function merged(present: Tidied, usable: JsonValue): JsonValue {
  return isJsonObject(present) && isJsonObject(usable) ? { ...present, ...usable } : usable;
}

function isUsable(source: string, { path, settings }: Place): boolean {
  if (settings.patternCostLeft >= 0) settings.patternCostLeft -= LinearPattern.costOf(source);
  if (settings.patternCostLeft < 0) {
    note(settings, path, 'has a pattern that is not checked: the form has too many of them');
    return false;
  }
  const compiled = compilePattern(source);
  if (compiled.kind === 'pattern') return true;
  note(settings, path, `has a pattern that cannot be checked: ${compiled.detail}`);
  return false;
}

function note({ unchecked }: NormalizeOptions, path: FieldPath, detail: string): void {
  if (unchecked.length >= UNCHECKED_MAX) return;
  unchecked.push({ pointer: jsonPointer(path.map((key) => key ?? '*')), detail });
}
