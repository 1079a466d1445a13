import { type JsonValue } from '../../kernel/json.js';
import { RunStop } from '../transformations/run-stop.js';

/** What a task may put out, in bytes of JSON. */
export const RESULT_BYTES_MAX = 64 * 1024 * 1024;

/** @throws RunStop `out-of-memory` for a value that is larger as JSON. */
export function assertStorable(value: JsonValue, max = RESULT_BYTES_MAX): void {
  if (bytesOf(value, max) > max) {
    throw new RunStop('out-of-memory', `the result is larger than ${String(max)} bytes`);
  }
}

/** The bytes of a value as JSON, nearly; counting ends soon after `max`. */
function bytesOf(value: JsonValue, max: number): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let bytes = 2;
  for (const [key, member] of Object.entries(value)) {
    bytes += (Array.isArray(value) ? 1 : key.length + 4) + bytesOf(member, max);
    if (bytes > max) break;
  }
  return bytes;
}
