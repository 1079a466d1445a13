import { isJsonObject, type JsonValue } from '../../kernel/json.js';
import { Scope } from './scope.js';
import { ExpressionRunner } from './expression-runner.js';
import { DEFAULT_TEMPLATE_LIMITS, Meter } from './meter.js';
import { parseExpression } from './syntax/parser.js';
import { TemplateError, valueError } from './template-error.js';
import { toJson } from './values/printing.js';

/** What a rendered text can be made into. */
export const CAST_TYPES = ['string', 'object', 'array', 'number', 'boolean'] as const;
export type CastType = (typeof CAST_TYPES)[number];

/** The type of this name, in whatever case; nothing at all is text. Undefined for any other. */
export function castTypeOf(name: JsonValue | undefined): CastType | undefined {
  if (name === undefined || name === null || name === '') return 'string';
  return CAST_TYPES.find((type) => typeof name === 'string' && name.trim().toLowerCase() === type);
}

/**
 * A rendered text as a value of the type. Objects and lists may be JSON, or as templates print them.
 * @throws TemplateError `value` for a text that is none.
 */
export function castRendered(text: string, type: CastType): JsonValue {
  if (type === 'string') return text;
  const value = CASTS[type](text.trim());
  if (value !== undefined) return value;
  throw valueError(`the rendered text is no ${type}`);
}

type Cast = (text: string) => JsonValue | undefined;

const CASTS: Readonly<Record<Exclude<CastType, 'string'>, Cast>> = {
  object: (text) => {
    const value = literal(text);
    return isJsonObject(value) ? value : undefined;
  },
  array: (text) => {
    const value = literal(text);
    return Array.isArray(value) ? value : undefined;
  },
  number: (text) => {
    const value = text === '' ? Number.NaN : Number(text);
    return Number.isFinite(value) ? value : undefined;
  },
  boolean: (text) => BOOLEANS.get(text.toLowerCase()),
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function literal(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return printed(text);
  }
}

/** What a template printed without making JSON of it: `{'a': True}`. No name has a value here. */
function printed(text: string): JsonValue | undefined {
  try {
    const meter = new Meter(DEFAULT_TEMPLATE_LIMITS);
    const value = new ExpressionRunner(meter).run(parseExpression(text), new Scope(null));
    return toJson(value, meter);
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}
