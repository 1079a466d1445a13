import { endOfPart, jsonPieces } from '../../../kernel/json-writing.js';
import { type JsonValue } from '../../../kernel/json.js';
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.js';

const PIECE_CHARS = 64 * 1024;

/** A part of a text, in UTF-16 code units. */
interface TextPart {
  readonly offset?: number;
  readonly limit?: number;
}

/** A part of a value as people read it, in UTF-8, made while it is taken. */
export async function* valueChunks(value: JsonValue, part: TextPart): AsyncGenerator<Buffer> {
  const slicer = new TimeSlicer();
  for (const piece of partOf(piecesOf(value), part)) {
    await slicer.give();
    if (piece !== '') yield Buffer.from(piece);
  }
}

/** Empty pieces are what lies before the part. Its last character stays whole, be it of two units. */
function* partOf(
  pieces: Iterable<string>,
  { offset = 0, limit = Infinity }: TextPart,
): Generator<string, void> {
  let [before, left] = [offset, limit];
  for (const piece of pieces) {
    const kept = piece.slice(before);
    before = Math.max(0, before - piece.length);
    const last = kept.codePointAt(left - 1) ?? 0;
    yield kept.slice(0, last > 0xffff ? left + 1 : left);
    left -= kept.length;
    if (left <= 0) return;
  }
}

function* piecesOf(value: JsonValue): Generator<string, void> {
  if (typeof value === 'string') {
    for (let from = 0; from < value.length;) {
      const end = endOfPart(value, from + PIECE_CHARS);
      yield value.slice(from, end);
      from = end;
    }
  } else if (typeof value !== 'object' || value === null) yield JSON.stringify(value);
  else yield* jsonPieces(value, 2);
}
