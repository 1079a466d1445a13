/**
 * Each keyword as JSON on a line of its own, so that one is found in the text as a whole line: no
 * character of a keyword can be taken for the end of it.
 */
export function toKeywordLines(keywords: readonly string[]): string {
  return ['', ...keywords.map((keyword) => JSON.stringify(keyword)), ''].join('\n');
}
