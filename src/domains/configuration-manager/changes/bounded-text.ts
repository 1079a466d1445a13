const TEXT_MAX = 1_048_576;
/** The first half of a character that takes two. */
const HALF = /[\ud800-\udbff]$/;
const CUT = '\n… cut here';

/** A text of at most so many characters; what is cut says so. */
export function bounded(text: string, most = TEXT_MAX): string {
  return text.length <= most ? text : text.slice(0, most).replace(HALF, '') + CUT;
}
