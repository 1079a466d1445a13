import { RefusedFile } from './refused-file.js';

/** A file or package that is larger than whoever reads it has asked for. */
export class TooLargeFile extends RefusedFile {
  override at(location: string): TooLargeFile {
    return new TooLargeFile(`${location} ${this.message}`, { cause: this });
  }
}

/** The refusal of a file or package beyond the limit; names both sizes where the first is known. */
export function tooLarge(sizeBytes: number | bigint | null, limitBytes: number): TooLargeFile {
  const size = sizeBytes === null ? 'is too large' : `is ${sizeBytes} bytes long`;
  return new TooLargeFile(`${size}; the limit is ${limitBytes} bytes (ARTIFACT_LIMIT_BYTES)`);
}
