/**
 * The beginning of a text, of at most so many UTF-16 units: no character that takes two of them is cut into halves,
 * which no UTF-8 could carry.
 * @param mark stands at the end of what was cut, beyond that length.
 */
export function cutText(text: string, lengthMax: number, mark = ''): string {
  if (text.length <= lengthMax) return text;
  return text.slice(0, wholeCharacters(text, lengthMax)) + mark;
}

/** A text in parts of so many UTF-16 units at most, each of whole characters; one empty part of an empty text. */
export function textParts(text: string, lengthMax: number): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  do {
    const end = wholeCharacters(text, from + lengthMax);
    parts.push(text.slice(from, end));
    from = end;
  } while (from < text.length);
  return parts;
}

/** The place, or the one before it where it is within a character. */
function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  const isHalf = end < text.length && last >= 0xd800 && last <= 0xdbff;
  return isHalf ? end - 1 : end;
}
