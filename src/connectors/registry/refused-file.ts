/** A file that is not read, and why; the text is for people. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
}

/** The refusal of a file or package beyond the limit; names both sizes where the first is known. */
export function tooLarge(sizeBytes: number | bigint | null, limitBytes: number): RefusedFile {
  const size = sizeBytes === null ? 'is too large' : `is ${sizeBytes} bytes long`;
  return new RefusedFile(`${size}; the limit is ${limitBytes} bytes (ARTIFACT_LIMIT_BYTES)`);
}
