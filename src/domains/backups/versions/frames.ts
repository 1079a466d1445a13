import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { lineDifferences } from '#cores/differences/line-differences.js';
import { linesOf } from '#cores/differences/text-lines.js';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** A version as it is stored: whole, or as what differs from the one before it. */
export interface Frame {
  readonly kind: 'key' | 'delta';
  readonly bytes: Buffer;
}

/** Either lines of the text before, from a place on and how many, or lines that are new. */
type Step = readonly [number, number] | readonly string[];

/** Texts beyond this are compressed faster and a little less. */
const THOROUGH_CHARACTERS_MAX = 1_000_000;
const WINDOW_BITS_MIN = 16;
const WINDOW_BITS_MAX = 22;
/** The most characters that a text may have when it is unpacked: what we store is smaller. */
const UNPACKED_BYTES_MAX = 128 * 1024 * 1024;

/** A text, compressed. */
export async function pack(text: string): Promise<Buffer> {
  const quality = text.length > THOROUGH_CHARACTERS_MAX ? 5 : 9;
  const bytes = Buffer.from(text, 'utf8');
  // A window that just holds the text: clearing the memory of a large one takes eighty times as long as the rest.
  const bits = Math.min(WINDOW_BITS_MAX, Math.max(WINDOW_BITS_MIN, 32 - Math.clz32(bytes.length)));
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: bits,
  };
  return compress(bytes, { params });
}

/** The text of `pack`. */
export async function unpack(bytes: Uint8Array): Promise<string> {
  const text = await decompress(bytes, { maxOutputLength: UNPACKED_BYTES_MAX });
  return text.toString('utf8');
}

/** The frame of a text after another one: what differs, or all of it where that is smaller. */
export async function frameAfter(before: string, after: string): Promise<Frame> {
  const [delta, key] = await Promise.all([pack(deltaOf(before, after)), pack(after)]);
  return delta.length < key.length ? { kind: 'delta', bytes: delta } : { kind: 'key', bytes: key };
}

/** The frame of a text by itself. */
export async function keyFrame(text: string): Promise<Frame> {
  return { kind: 'key', bytes: await pack(text) };
}

/**
 * The lines of the text of a frame.
 * @param unpacked its bytes, unpacked
 * @param before the lines of the text before it
 */
export function linesAfter(
  { kind }: Pick<Frame, 'kind'>,
  unpacked: string,
  before: readonly string[],
): readonly string[] {
  return kind === 'key' ? linesOf(unpacked) : applied(before, unpacked);
}

/** The lines that a frame brings: what a search in it need look at. */
export async function linesBrought({ kind, bytes }: Frame): Promise<string> {
  const unpacked = await unpack(bytes);
  if (kind === 'key') return unpacked;
  return stepsOf(unpacked).flatMap(inserted).join('');
}

/** How a text becomes another one, as JSON. */
export function deltaOf(before: string, after: string): string {
  const differences = lineDifferences(before, after);
  const steps = differences.runs.flatMap((run): Step[] => {
    if (run.kind === 'equal') return [[run.beforeStart, run.beforeEnd - run.beforeStart]];
    const lines = differences.after.slice(run.afterStart, run.afterEnd);
    return lines.length > 0 ? [lines] : [];
  });
  return JSON.stringify(steps);
}

function applied(before: readonly string[], delta: string): readonly string[] {
  return stepsOf(delta).flatMap((step) =>
    isCopy(step) ? before.slice(step[0], step[0] + step[1]) : step,
  );
}

function stepsOf(delta: string): readonly Step[] {
  return JSON.parse(delta) as readonly Step[]; // what `deltaOf` wrote
}

function inserted(step: Step): readonly string[] {
  return isCopy(step) ? [] : step;
}

function isCopy(step: Step): step is readonly [number, number] {
  return typeof step[0] === 'number';
}
