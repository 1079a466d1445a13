import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { canonicalJson } from '../../kernel/canonical-json.js';
import { ownValue } from '../../kernel/json-reading.js';

/** The text under a key; undefined where there is none or it is empty. */
export function ownText(object: JsonObject, key: string): string | undefined {
  const value = ownValue(object, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value that an RFC 6901 pointer leads to; undefined where it leads nowhere. */
export function valueAt(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let found = value;
  for (const token of pointerTokens(pointer)) {
    if (Array.isArray(found)) found = /^(?:0|[1-9]\d*)$/.test(token) ? found[+token] : undefined;
    else found = isJsonObject(found) ? ownValue(found, token) : undefined;
  }
  return found;
}

/** The keys of a pointer; documents write it with and without `#` and the first slash. */
export function pointerTokens(pointer: string): readonly string[] {
  const path = pointer.trim().replace(/^#/, '').replace(/^\//, '');
  if (path === '') return [];
  return path.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Equal as JSON, whatever the order of keys. */
export function sameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one === other || canonicalJson(one) === canonicalJson(other);
}
