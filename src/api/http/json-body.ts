import { isUtf8 } from 'node:buffer';
import { invalidInput } from '../../kernel/app-error.js';
import { isDeeperThan } from '../../kernel/json-depth.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { TimeSlicer } from '../../platform/concurrency/time-slicer.js';
import { BODY_VALUES_MAX } from '../operations/body-limits.js';
import { JsonPieces, type JsonPlace, type JsonRules, PIECE_BYTES } from './json-pieces.js';

/** Documents may be 90 levels deep; the rest is room for what wraps them. */
export const JSON_DEPTH_MAX = 100;

/** `__proto__` as written, or with any of its characters escaped. */
const MAYBE_PROTO = /__proto__|\\u00(?:5f|6f|7[024])/i;

/**
 * The JSON value of a request body; undefined for an empty one, which clients send along with a
 * media type. Nesting is measured before parsing.
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
  refuseProto(text, value, [], 0);
  return value;
}

/**
 * The same; a large body is read in pieces, between which others have their turn.
 * @throws AppError as `parseJsonBody`, and for more than `BODY_VALUES_MAX` values, which no small body has.
 */
export async function readJsonBody(bytes: Buffer, turns = new TimeSlicer()): Promise<unknown> {
  if (bytes.length <= PIECE_BYTES) return parseJsonBody(bytes);
  if (!isUtf8(bytes)) throw atRoot('is not valid UTF-8');
  return turns.finish(new JsonPieces(bytes, RULES).read());
}

const RULES: JsonRules = {
  depthMax: JSON_DEPTH_MAX,
  valuesMax: BODY_VALUES_MAX,
  look: refuseProto,
  tooDeep: () => atRoot(`is nested deeper than ${JSON_DEPTH_MAX} levels`),
  tooMany: () => atRoot(`has more than ${BODY_VALUES_MAX} values`),
  notJson: () => atRoot('is not valid JSON'),
};

/**
 * @param text what the value was parsed from
 * @param firstIndex of an array: which item of the whole its first one is
 */
function refuseProto(text: string, value: unknown, place: JsonPlace, firstIndex: number): void {
  const found = MAYBE_PROTO.test(text) ? findProtoKey(value) : undefined;
  if (!found) return;
  const [first = '', ...below] = found;
  const path = [...place, typeof first === 'number' ? first + firstIndex : first, ...below];
  throw invalidInput([{ pointer: jsonPointer(path), detail: 'is not allowed as a key' }]);
}

/** What the parser says repeats the text, which may hold a password; that it failed is enough. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw atRoot('is not valid JSON');
  }
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
