/**
 * The form in which names are compared, sorted and searched: Unicode NFKC, lower case.
 * `Ｃｉｓｃｏ` and `cisco` fold to the same text, so they cannot both be taken as a name.
 * A final sigma folds like any other, or `ΟΔΟΣ` would be no prefix of `ΟΔΟΣΑ`.
 */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}
