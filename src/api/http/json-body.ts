import { isUtf8 } from 'node:buffer';
import { invalidInput } from '../../kernel/app-error.js';
import { jsonPointer } from '../../kernel/json-pointer.js';

/** Documents may be 90 levels deep; the rest is room for what wraps them. */
export const JSON_DEPTH_MAX = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** What a byte does to the depth: `[` and `{` open a level, `]` and `}` close one. */
const DEPTH_CHANGE = new Int8Array(256);
DEPTH_CHANGE[0x5b] = DEPTH_CHANGE[0x7b] = 1;
DEPTH_CHANGE[0x5d] = DEPTH_CHANGE[0x7d] = -1;

/** `__proto__` as written, or with any of its characters escaped. */
const MAYBE_PROTO = /__proto__|\\u00(?:5f|6f|7[024])/i;

/**
 * The JSON value of a request body; undefined for an empty one, which clients send along with a
 * media type. Nesting is measured before parsing: 16 MiB of brackets would keep the parser busy for
 * seconds and take half a gigabyte.
 * @throws AppError `invalid-input` for text that is not UTF-8 or not JSON, for nesting deeper than
 * `JSON_DEPTH_MAX` and for the key `__proto__`.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw atRoot('is not valid UTF-8');
  if (isDeeperThan(bytes, JSON_DEPTH_MAX)) {
    throw atRoot(`is nested deeper than ${JSON_DEPTH_MAX} levels`);
  }
  const text = withoutByteOrderMark(bytes.toString('utf8'));
  const value = parse(text);
  const poisoned = MAYBE_PROTO.test(text) ? findProtoKey(value) : undefined;
  if (poisoned) {
    throw invalidInput([{ pointer: jsonPointer(poisoned), detail: 'is not allowed as a key' }]);
  }
  return value;
}

/** What the parser says repeats the text, which may hold a password; that it failed is enough. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw atRoot('is not valid JSON');
  }
}

/** Counts brackets outside of strings; right for JSON, harmless for anything else. */
function isDeeperThan(bytes: Buffer, depthMax: number): boolean {
  // Every level takes a bracket at least, so short bodies need no look.
  if (bytes.length <= depthMax) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    depth += DEPTH_CHANGE[byte] ?? 0;
    if (depth > depthMax) return true;
  }
  return false;
}

/** Position of the quote that closes the string opened at `opened`; the end when none does. */
function endOfString(bytes: Buffer, opened: number): number {
  for (let at = opened + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** The path of the first own key `__proto__`; depth is bounded by now, so this may recurse. */
function findProtoKey(value: unknown): readonly (string | number)[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') return [key];
    const below = findProtoKey(member);
    if (below) return [Array.isArray(value) ? Number(key) : key, ...below];
  }
  return undefined;
}

function atRoot(detail: string): Error {
  return invalidInput([{ pointer: '#', detail }], `The body ${detail}`);
}
