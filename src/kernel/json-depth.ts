const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Most strings end before that many bytes. */
const NEAR = 64;
/** What a byte does to the depth: `[` and `{` open a level, `]` and `}` close one. */
const DEPTH_CHANGE = new Int8Array(256);
DEPTH_CHANGE[0x5b] = DEPTH_CHANGE[0x7b] = 1;
DEPTH_CHANGE[0x5d] = DEPTH_CHANGE[0x7d] = -1;

/**
 * True for JSON text nested deeper than `depthMax`; measured before parsing, since 16 MiB of brackets
 * would keep the parser busy for seconds and take half a gigabyte. Counts brackets outside of
 * strings: right for JSON, harmless for anything else.
 */
export function isDeeperThan(bytes: Uint8Array, depthMax: number): boolean {
  // Every level takes a bracket at least, so short texts need no look.
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
export function endOfString(bytes: Uint8Array, opened: number): number {
  // Where one quote is escaped, the next ones often are as well: these are looked for byte by byte.
  for (let start = opened + 1; ;) {
    const near = Math.min(bytes.length, start + NEAR);
    let at = start;
    for (; at < near; at += 1) {
      if (bytes[at] === BACKSLASH) at += 1;
      else if (bytes[at] === QUOTE) return at;
    }
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return bytes.length;
    if (!isEscaped(bytes, at, quote)) return quote;
    start = quote + 1;
  }
}

/** @param from a place before it, of a character that is not escaped */
function isEscaped(bytes: Uint8Array, from: number, at: number): boolean {
  let backslashes = 0;
  while (at - backslashes > from && bytes[at - backslashes - 1] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
