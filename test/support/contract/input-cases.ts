import { type OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/kernel/json.js';
import { jsonPointer } from '../../../src/kernel/json-pointer.js';
import { someOf } from '../some-of.js';

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

type Path = readonly string[];

/** An input that differs from a valid one at one place. */
export interface InputCase {
  readonly what: string;
  readonly input: JsonObject;
  /** Pointer to the place that a refusal must name; undefined when the contract allows the input. */
  readonly refusedAt: string | undefined;
  /** The field that has another value, by its place and schema: other operations may have the same. */
  readonly field?: string;
}

/** Values of every kind, those that are nearly of another among them, and how many of a kind one place is tried with. */
const KINDS: readonly { readonly values: readonly JsonValue[]; readonly count: number }[] = [
  { values: ['', 'text', '1', 'ß\u0000\u202e', '$where'], count: 2 },
  { values: [0, -1, 1.5, 2 ** 53, 1e21], count: 2 },
  { values: [true, false], count: 1 },
  { values: [null], count: 1 },
  { values: [{}, { $ne: null }, { toString: 1 }], count: 1 },
  { values: [[], [null], ['text']], count: 1 },
];

/** Keys that nothing declares, and that objects have or databases know. */
const UNKNOWN_KEYS = ['nonsense', '', 'toString', 'constructor', '$set', 'a.b'];

const UNKNOWN_BELOW = 2;

/**
 * Makes bad inputs out of what the contract says of good ones: every field, every kind of wrong. Of the
 * values of a kind each field gets other ones.
 */
export class InputCases {
  private readonly ajv = new Ajv2020({ strict: false, code: { optimize: false } });
  /** By the text of the schema: lists and maps refer to the document from within. */
  private readonly judges = new Map<string, ValidateFunction>();
  /** Counts the fields, so that each gets other values. */
  private place = 0;

  constructor(private readonly document: OpenAPIObject) {
    // Its types describe the CommonJS export; what arrives here is the function itself.
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addSchema(document, 'contract');
  }

  /**
   * @param valid an input that the schema allows, with every object in it that cases should reach.
   * @param first the place of its first field: other ones make other cases, the same one the same.
   */
  of(schema: object, valid: JsonObject, first: number): readonly InputCase[] {
    this.place = first;
    return this.ofObject(schema, valid, []);
  }

  /** The same where everything is text: values of other kinds are what their text is. */
  ofTexts(schema: object, valid: JsonObject, first: number): readonly InputCase[] {
    this.place = first;
    const { properties = {} } = this.resolve(schema);
    return Object.entries(properties).flatMap(([key, child]) =>
      [...this.values(), ...this.boundary(child)].map((value) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        return {
          what: text,
          field: fieldOf(`text ${key}`, child),
          input: { ...valid, [key]: text },
          refusedAt:
            this.allows(child, text) || this.allows(child, listOf(value, text))
              ? undefined
              : jsonPointer([key]),
        };
      }),
    );
  }

  /** Paths of the texts that an object may hold, as far as the example has the objects around them. */
  textsOf(given: object, valid: JsonObject, path: Path = []): readonly Path[] {
    const { properties = {} } = this.resolve(given);
    return Object.entries(properties).flatMap(([key, child]) => {
      const below = valueAt(valid, [...path, key]);
      if (isJsonObject(below)) return this.textsOf(child, valid, [...path, key]);
      // Items of a list that says how long they may be: the first of them.
      const { items } = this.resolve(child);
      if (Array.isArray(below) && items && this.resolve(items).maxLength !== undefined)
        return [[...path, key, '0']];
      return this.allows(child, 'text') || isPatterned(this.resolve(child)) ? [[...path, key]] : [];
    });
  }

  /** Whether members may come that the schema does not name. */
  takesMore(schema: object): boolean {
    return this.admits(this.resolve(schema).additionalProperties, {});
  }

  private ofObject(given: Schema, valid: JsonObject, path: Path): InputCase[] {
    // An object that may be null as well.
    const schema = this.resolve(given.anyOf?.find(({ $ref }) => $ref !== undefined) ?? given);
    const { properties = {}, required = [], additionalProperties } = schema;
    const missing = required.map((key) => ({
      what: 'missing',
      input: withoutAt(valid, [...path, key]),
      refusedAt: jsonPointer([...path, key]),
    }));
    const keys = path.length === 0 ? UNKNOWN_KEYS : someOf(UNKNOWN_KEYS, this.place, UNKNOWN_BELOW);
    const unknown = keys.map((key) => ({
      what: 'unknown',
      input: replacedAt(valid, [...path, key], 1),
      refusedAt: this.admits(additionalProperties, 1) ? undefined : jsonPointer([...path, key]),
    }));
    const below = Object.entries(properties).flatMap(([key, child]) =>
      this.ofProperty(child, valid, [...path, key]),
    );
    return [...missing, ...unknown, ...below];
  }

  private ofProperty(schema: Schema, valid: JsonObject, path: Path): InputCase[] {
    const values = [...this.values(), ...this.boundary(schema)].map((value) => ({
      what: shown(value),
      field: fieldOf(path.join('.'), schema),
      input: replacedAt(valid, path, value),
      refusedAt: this.allows(schema, value) ? undefined : jsonPointer(path),
    }));
    const inside = valueAt(valid, path);
    return isJsonObject(inside) ? [...values, ...this.ofObject(schema, valid, path)] : values;
  }

  /** Values of every kind for the next field. */
  private values(): readonly JsonValue[] {
    this.place += 1;
    return KINDS.flatMap(({ values, count }) => someOf(values, this.place, count));
  }

  /** Values just within and just beyond the bounds of a schema. */
  private boundary(given: Schema): JsonValue[] {
    const schema = this.resolve(given);
    const { minimum, maximum, minLength, maxLength, anyOf = [] } = schema;
    return [
      ...(minimum === undefined ? [] : [minimum, minimum - 1]),
      ...(maximum === undefined ? [] : [maximum, maximum + 1]),
      ...(minLength === undefined ? [] : ['x'.repeat(minLength), 'x'.repeat(minLength - 1)]),
      ...(maxLength === undefined ? [] : ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)]),
      ...anyOf.flatMap((part) => this.boundary(part)),
    ];
  }

  /** What `additionalProperties` says of the value of a key that nothing declares. */
  private admits(schema: Schema | boolean = true, value: JsonValue): boolean {
    return typeof schema === 'boolean' ? schema : this.allows(schema, value);
  }

  private allows(schema: Schema, value: JsonValue): boolean {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/');
    let judge = this.judges.get(text);
    if (!judge) this.judges.set(text, (judge = this.ajv.compile(JSON.parse(text) as object)));
    return judge(value);
  }

  private resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.document.components?.schemas?.[name] ?? {});
  }
}

const fieldOf = (place: string, schema: Schema): string => `${place} ${JSON.stringify(schema)}`;

/** A text alone is a list of one; a list may be written as JSON. */
function listOf(value: JsonValue, text: string): JsonValue {
  return Array.isArray(value) ? value : [text];
}

/** Texts of a form of their own; numbers in the form of text are none. */
function isPatterned({ type, pattern }: Schema): boolean {
  return type === 'string' && pattern !== undefined;
}

/** The input with another value at this place; objects on the way there are made. */
export function replacedAt(input: JsonObject, path: Path, value: JsonValue): JsonObject {
  const [key = '', ...rest] = path;
  if (rest.length === 0) return { ...input, [key]: value };
  const below = input[key];
  if (Array.isArray(below)) return { ...input, [key]: below.toSpliced(Number(rest[0]), 1, value) };
  return { ...input, [key]: replacedAt(isJsonObject(below) ? below : {}, rest, value) };
}

function withoutAt(input: JsonObject, path: Path): JsonObject {
  const [key = '', ...rest] = path;
  const below = input[key];
  if (rest.length > 0 && isJsonObject(below)) return { ...input, [key]: withoutAt(below, rest) };
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== key));
}

function valueAt(input: JsonObject, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (at, key) => (isJsonObject(at) ? at[key] : undefined),
    input,
  );
}

function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text;
}
