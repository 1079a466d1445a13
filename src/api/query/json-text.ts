import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { isHostileKey } from './query-text.js';

const DEPTH_MAX = 5;
const KEYS_MAX = 100;

/** Reads JSON text on a query string, where a list may be meant; undefined for anything else. */
export function readJsonList(text: string): unknown[] | undefined {
  const value = text.startsWith('[') ? readBounded(text) : undefined;
  return Array.isArray(value) ? value : undefined;
}

/**
 * Reads JSON text on a query string, where an object is meant. Undefined for text that is no JSON
 * object, nested deeper than 5 levels, of more than 100 keys or with keys that reach a prototype.
 */
export function readJsonObject(text: string): JsonObject | undefined {
  const value = text.trimStart().startsWith('{') ? readBounded(text) : undefined;
  return isJsonObject(value) ? value : undefined;
}

function readBounded(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return countKeys(value, DEPTH_MAX) <= KEYS_MAX ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Keys and items in all; infinite beyond the depth and for hostile keys. */
function countKeys(value: unknown, depthLeft: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depthLeft === 0) return Infinity;
  const entries = Object.entries(value);
  if (!Array.isArray(value) && entries.some(([key]) => isHostileKey(key))) return Infinity;
  return entries.reduce(
    (count, [, child]) => count + countKeys(child, depthLeft - 1),
    entries.length,
  );
}
