/** The first letter large, all others small. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

/** The first letter of each word large, all others small. */
export function titled(text: string): string {
  return text.replace(/[^-\s([{<]+/g, capitalized);
}

/** How long a text gets at most when all places of one piece are taken by another. */
export function replacedLength(text: string, old: string, by: string): number {
  const places = old === '' ? text.length + 1 : Math.ceil(text.length / old.length);
  return text.length + places * by.length;
}

/** Replaces the first so many places of a piece of a text; all of them without a number. */
export function replacedText(text: string, old: string, by: string, count?: number): string {
  if (count === undefined || count < 0) return text.replaceAll(old, () => by);
  let left = count;
  return text.replaceAll(old, (found) => {
    left -= 1;
    return left < 0 ? found : by;
  });
}

/** Without these characters at the start and the end; without white space where none are named. */
export function stripped(
  text: string,
  characters: string | undefined,
  ends: 'both' | 'start' | 'end',
): string {
  const isGone = (letter: string | undefined): boolean =>
    letter !== undefined &&
    (characters === undefined ? /\s/.test(letter) : characters.includes(letter));
  let start = 0;
  let end = text.length;
  if (ends !== 'end') while (start < end && isGone(text[start])) start += 1;
  if (ends !== 'start') while (end > start && isGone(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** The parts of a text between separators, white space without one; at most so many divisions. */
export function splitText(text: string, separator: string | undefined, most: number): string[] {
  if (separator === undefined) return splitAtSpace(text, most);
  const parts = text.split(separator);
  if (most < 0 || parts.length <= most + 1) return parts;
  return [...parts.slice(0, most), parts.slice(most).join(separator)];
}

function splitAtSpace(text: string, most: number): string[] {
  const parts = text.split(/\s+/).filter((part) => part !== '');
  if (most < 0 || parts.length <= most + 1) return parts;
  let rest = text.trimStart();
  for (const part of parts.slice(0, most)) rest = rest.slice(part.length).trimStart();
  return [...parts.slice(0, most), rest];
}

/** The parts of a text between separators, divided from its end. */
export function splitTextFromEnd(
  text: string,
  separator: string | undefined,
  most: number,
): string[] {
  const parts = splitText(text, separator, -1);
  if (most < 0 || parts.length <= most + 1) return parts;
  const head = parts.length - most;
  return [parts.slice(0, head).join(separator ?? ' '), ...parts.slice(head)];
}

/** The lines of a text; a line end at its end begins no line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
