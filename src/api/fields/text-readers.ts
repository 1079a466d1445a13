/**
 * How the text of a query string becomes a value. Text that is not of the kind comes back as it is,
 * so that validation refuses it with the field's own message: `''`, `1e3`, `0x10` are no integers.
 */
export type TextReader = (text: string) => unknown;

const DIGITS = /^-?\d{1,16}$/;
const DECIMAL = /^-?\d{1,16}(\.\d{1,16})?$/;
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
]);

/** The spellings of true and false on a query string. */
export const FLAG_TEXTS = [...FLAGS.keys()];

export const asText: TextReader = (text) => text;

/** Digits with an optional minus; beyond 2^53 a number would not be the one that was written. */
export const asWhole: TextReader = (text) => {
  if (!DIGITS.test(text)) return text;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value + 0 : text;
};

export const asDecimal: TextReader = (text) => (DECIMAL.test(text) ? Number(text) : text);

export const asFlag: TextReader = (text) => FLAGS.get(text) ?? text;

/** A member of the list that is written like the text: `-1` finds the number. */
export function asMember(members: readonly (string | number)[]): TextReader {
  const byText = new Map(members.map((member) => [String(member), member]));
  return (text) => byText.get(text) ?? text;
}

/** Reads the text of digits in JSON too; every other value stays as it is. */
export function digitsInJson(value: unknown): unknown {
  return typeof value === 'string' ? asWhole(value) : value;
}

/** A release number in JSON becomes the text it is written as: 2023.2 and "2023.2" are the same. */
export function releaseAsText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}
