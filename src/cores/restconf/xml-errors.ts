import { type JsonObject } from '../../kernel/json.js';
import { ERROR_MEMBERS } from './restconf-errors.js';

const WRAPPER = /<(?:[\w.-]+:)?errors(?:\s[^<>]*)?>/;
const ERROR = /<(?:[\w.-]+:)?error(?:\s[^<>]*)?>/;
const TEXTS = ERROR_MEMBERS.map((name) => ({
  name,
  element: new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^<>]*)?>([^<]*)</`),
}));
const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * The errors of an answer in XML (RFC 8040, 7.1) in the form that they have in JSON; undefined for any
 * other text. No parser of XML: it looks for the few elements that are shown, in linear time, and what
 * declares or nests more is not followed.
 */
export function xmlErrors(text: string): JsonObject | undefined {
  if (!WRAPPER.test(text)) return undefined;
  const [, ...errors] = text.split(ERROR);
  return { errors: { error: errors.map(membersOf) } };
}

function membersOf(error: string): JsonObject {
  return Object.fromEntries(
    TEXTS.flatMap(({ name, element }) => {
      const [, text] = element.exec(error) ?? [];
      return text === undefined ? [] : [[name, unescaped(text.trim())]];
    }),
  );
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{1,5}));/gi, (whole, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[];
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : parseInt(decimal, 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
