import fc from 'fast-check';
import { type JsonValue } from '../../../src/kernel/json.js';

/** `__proto__` is never written; JavaScript calls the others to make a text of their object. */
const SPECIAL = /"(?:__proto__|toString|valueOf)":/g;

/** JSON whose keys mean nothing to JavaScript. */
export function jsonData(maxDepth: number): fc.Arbitrary<JsonValue> {
  return fc
    .jsonValue({ maxDepth })
    .map((value) => JSON.parse(JSON.stringify(value).replace(SPECIAL, '"p":')) as JsonValue);
}
