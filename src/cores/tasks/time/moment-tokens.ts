/** What `LT`, `L` and the like stand for in English. */
const LOCAL_FORMATS: Readonly<Record<string, string>> = {
  LTS: 'h:mm:ss A',
  LT: 'h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  LLL: 'MMMM D, YYYY h:mm A',
  LL: 'MMMM D, YYYY',
  L: 'MM/DD/YYYY',
  llll: 'ddd, MMM D, YYYY h:mm A',
  lll: 'MMM D, YYYY h:mm A',
  ll: 'MMM D, YYYY',
  l: 'M/D/YYYY',
};
const LOCAL = /(\[[^\]]*\])|LTS|LT|L{1,4}|l{1,4}/g;
const TOKEN =
  /\[[^\]]*\]|\\.|YYYY|YY?|Qo?|MMMM|MMM|MM|Mo?|DDDD|DDDo?|Do|DD?|dddd|ddd|do|dd?|E|e|w[wo]?|W[Wo]?|GGGG|GG|gggg|gg|HH?|hh?|kk?|mm?|ss?|S{1,9}|A|a|ZZ?|zz?|X|x|[^]/g;
const WORD = /^[A-Za-z]/;
const FORMAT_LENGTH_MAX = 200;

/** A part of a format: something of a time, or a text that stands for itself. */
export interface FormatPart {
  readonly kind: 'token' | 'text';
  readonly text: string;
}

/**
 * Reads a format of moment.js.
 * @returns undefined for one that is too long to be a format
 */
export function readFormat(format: string): readonly FormatPart[] | undefined {
  if (format.length > FORMAT_LENGTH_MAX) return undefined;
  const spelled = format.replace(
    LOCAL,
    (found, quoted?: string) => quoted ?? LOCAL_FORMATS[found] ?? found,
  );
  return [...spelled.matchAll(TOKEN)].map(([text]) => partOf(text));
}

function partOf(text: string): FormatPart {
  if (text.startsWith('[') && text.length > 1) return { kind: 'text', text: text.slice(1, -1) };
  if (text.startsWith('\\') && text.length > 1) return { kind: 'text', text: text.slice(1) };
  return { kind: WORD.test(text) && text !== 'T' ? 'token' : 'text', text };
}
