import { setImmediate } from 'node:timers/promises';
import { type Fault } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { ownObject } from '../../kernel/json-reading.js';
import { type CompiledSchema, compileSchema } from '../json-schema/json-schema.js';

/** Compiling this many fields takes less than a tenth of a second, in which nothing else is done. */
const FIELDS_MAX = 200;
const FAULTS_MAX = 50;
/** A reference to anything but definitions may lead into another slice. */
const FOREIGN_REFERENCE = /"\$ref":"#(?!\/(?:definitions|\$defs)\/)/;

/** Compiles the schema of a form; one of many fields in slices, so that others get their turn between. */
export async function compileSlices(schema: JsonObject): Promise<CompiledSchema> {
  const validators: ((value: unknown) => readonly Fault[])[] = [];
  for (const slice of slices(schema)) {
    const compiled = await compileSchema(slice);
    if (compiled.kind === 'refused') return compiled;
    validators.push(compiled.validate);
    await setImmediate();
  }
  return {
    kind: 'schema',
    validate: (value) => validators.flatMap((validate) => validate(value)).slice(0, FAULTS_MAX),
  };
}

function slices(schema: JsonObject): readonly JsonObject[] {
  const { definitions, $defs } = schema;
  const rest = { ...schema, properties: {} };
  const fields = Object.entries(ownObject(schema, 'properties'));
  const isWhole =
    fields.length <= FIELDS_MAX ||
    ['additionalProperties', 'patternProperties', '$ref'].some((key) => Object.hasOwn(rest, key)) ||
    FOREIGN_REFERENCE.test(JSON.stringify(schema));
  if (isWhole) return [schema];
  const shared = { ...(definitions && { definitions }), ...($defs && { $defs }) };
  const parts: JsonObject[] = [{ ...rest, ...shared }];
  for (let from = 0; from < fields.length; from += FIELDS_MAX) {
    const part = Object.fromEntries(fields.slice(from, from + FIELDS_MAX));
    parts.push({ properties: part, ...shared });
  }
  return parts;
}
