import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { compileSchemaNow } from './json-schema.js';

/** Few keys and values, so that schemas and values meet; `constructor` is a name that every object inherits. */
const keys = fc.constantFrom('a', '~1/b', 'id', 'constructor');
const scalars = fc.constantFrom<JsonValue[]>(0, 1, 1.5, '', 'x', 'xy', '😀', true, null);
const { values } = fc.letrec<{ values: JsonValue }>((tie) => ({
  values: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalars,
    fc.array(tie('values'), { maxLength: 3 }),
    tie('values').map((item) => [item, item]),
    {
      weight: 3,
      arbitrary: fc.dictionary(keys, tie('values'), { maxKeys: 3, noNullPrototype: true }),
    },
  ),
}));

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
/** Schemas of one to three keywords, nested as deep as that. */
function schemasOf(depth: number): fc.Arbitrary<JsonObject> {
  const own: Record<string, fc.Arbitrary<unknown>> = {
    $id: fc.constantFrom('x', 'not a URI'),
    id: fc.constantFrom('x', 'not a URI'),
    $schema: fc.constantFrom('x', 'not a URI'),
    type: fc.constantFrom(...TYPES),
    enum: fc.uniqueArray(values, { minLength: 1, maxLength: 3, comparator: isDeepStrictEqual }),
    const: values,
    minimum: fc.constantFrom(0, 1),
    maxLength: fc.constantFrom(0, 1),
    uniqueItems: fc.constant(true),
    required: fc.uniqueArray(keys, { minLength: 1, maxLength: 2 }),
    additionalProperties: fc.boolean(),
  };
  const keywords = depth === 0 ? own : { ...own, ...keywordsAbove(schemasOf(depth - 1)) };
  return fc
    .subarray(Object.keys(keywords), { minLength: 1, maxLength: 3 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((name) => [name, keywords[name] ?? fc.anything()]))),
    )
    .map((schema) => schema as JsonObject);
}

function keywordsAbove(below: fc.Arbitrary<JsonObject>): Record<string, fc.Arbitrary<unknown>> {
  const branches = fc.array(below, { minLength: 1, maxLength: 2 });
  const properties = fc.dictionary(keys, below, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
  return {
    properties,
    items: below,
    not: below,
    allOf: branches,
    anyOf: branches,
    oneOf: branches,
  };
}

/** A schema, and any value or one that the schema names. */
const cases = schemasOf(2).chain((schema) => {
  const named = [schema['const'] ?? null, ...((schema['enum'] ?? []) as readonly JsonValue[])];
  return fc.tuple(
    fc.constant(schema),
    fc.oneof({ weight: 4, arbitrary: values }, fc.constantFrom(...named)),
  );
});

type Rule = (given: never, value: JsonValue, schema: JsonObject) => boolean;

/** Keywords as the specification words them: the slow and plain reading that verdicts are held against. */
const RULES: Readonly<Record<string, Rule>> = {
  type: (type: string, value) => typesOf(value).includes(type),
  enum: (allowed: JsonValue[], value) => allowed.some((one) => isDeepStrictEqual(one, value)),
  const: (allowed: JsonValue, value) => isDeepStrictEqual(allowed, value),
  minimum: (least: number, value) => typeof value !== 'number' || value >= least,
  maxLength: (most: number, value) => typeof value !== 'string' || Array.from(value).length <= most,
  uniqueItems: (isWanted: boolean, value) =>
    !isWanted || !Array.isArray(value) || areAllDifferent(value),
  required: (names: string[], value) =>
    !isJsonObject(value) || names.every((name) => Object.hasOwn(value, name)),
  additionalProperties: (isAllowed: boolean, value, { properties = {} }) =>
    isAllowed ||
    !isJsonObject(value) ||
    Object.keys(value).every((key) => Object.hasOwn(properties as JsonObject, key)),
  properties: (schemas: Record<string, JsonObject>, value) =>
    !isJsonObject(value) ||
    Object.entries(schemas).every(
      ([key, schema]) => !Object.hasOwn(value, key) || fits(schema, value[key] ?? null),
    ),
  items: (schema: JsonObject, value) =>
    !Array.isArray(value) || value.every((item) => fits(schema, item)),
  not: (schema: JsonObject, value) => !fits(schema, value),
  allOf: (schemas: JsonObject[], value) => schemas.every((schema) => fits(schema, value)),
  anyOf: (schemas: JsonObject[], value) => schemas.some((schema) => fits(schema, value)),
  oneOf: (schemas: JsonObject[], value) =>
    schemas.filter((schema) => fits(schema, value)).length === 1,
};

function fits(schema: JsonObject, value: JsonValue): boolean {
  return Object.entries(schema).every(
    ([keyword, given]) => RULES[keyword]?.(given as never, value, schema) ?? true,
  );
}

function typesOf(value: JsonValue): readonly string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}

function areAllDifferent(items: readonly JsonValue[]): boolean {
  return items.every(
    (item, at) => !items.slice(0, at).some((other) => isDeepStrictEqual(other, item)),
  );
}

function faultsOf(schema: JsonObject, value: JsonValue) {
  const compiled = compileSchemaNow(schema);
  if (compiled.kind === 'refused') throw new Error(compiled.detail);
  return compiled.validate(value);
}

/** What a pointer leads to; undefined where there is nothing. */
function found(value: JsonValue, pointer: string): JsonValue | undefined {
  const path = decodeURIComponent(pointer).split('/').slice(1);
  let at: JsonValue | undefined = value;
  for (const token of path) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? at[key as never]
        : undefined;
  }
  return at;
}

describe('the verdict of a schema', () => {
  it('is that of its keywords, and each fault points into the value', () => {
    fc.assert(
      fc.property(cases, ([schema, value]) => {
        const faults = faultsOf(schema, value);
        expect(faults.length === 0).toBe(fits(schema, value));
        for (const { pointer, detail } of faults) {
          const isMissing = detail === 'is required';
          const place = isMissing ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer;
          expect(found(value, place)).toBeDefined();
          expect(found(value, pointer) === undefined).toBe(isMissing);
        }
      }),
      { numRuns: 200 },
    );
  });
});
