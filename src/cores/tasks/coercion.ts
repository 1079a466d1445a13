import { isJsonObject, type JsonValue } from '../../kernel/json.js';

/** A text longer than this is read as nothing else. */
const INFERRED_MAX = 1024 * 1024;

/** A text that is written like another type is taken for that: `"500"` is the number 500. */
export function inferred<T extends JsonValue | undefined>(value: T): JsonValue | T {
  if (typeof value !== 'string' || value.length > INFERRED_MAX) return value;
  const parsed = parsedOf(value);
  return parsed === undefined || typeof parsed === 'string' || isInexact(parsed) ? value : parsed;
}

/** A value read as the type of another one; undefined where that is impossible. */
export function coerced(value: JsonValue, like: JsonValue): JsonValue | undefined {
  if (value === null) return null;
  if (like === null) return value === 'null' ? null : value;
  const coerce = COERCIONS[typeof like as keyof typeof COERCIONS];
  return coerce(value, like);
}

type Coercion = (value: JsonValue, like: JsonValue) => JsonValue | undefined;

const COERCIONS: Readonly<Record<'string' | 'number' | 'boolean' | 'object', Coercion>> = {
  string: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  number: (value) => {
    if (typeof value === 'number') return value;
    if (typeof value !== 'string' || value.trim() === '') return undefined;
    const number = Number(value);
    return Number.isFinite(number) ? number : undefined;
  },
  boolean: (value) => {
    const parsed = typeof value === 'string' ? parsedOf(value) : value;
    return typeof parsed === 'boolean' ? parsed : undefined;
  },
  object: (value, like) => {
    const parsed = typeof value === 'string' ? parsedOf(value) : value;
    if (Array.isArray(like)) return Array.isArray(parsed) ? parsed : undefined;
    return isJsonObject(parsed) ? parsed : undefined;
  },
};

function parsedOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Digits would be lost: two serial numbers that differ would be the same number. */
function isInexact(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}
