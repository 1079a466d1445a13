import { type OpenAPIObject } from '@nestjs/swagger';
import { type OperationId } from '../../src/api/operations/operations.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { VALID_INPUTS } from '../support/contract/operation-inputs.js';
import { type FuzzOperation } from './contract.js';
import { type KnownValues } from './known-values.js';
import { LIVELY_INPUTS } from './lively-inputs.js';
import { type Random } from './random.js';
import { SchemaValues } from './schema-values.js';

/** Texts by which the inputs of the contract tests name what is not there. */
const ABSENT = /^(absent|x|a valid input|nobody)$/i;

/** Makes the inputs of an operation that it may well accept: they name things that are there. */
export class Inputs {
  private readonly values: SchemaValues;
  private names = 0;

  constructor(
    document: OpenAPIObject,
    private readonly known: KnownValues,
  ) {
    this.values = new SchemaValues(document);
  }

  /** The body of an operation, undefined where it takes none. */
  body(operation: FuzzOperation, random: Random): JsonValue | undefined {
    if (!operation.body) return undefined;
    const id = operation.id as OperationId;
    const lively = LIVELY_INPUTS[id];
    if (lively && random.chance(0.6)) return lively(this.freshName(random), random);
    const valid = VALID_INPUTS[id]?.body;
    const made =
      valid && random.chance(0.6) ? thinned(valid, random) : this.values.of(operation.body, random);
    return this.withKnown(made, operation, random);
  }

  /** The members of the query, as they are in the document: texts, or objects of members. */
  query(operation: FuzzOperation, random: Random): JsonObject {
    const named = operation.parameters.filter((parameter) => parameter.in === 'query');
    const taken = named.filter(({ required = false }) => required || random.chance(0.4));
    const made = taken.map(({ name, schema }): [string, JsonValue] => [
      name,
      this.values.of(schema, random),
    ]);
    return this.withKnown(Object.fromEntries(made), operation, random) as JsonObject;
  }

  /** What stands for a parameter of the path: something that is there if anything is. */
  parameter(operation: FuzzOperation, name: string, random: Random): string {
    const known = random.chance(0.9)
      ? this.known.forParameter(operation.path, name, random)
      : undefined;
    return known ?? random.pick(['absent', '1', '66d02d8221161b4df2717495']);
  }

  private withKnown(value: JsonValue, { path }: FuzzOperation, random: Random): JsonValue {
    const visit = (one: JsonValue, key: string): JsonValue => {
      if (Array.isArray(one)) return one.map((item) => visit(item, key));
      if (isJsonObject(one)) {
        const entries = Object.entries(one);
        return Object.fromEntries(entries.map(([name, below]) => [name, visit(below, name)]));
      }
      return typeof one === 'string' && ABSENT.test(one) ? this.named(one, path, key, random) : one;
    };
    return visit(value, '');
  }

  /** A name for what is made, or that of something that is there. */
  private named(absent: string, path: string, key: string, random: Random): string {
    if (random.chance(0.3)) return absent;
    if (/^(user)?name$/.test(key) && random.chance(0.6)) return this.freshName(random);
    return this.known.forKey(path, key, random) ?? absent;
  }

  private freshName(random: Random): string {
    this.names += 1;
    return `fuzz ${this.names.toString(36)}${random.below(1000)}`;
  }
}

/** Without some of its members: the inputs of the contract tests have all there are. */
function thinned(value: JsonObject, random: Random): JsonObject {
  if (random.chance(0.3)) return value;
  return Object.fromEntries(Object.entries(value).filter(() => random.chance(0.7)));
}
