const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes: UTF-8, or else Latin-1, in which every byte is a character. */
export function decoded(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
