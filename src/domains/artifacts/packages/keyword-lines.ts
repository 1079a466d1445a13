/**
 * Each keyword as JSON on a line of its own, so that one is found in the text as a whole line: no
 * character of a keyword can be taken for the end of it.
 */
export function toKeywordLines(keywords: readonly string[]): string {
  return ['', ...keywords.map((keyword) => JSON.stringify(keyword)), ''].join('\n');
}

const PATTERN_CHARACTERS = /[\\^$.*+?()[\]{}|]/g;

/** What finds the lines of packages that have a keyword: one index holds them beside the texts that are searched. */
export function keywordPattern(keyword: string): RegExp {
  return new RegExp(toKeywordLines([keyword]).replace(PATTERN_CHARACTERS, String.raw`\$&`));
}
