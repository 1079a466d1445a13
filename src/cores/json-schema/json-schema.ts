import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { type Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv';
import { type FormatsPlugin } from 'ajv-formats';
import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { canonicalJson } from '../../kernel/canonical-json.js';
import { SchemaPatterns } from './schema-patterns.js';
import { toFaults } from './to-faults.js';

/** Larger schemas take too long to compile. */
const SCHEMA_LENGTH_MAX = 256 * 1024;
/**
 * Visits of subschemas for one value, each with what it compares there. Schemas that refer to themselves in several
 * places would visit some values more often than there are atoms; this many take a fraction of a second.
 */
const VISITS_MAX = 500_000;
const KEPT_MAX = 200;
/** Characters of schemas that one compiler takes: it holds on to parts of all of them. */
const COMPILED_MAX = 2 * 1024 * 1024;

/** A schema that a value can be judged by, or why there is none. */
export type CompiledSchema =
  | { readonly kind: 'schema'; readonly validate: (value: unknown) => readonly Fault[] }
  | { readonly kind: 'refused'; readonly detail: string };

/** Keywords that name a schema or its dialect; here they have no meaning. */
const NAMES = new Set(['$id', 'id', '$schema']);
/** Keywords whose values are data, in which nothing is a keyword. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);
const kept = new Map<string, CompiledSchema>();

/**
 * Compiles a JSON Schema of a document or a caller: draft 7, unknown keywords and formats ignored,
 * names without meaning (documents use `$id` for their own purposes), references only within the schema, patterns in
 * linear time. The last ones are kept, so that compiling again costs nothing. Whoever compiles many, one
 * after the other, keeps nobody else waiting for all of them.
 */
export async function compileSchema(schema: JsonValue): Promise<CompiledSchema> {
  const known = knownSchema(JSON.stringify(schema));
  if (known) return known;
  // A document may bring thousands: other requests are served in between.
  await setImmediate();
  return compileSchemaNow(schema);
}

/** The same without a pause: for pure functions, which have nobody to wait for. */
export function compileSchemaNow(schema: JsonValue): CompiledSchema {
  const text = JSON.stringify(schema);
  const known = knownSchema(text);
  if (known) return known;
  const compiled = compileAnew(schema, text.length);
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(keyOf(text), compiled);
  return compiled;
}

function knownSchema(text: string): CompiledSchema | undefined {
  return text.length > SCHEMA_LENGTH_MAX ? refused('is too large') : kept.get(keyOf(text));
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function compileAnew(schema: JsonValue, length: number): CompiledSchema {
  if (typeof schema !== 'boolean' && !isJsonObject(schema)) return refused('is no schema');
  const { ajv, visits, patterns } = compilerFor(length);
  const nameless = counted(withoutNames(schema)) as AnySchemaObject | boolean;
  try {
    patterns.begin();
    const validate = ajv.compile(nameless);
    return { kind: 'schema', validate: (value) => validated(validate, value, visits) };
  } catch (error) {
    return refused(error instanceof Error ? error.message : 'is no schema');
  } finally {
    // It would keep every schema that it has ever seen.
    if (typeof nameless === 'object') ajv.removeSchema(nameless);
  }
}

/** What compiles schemas, and what counts while one of them judges: one value at a time. */
interface Compiler {
  readonly ajv: Ajv;
  readonly visits: Visits;
  readonly patterns: SchemaPatterns;
}

/**
 * One for many, because making one takes ten times as long as a schema does. Schemas know nothing of each
 * other: they have no names, and are forgotten when they are compiled.
 */
let compiler: Compiler | undefined;
let compiledLength = 0;

function compilerFor(length: number): Compiler {
  compiledLength += length;
  if (compiledLength > COMPILED_MAX) {
    compiler = undefined;
    compiledLength = length;
  }
  return (compiler ??= newCompiler());
}

function newCompiler(): Compiler {
  const visits = { left: 0 };
  const patterns = new SchemaPatterns((looks) => {
    spend(visits, looks);
  });
  return { ajv: newAjv(visits, patterns), visits, patterns };
}

/** Loaded when the first schema is compiled: most commands of the platform need none. */
const load = createRequire(import.meta.url);

function newAjv(visits: Visits, patterns: SchemaPatterns): Ajv {
  const { Ajv: AjvClass } = load('ajv') as { Ajv: typeof Ajv };
  const { default: addFormats } = load('ajv-formats') as { default: FormatsPlugin };
  const ajv = new AjvClass({
    strict: false,
    allErrors: true,
    logger: false,
    validateFormats: true,
    // `constructor` is a key like any other.
    ownProperties: true,
    code: { regExp: patterns.regExp },
  });
  addFormats(ajv);
  ajv.addKeyword({
    keyword: VISIT,
    validate: (cost: number) => {
      spend(visits, cost);
      return true;
    },
    errors: false,
  });
  // The one of ajv compares every item with every other.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (wanted: boolean, items: readonly JsonValue[]) => !wanted || areUnique(items),
    error: { message: 'must NOT have duplicate items' },
  });
  return ajv;
}

/** What is left of the visits that one value may take. */
interface Visits {
  left: number;
}

/** Stands in every subschema with what a visit of it costs, so that visits can be counted. */
const VISIT = '$visit:counted';

function spend(visits: Visits, count: number): void {
  visits.left -= count;
  if (visits.left < 0) throw new RangeError('too many visits');
}

/** The keywords under which schemas lie, by how they lie there. */
const SCHEMAS = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'allOf',
  'anyOf',
  'oneOf',
]);
const MAPS = new Set(['$defs', 'definitions', 'dependencies', 'patternProperties', 'properties']);

function counted(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(counted);
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema).map(([key, value]) => [key, countedBelow(key, value)]);
  return Object.fromEntries([...members, [VISIT, costOf(schema)]]) as JsonObject;
}

/** One, and one for each name, value or branch that is looked for: each may be missed, and every miss is a fault. */
function costOf(schema: JsonObject): number {
  const values = Object.values(schema);
  const inMaps = values.filter(isJsonObject).flatMap((map) => Object.values(map));
  // What depends on a name is a list in a map.
  const lists = [...values, ...inMaps].map((value) => (Array.isArray(value) ? value.length : 0));
  return lists.reduce((cost, length) => cost + length, 1 + inMaps.length);
}

function countedBelow(key: string, value: JsonValue): JsonValue {
  if (SCHEMAS.has(key)) return counted(value);
  if (!MAPS.has(key) || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, counted(one)]));
}

function areUnique(items: readonly JsonValue[]): boolean {
  return new Set(items.map(canonicalJson)).size === items.length;
}

/** What refers to itself without end, or nearly so, is a fault of the value as well. */
function validated(validate: ValidateFunction, value: unknown, visits: Visits): readonly Fault[] {
  visits.left = VISITS_MAX;
  try {
    return faultsOf(validate, value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ pointer: '#', detail: 'takes too long to check against the schema' }];
  }
}

function withoutNames(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNames);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      // A property that is called `id` has a schema, no text.
      .filter(([key, member]) => !NAMES.has(key) || typeof member !== 'string')
      .map(([key, member]) => [key, DATA.has(key) ? member : withoutNames(member)]),
  );
}

function faultsOf(validate: ValidateFunction, value: unknown): readonly Fault[] {
  if (validate(value)) return [];
  return toFaults(validate.errors ?? []);
}

function refused(detail: string): CompiledSchema {
  return { kind: 'refused', detail };
}
