import { foldText } from '../../../kernel/folded-text.js';

/** What a search looks at. */
export interface Searchable {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly author: string;
}

/**
 * The folded text that `search` looks in: name, author, keywords and description, one to a line,
 * so that no match spans two of them.
 */
export function searchText({ name, author, keywords, description }: Searchable): string {
  return foldText([name, author, ...keywords, description].map((part) => oneLine(part)).join('\n'));
}

/** A searched text in the form of the stored one. */
export function searchTerm(search: string): string {
  return foldText(oneLine(search));
}

function oneLine(text: string): string {
  // A pattern of the blanks before the end of a line would take the square of how many there are.
  const lines = text.split(/[\r\n]+/);
  return lines.length === 1 ? text : lines.map((line) => line.trim()).join(' ');
}
