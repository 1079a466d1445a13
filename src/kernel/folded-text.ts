/**
 * The form in which names are compared, sorted and searched: Unicode NFKC, lower case.
 * `Ｃｉｓｃｏ` and `cisco` fold to the same text, so they cannot both be taken as a name.
 */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
