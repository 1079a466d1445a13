import { foldedForSearch } from './folded-for-search.js';

/** Called for every character of every text: finding it each time costs more than it does. */
const { imul } = Math;

/**
 * Lengths of the pieces that a signature knows, as bits. Pieces of three characters alone would let an address
 * through wherever its digits occur in other addresses, which is nearly everywhere (ADR 0148).
 */
const PIECE_LENGTHS = (1 << 3) | (1 << 4) | (1 << 6);
const LONGEST = 6;
const LINE_FEED = 10;
/** A literal shorter than this says nothing about a signature. */
export const LITERAL_LENGTH_MIN = 3;

/**
 * How many bits a signature has, as powers of two: the least of which half stay empty, since each bit that is
 * set lets strange literals through. 2 KB suit a configuration of 20 KB.
 */
export const SIGNATURE_SIZES = [11, 12, 13, 14, 15, 16, 17] as const;
/** One of `SIGNATURE_SIZES`. */
export type SignatureSize = (typeof SIGNATURE_SIZES)[number];
const FILL_MAX = 0.55;
/** The first byte of a signature has one bit set, which says its size; then its bits follow. */
const SIZE_BITS = 8;

/** Which pieces occur in a text, one bit for each by its hash. */
export function searchSignature(text: string): Buffer {
  let bits: Buffer = Buffer.alloc(2 ** 17 / 8);
  addPieces(bits, foldedForSearch(text));
  let place = SIGNATURE_SIZES.length - 1;
  for (; place > 0; place -= 1) {
    const half = folded(bits);
    if (bitsSet(half) > FILL_MAX * half.length * 8) break;
    bits = half;
  }
  return Buffer.concat([Buffer.of(1 << place), bits]);
}

/** The signature of several texts that are much alike: that of the others, and of one more. */
export function extendedSignature(signature: Uint8Array, text: string): Buffer {
  const extended = Buffer.from(signature);
  addPieces(extended.subarray(SIZE_BITS / 8), foldedForSearch(text));
  return extended;
}

/**
 * The bits that are set in each signature of this size of a text that holds the literal. Of a literal that is
 * too short it is only the one that says the size; characters beyond ASCII are passed over.
 */
export function signatureBitsOf(literal: string, size: SignatureSize): readonly number[] {
  const signature = Buffer.alloc(2 ** size / 8);
  addPieces(signature, foldedForSearch(literal));
  const bits = [SIGNATURE_SIZES.indexOf(size)];
  for (const [index, byte] of signature.entries())
    for (let bit = 0; byte >> bit; bit += 1)
      if ((byte >> bit) & 1) bits.push(SIZE_BITS + index * 8 + bit);
  return bits;
}

/** Whether a text of this signature may hold the literal: always, when it does. */
export function mayHold(signature: Uint8Array, literal: string): boolean {
  return SIGNATURE_SIZES.some((size) =>
    signatureBitsOf(literal, size).every(
      (bit) => ((signature[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0,
    ),
  );
}

/** A signature of half the size: that which the text would have had, since the lower bits of hashes count. */
function folded(signature: Buffer): Buffer {
  const half = Buffer.from(signature.subarray(0, signature.length / 2));
  for (let at = 0; at < half.length; at += 1)
    half[at] = (half[at] ?? 0) | (signature[half.length + at] ?? 0);
  return half;
}

function bitsSet(signature: Buffer): number {
  let count = 0;
  for (const byte of signature) for (let rest = byte; rest; rest &= rest - 1) count += 1;
  return count;
}

/** Sets the bits of all pieces; none goes over the end of a line or holds a character beyond ASCII. */
function addPieces(signature: Buffer, text: string): void {
  const mask = signature.length * 8 - 1;
  for (let start = 0; start + LITERAL_LENGTH_MIN <= text.length; start += 1) {
    const end = Math.min(start + LONGEST, text.length);
    let hash = 0;
    for (let at = start; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code > 127 || code === LINE_FEED) break;
      hash = (imul(hash ^ code, 0x9e3779b1) + (hash >>> 13)) | 0;
      const length = at - start + 1;
      if ((PIECE_LENGTHS >> length) & 1) {
        const bit = mixed(hash ^ length) & mask;
        signature[bit >>> 3] = (signature[bit >>> 3] ?? 0) | (1 << (bit & 7));
      }
    }
  }
}

/** Spreads what differs between two hashes over all of their bits. */
function mixed(hash: number): number {
  const half = imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return half ^ (half >>> 12) ^ (half >>> 21);
}
