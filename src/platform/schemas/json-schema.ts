import { createHash } from 'node:crypto';
import { type Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject, type JsonValue } from '../../kernel/json.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { LinearPattern } from '../patterns/linear-pattern.js';

/** Larger schemas take too long to compile. */
const SCHEMA_LENGTH_MAX = 256 * 1024;
const FAULTS_MAX = 50;
const KEPT_MAX = 200;

/** A schema that a value can be judged by, or why there is none. */
export type CompiledSchema =
  | { readonly kind: 'schema'; readonly judge: (value: unknown) => readonly Fault[] }
  | { readonly kind: 'refused'; readonly detail: string };

/** Keywords that name a schema or its dialect; here they have no meaning. */
const NAMES = new Set(['$id', 'id', '$schema']);
/** Keywords whose values are data, in which nothing is a keyword. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);
/** Where an error tells which key it is about. */
const KEY_PARAMETERS: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
};

const kept = new Map<string, CompiledSchema>();

/**
 * Compiles a JSON Schema of a document or a caller: draft 7, unknown keywords and formats ignored,
 * names without meaning (documents use `$id` for their own purposes), references only within the schema, patterns in
 * linear time. The last ones are kept, so that compiling again costs nothing.
 */
export async function compileSchema(schema: JsonValue): Promise<CompiledSchema> {
  const text = JSON.stringify(schema);
  if (text.length > SCHEMA_LENGTH_MAX) return refused('is too large');
  const key = createHash('sha256').update(text).digest('base64');
  const known = kept.get(key);
  if (known) return known;
  const compiled = await compileAnew(schema);
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(key, compiled);
  return compiled;
}

async function compileAnew(schema: JsonValue): Promise<CompiledSchema> {
  if (typeof schema !== 'boolean' && !isJsonObject(schema)) return refused('is no schema');
  try {
    const ajv = await newAjv();
    const validate = ajv.compile(withoutNames(schema) as AnySchemaObject | boolean);
    return { kind: 'schema', judge: (value) => faultsOf(validate, value) };
  } catch (error) {
    return refused(error instanceof Error ? error.message : 'is no schema');
  }
}

/** A fresh one each time: names within one schema are nothing to another. */
async function newAjv(): Promise<Ajv> {
  const [{ Ajv: AjvClass }, formats] = await Promise.all([import('ajv'), import('ajv-formats')]);
  const ajv = new AjvClass({
    strict: false,
    allErrors: true,
    logger: false,
    validateFormats: true,
    code: { regExp: linear },
  });
  formats.default.default(ajv);
  return ajv;
}

/** What ajv uses in place of `RegExp` for `pattern` and `patternProperties`. */
const linear = Object.assign(
  (pattern: string): { test: (text: string) => boolean } => {
    const compiled = LinearPattern.compile(pattern);
    if (compiled.kind === 'refused') {
      throw new Error(`pattern ${JSON.stringify(pattern)}: ${compiled.detail}`);
    }
    return compiled.pattern;
  },
  { code: 'linear' },
);

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
  return (validate.errors ?? []).slice(0, FAULTS_MAX).map(toFault);
}

function toFault({ instancePath, keyword, params, message }: ErrorObject): Fault {
  const path = instancePath.split('/').slice(1).map(unescaped);
  const key = params[KEY_PARAMETERS[keyword] ?? ''] as unknown;
  if (typeof key !== 'string') {
    return { pointer: jsonPointer(path), detail: message ?? 'is not valid' };
  }
  const detail = keyword === 'required' ? 'is required' : 'is not permitted';
  return { pointer: jsonPointer([...path, key]), detail };
}

function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function refused(detail: string): CompiledSchema {
  return { kind: 'refused', detail };
}
