import { bytesOf } from './chains.repository.js';
import { type StoredFrame } from './stored-chain.js';
import {
  type Frame,
  frameAfter,
  keyFrame,
  linesAfter,
  linesBrought,
  unpack,
} from '../versions/frames.js';

/** Every so many versions one is stored whole. */
export const SEGMENT_FRAMES_MAX = 20;
/** A segment of large frames ends sooner: it is one document. */
export const SEGMENT_BYTES_MAX = 4 * 1024 * 1024;

/** A version whose text is at hand. */
export interface TextVersion {
  readonly place: number;
  readonly backupId: string;
  readonly rawLength: number;
  /** Masked, with the spellings of its secrets. */
  readonly text: string;
}

/** The texts of the versions of a segment, in order. */
export async function* versionsOf(frames: readonly StoredFrame[]): AsyncGenerator<TextVersion> {
  let lines: readonly string[] = [];
  for (const frame of frames) {
    lines = linesAfter(frame, await unpack(bytesOf(frame.bytes)), lines);
    yield versionOf(frame, lines);
  }
}

/** The last of them alone: nothing before the last whole one is read, and no text in between is put together. */
export async function lastVersionOf(
  frames: readonly StoredFrame[],
): Promise<TextVersion | undefined> {
  const whole = frames.findLastIndex(({ kind }) => kind === 'key');
  const needed = frames.slice(Math.max(0, whole));
  const unpacked = await Promise.all(needed.map(({ bytes }) => unpack(bytesOf(bytes))));
  let lines: readonly string[] = [];
  for (const [at, frame] of needed.entries()) lines = linesAfter(frame, unpacked[at] ?? '', lines);
  const last = needed.at(-1);
  return last && versionOf(last, lines);
}

function versionOf(
  { place, backupId, rawLength }: StoredFrame,
  lines: readonly string[],
): TextVersion {
  return { place, backupId, rawLength, text: lines.join('') };
}

/** Whether another version goes into a segment of its own. */
export function isFull(frames: readonly StoredFrame[]): boolean {
  return frames.length >= SEGMENT_FRAMES_MAX || sizeOf(frames) > SEGMENT_BYTES_MAX;
}

/** The frames with another version after them. */
export async function extended(
  frames: readonly StoredFrame[],
  version: TextVersion,
): Promise<readonly StoredFrame[]> {
  const before = await lastVersionOf(frames);
  return [...frames, await framed(before?.text ?? null, version)];
}

/** The frames without some of their versions; what rested on one of those rests on another. */
export async function reduced(
  frames: readonly StoredFrame[],
  removed: ReadonlySet<number>,
): Promise<readonly StoredFrame[]> {
  const kept: StoredFrame[] = [];
  let last: TextVersion | null = null;
  let isAsStored = true;
  let at = 0;
  for await (const version of versionsOf(frames)) {
    const frame = frames[at];
    at += 1;
    if (removed.has(version.place)) {
      isAsStored = false;
      continue;
    }
    kept.push(isAsStored && frame ? frame : await framed(last?.text ?? null, version));
    last = version;
    isAsStored = true;
  }
  return kept;
}

/** The frames of several segments as those of one: all but the first as what differs. */
export async function reframed(frames: readonly StoredFrame[]): Promise<readonly StoredFrame[]> {
  const all: StoredFrame[] = [];
  let before: string | null = null;
  for await (const version of versionsOf(frames)) {
    all.push(await framed(before, version));
    before = version.text;
  }
  return all;
}

/** All lines that occur in a segment: what its signature is made of. */
export async function linesIn(frames: readonly StoredFrame[]): Promise<string> {
  const brought = await Promise.all(
    frames.map(({ kind, bytes }) => linesBrought({ kind, bytes: bytesOf(bytes) })),
  );
  return brought.join('\n');
}

async function framed(before: string | null, version: TextVersion): Promise<StoredFrame> {
  const { place, backupId, rawLength, text } = version;
  const frame: Frame = before === null ? await keyFrame(text) : await frameAfter(before, text);
  return { place, backupId, rawLength, ...frame };
}

function sizeOf(frames: readonly StoredFrame[]): number {
  return frames.reduce((sum, { bytes }) => sum + bytesOf(bytes).length, 0);
}
