import { constants, type BigIntStats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../../../platform/database/launcher/error-code.js';
import { decodeText } from '../package-text.js';
import { RefusedFile } from '../refused-file.js';
import { tooLarge } from '../too-large-file.js';

// A link or a pipe in place of a file must neither be followed nor block.
const READ_PLAIN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is missing',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  ELOOP: 'is a link',
  EISDIR: 'is a directory',
  ENOTDIR: 'is missing',
  ENAMETOOLONG: 'has a name that is too long',
};

/** What says that a file may have changed: identity, size and both times, in nanoseconds. */
export function fileFingerprint({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].join('.');
}

/** Why a file operation failed, in words that name no path. */
export function fileReason(error: unknown): string {
  if (error instanceof RefusedFile) return error.message;
  const code = errorCode(error) ?? 'unknown reason';
  return REASONS[code] ?? `cannot be read (${code})`;
}

/**
 * Reads a plain file as UTF-8. Its size is checked before reading, and again while reading, since a
 * file may grow meanwhile.
 * @throws RefusedFile or the system's error; `fileReason` puts both into words.
 */
export async function readBoundedText(path: string, limitBytes: number): Promise<string> {
  const file = await open(path, READ_PLAIN_FILE);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new RefusedFile('is not a plain file');
    if (stats.size > limitBytes) throw tooLarge(stats.size, limitBytes);
    return decodeText(await readUpTo(file, stats.size, limitBytes));
  } finally {
    await file.close();
  }
}

async function readUpTo(file: FileHandle, sizeBytes: number, limitBytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.min(sizeBytes + 1, limitBytes + 1));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  if (filled > limitBytes) throw tooLarge(filled, limitBytes);
  if (filled > sizeBytes) throw new RefusedFile('changed while it was read');
  return buffer.subarray(0, filled);
}
