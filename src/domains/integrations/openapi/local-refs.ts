import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { ownValue } from '../../../kernel/json-reading.js';

/** A chain of references that is longer than this is taken for one that never ends. */
const HOPS_MAX = 16;

/**
 * The object that stands behind a value of an OpenAPI document: itself, or what its `$ref` leads to.
 * Only places of the same document count; nothing is ever fetched. undefined where a reference leads
 * nowhere, in a circle, or to something that is no object.
 */
export function resolveLocal(
  document: JsonObject,
  value: JsonValue | undefined,
): JsonObject | undefined {
  let found = value;
  for (let hops = 0; hops <= HOPS_MAX; hops += 1) {
    if (!isJsonObject(found)) return undefined;
    const ref = ownValue(found, '$ref');
    if (typeof ref !== 'string') return found;
    found = atPointer(document, ref);
  }
  return undefined;
}

/** An own value that is text. */
export function ownText(object: JsonObject, key: string): string | undefined {
  const value = ownValue(object, key);
  return typeof value === 'string' ? value : undefined;
}

function atPointer(document: JsonObject, ref: string): JsonValue | undefined {
  if (ref === '#') return document;
  if (!ref.startsWith('#/')) return undefined;
  const keys = decoded(ref.slice(2))?.split('/');
  return keys?.reduce<JsonValue | undefined>(
    (at, key) => step(at, key.replaceAll('~1', '/').replaceAll('~0', '~')),
    document,
  );
}

function step(at: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(at)) return /^(0|[1-9]\d{0,8})$/.test(key) ? at[Number(key)] : undefined;
  return isJsonObject(at) ? ownValue(at, key) : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // no percent-encoding at all: it names no place
  }
}
