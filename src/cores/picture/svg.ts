import { escapedMarkup } from '../../kernel/markup.js';

/** A member of an element: numbers are written with at most one decimal. */
type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element of a picture. Texts are escaped here and nowhere else. */
export function element(name: string, attributes: Attributes, ...content: readonly Svg[]): Svg {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        ` ${key}="${typeof value === 'number' ? shown(value) : escaped(value ?? '')}"`,
    );
  const inner = content
    .map((part) => (typeof part === 'string' ? escaped(part) : part.svg))
    .join('');
  const open = `<${name}${written.join('')}`;
  return { svg: inner === '' ? `${open}/>` : `${open}>${inner}</${name}>` };
}

/** A piece of a picture, or a text that stands in one. */
export type Svg = string | { readonly svg: string };

/** The text of a whole picture. */
export function written(picture: Svg): string {
  return typeof picture === 'string' ? escaped(picture) : picture.svg;
}

/** Coordinates with one decimal. */
export function shown(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A text that is not longer than so many characters. */
export function shortened(text: string, length: number): string {
  const letters = Array.from(text.replace(/\s+/g, ' ').trim());
  return letters.length <= length ? letters.join('') : `${letters.slice(0, length - 1).join('')}…`;
}

/** The same, with its middle left out: names often differ at their ends alone. */
export function shortenedWithin(text: string, length: number): string {
  const letters = Array.from(text.replace(/\s+/g, ' ').trim());
  if (letters.length <= length) return letters.join('');
  const end = Math.floor((length - 1) / 2);
  const start = letters.slice(0, length - 1 - end).join('');
  return `${start}…${letters.slice(letters.length - end).join('')}`;
}

/** What XML cannot carry in any form. */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Cs}/gu;

function escaped(text: string): string {
  return escapedMarkup(text.replace(UNWRITABLE, '\ufffd'));
}
