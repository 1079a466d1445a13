import { type OpenAPIObject } from '@nestjs/swagger';
import { type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { type FuzzSchema } from './contract.js';
import { type Random } from './random.js';

const DEEPEST = 6;
const WORDS = [
  'x',
  'admin',
  'alpha',
  'Grün',
  'interface eth0',
  '10.0.0.1',
  'a.b-c_d',
  '1',
] as const;
/** Texts of the forms that members of the interface have. */
const FORMS = ['2026-01-01T00:00:00Z', '0 2 * * *', 'UTC', '66d02d8221161b4df2717495'] as const;

/** Makes values that a schema allows, or nearly: what it refers to is looked up in the document. */
export class SchemaValues {
  constructor(private readonly document: OpenAPIObject) {}

  of(given: FuzzSchema, random: Random, depth = 0): JsonValue {
    const schema = this.resolve(given);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices && choices.length > 0) return this.of(random.pick(choices), random, depth + 1);
    if (schema.enum && schema.enum.length > 0) return random.pick(schema.enum);
    const types = [schema.type ?? anyType(schema, random)].flat();
    return this.ofType(random.pick(types), schema, random, depth);
  }

  private ofType(type: string, schema: FuzzSchema, random: Random, depth: number): JsonValue {
    switch (type) {
      case 'object':
        return this.object(schema, random, depth);
      case 'array':
        return this.list(schema, random, depth);
      case 'integer':
        return wholeNumber(schema, random);
      case 'number':
        return random.chance(0.8) ? wholeNumber(schema, random) : 1.5;
      case 'boolean':
        return random.chance(0.5);
      case 'null':
        return null;
      default:
        return textOf(schema, random);
    }
  }

  private object(schema: FuzzSchema, random: Random, depth: number): JsonObject {
    const { properties = {}, required = [], additionalProperties } = schema;
    const entries = Object.entries(properties)
      .filter(([key]) => required.includes(key) || (depth < DEEPEST && random.chance(0.5)))
      .map(([key, child]): [string, JsonValue] => [key, this.of(child, random, depth + 1)]);
    const isOpen = typeof additionalProperties === 'object' && depth < DEEPEST;
    if (isOpen && random.chance(0.5))
      entries.push([random.pick(WORDS), this.of(additionalProperties, random, depth + 1)]);
    return Object.fromEntries(entries);
  }

  private list({ items = {}, minItems = 0 }: FuzzSchema, random: Random, depth: number): JsonValue {
    const length = Math.max(minItems, depth < DEEPEST ? random.below(3) : 0);
    return Array.from({ length }, () => this.of(items, random, depth + 1));
  }

  private resolve(schema: FuzzSchema): FuzzSchema {
    const [inner = schema] = schema.allOf ?? [];
    const name = inner.$ref?.split('/').at(-1);
    return name === undefined ? inner : (this.document.components?.schemas?.[name] as FuzzSchema);
  }
}

/** Where a schema says nothing of the type. */
function anyType({ properties, items }: FuzzSchema, random: Random): string {
  if (properties) return 'object';
  return items ? 'array' : random.pick(['string', 'integer', 'boolean', 'object', 'array']);
}

function wholeNumber({ minimum = 0, maximum = 100 }: FuzzSchema, random: Random): number {
  return random.pick([minimum, maximum, Math.min(maximum, minimum + 1 + random.below(20))]);
}

function textOf({ minLength = 0, maxLength = 512 }: FuzzSchema, random: Random): string {
  const text = random.pick(random.chance(0.8) ? WORDS : FORMS);
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}
