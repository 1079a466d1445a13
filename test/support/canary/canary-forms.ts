/** The forms in which a text may lie in bytes: as it is, and as encoders write it. */
export type CanaryForm =
  | 'plain'
  | 'UTF-16'
  | 'UTF-16, big end first'
  | 'base64'
  | 'base64 after one byte'
  | 'base64 after two bytes'
  | 'hex'
  | 'percent-encoded'
  | 'JSON escapes';

export interface FormedCanary {
  readonly form: CanaryForm;
  readonly bytes: Buffer;
}

/** Each text is looked for in thousands of places. */
const KNOWN_FORMS = new Map<string, readonly FormedCanary[]>();

/** The characters of base64 that this text alone decides when so many bytes stand before it. */
function base64After(before: number, text: string): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  const from = Math.ceil((before * 8) / 6);
  const to = Math.floor((bytes.length * 8) / 6);
  return bytes.toString('base64').slice(from, to);
}

function eachByte(text: string, write: (hex: string) => string): string {
  return Array.from(Buffer.from(text), (byte) => write(byte.toString(16).padStart(2, '0'))).join(
    '',
  );
}

/**
 * Every form of an ASCII text that stands anywhere in other bytes. Lower-case letters and digits
 * alone, so that folding cannot hide it and base64url is base64.
 */
export function formsOf(text: string): readonly FormedCanary[] {
  const forms = KNOWN_FORMS.get(text) ?? allFormsOf(text);
  KNOWN_FORMS.set(text, forms);
  return forms;
}

function allFormsOf(text: string): readonly FormedCanary[] {
  const utf16 = Buffer.from(text, 'utf16le');
  const texts: readonly (readonly [CanaryForm, string])[] = [
    ['plain', text],
    ['base64', base64After(0, text)],
    ['base64 after one byte', base64After(1, text)],
    ['base64 after two bytes', base64After(2, text)],
    ['hex', eachByte(text, (hex) => hex)],
    ['hex', eachByte(text, (hex) => hex.toUpperCase())],
    ['percent-encoded', eachByte(text, (hex) => `%${hex}`)],
    ['percent-encoded', eachByte(text, (hex) => `%${hex.toUpperCase()}`)],
    ['JSON escapes', eachByte(text, (hex) => `\\u00${hex}`)],
    ['JSON escapes', eachByte(text, (hex) => `\\u00${hex.toUpperCase()}`)],
  ];
  return [
    ...texts.flatMap(([form, written]) => [
      { form, bytes: Buffer.from(written) },
      // Base64 has two letters that its form for URLs writes otherwise.
      { form, bytes: Buffer.from(written.replaceAll('+', '-').replaceAll('/', '_')) },
    ]),
    { form: 'UTF-16', bytes: utf16 },
    { form: 'UTF-16, big end first', bytes: Buffer.from(utf16).swap16() },
  ];
}

/** The forms in which a text is found in some bytes. */
export function formsFound(text: string, bytes: Buffer): readonly CanaryForm[] {
  const found = formsOf(text).filter((formed) => bytes.includes(formed.bytes));
  return [...new Set(found.map(({ form }) => form))];
}
