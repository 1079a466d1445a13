import { TransferError } from './transfer-error.js';

const LINE_END = 0x0a;

/**
 * Cuts a stream of bytes into lines; the last one ends too. Keeps one line in memory.
 * @throws TransferError for a line beyond the limit, or a last one without an end.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  limitBytes: number,
): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let pieceBytes = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, from)) {
      pieces.push(chunk.subarray(from, at));
      yield pieces.length === 1 ? chunk.subarray(from, at) : Buffer.concat(pieces);
      [pieces, pieceBytes, from] = [[], 0, at + 1];
    }
    const rest = chunk.subarray(from);
    pieceBytes += rest.length;
    if (pieceBytes > limitBytes)
      throw new TransferError(`a line is longer than ${limitBytes} bytes`);
    if (rest.length > 0) pieces.push(rest);
  }
  if (pieceBytes > 0) throw new TransferError('its last line has no end');
}
