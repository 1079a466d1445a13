const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const COMMENT_BYTES_MAX = 65_535;

/**
 * How many bytes the files of an archive have when they are unpacked, as its directory says; undefined for
 * what is no archive, or one of the kind for more than 4 GB.
 */
export function unpackedBytes(archive: Buffer): number | undefined {
  const end = endOf(archive);
  if (end === undefined) return undefined;
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  let total = 0;
  for (let entry = 0; entry < count; entry += 1) {
    const isEntry = at + ENTRY_BYTES <= end && archive.readUInt32LE(at) === ENTRY_SIGNATURE;
    if (!isEntry) return undefined;
    total += archive.readUInt32LE(at + 24);
    at += ENTRY_BYTES + extraBytes(archive, at);
  }
  return total;
}

function extraBytes(archive: Buffer, at: number): number {
  return [28, 30, 32].reduce((sum, field) => sum + archive.readUInt16LE(at + field), 0);
}

/** Where the directory's last record lies: a comment may follow it. */
function endOf(archive: Buffer): number | undefined {
  const last = archive.length - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_BYTES_MAX); at -= 1)
    if (archive.readUInt32LE(at) === END_SIGNATURE) return at;
  return undefined;
}
