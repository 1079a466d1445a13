const BACKSLASH = 0x5c;
/** `\u0000` */
const ESCAPE_BYTES = 6;
const CHARACTER_BYTES = 4;
/** Room for what may not be divided. */
const LEAST_PIECE_BYTES = 4 * (ESCAPE_BYTES + CHARACTER_BYTES);

/**
 * The value of a string of a JSON text, of which so many bytes are parsed at a time.
 * @param bytes UTF-8
 * @param from behind its opening quote
 * @param end of its closing quote
 * @throws SyntaxError
 */
export function* longJsonString(
  bytes: Buffer,
  [from, end]: readonly [number, number],
  pieceBytes: number,
): Generator<undefined, string> {
  let value = '';
  for (let at = from; at < end;) {
    const next = endOfPiece(bytes, at, Math.max(pieceBytes, LEAST_PIECE_BYTES));
    const to = Math.min(next, end);
    value += JSON.parse(`"${bytes.toString('utf8', at, to)}"`) as string;
    at = to;
    yield;
  }
  return value;
}

/** A piece ends neither within a character nor within an escape. */
function endOfPiece(bytes: Buffer, from: number, length: number): number {
  let end = from + length;
  for (let back = 1; back < CHARACTER_BYTES && isContinuation(bytes[end]); back += 1) end -= 1;
  const near = end - ESCAPE_BYTES + 1;
  const last = bytes.subarray(near, end).lastIndexOf(BACKSLASH);
  if (last < 0) return end;
  // Of backslashes in a row each second one is escaped; what stands before the first of them is complete.
  let first = near + last;
  while (first > from && bytes[first - 1] === BACKSLASH) first -= 1;
  const row = near + last + 1 - first;
  return first > from ? first : from + row - (row % 2);
}

function isContinuation(byte = 0): boolean {
  return byte >> 6 === 0b10;
}
