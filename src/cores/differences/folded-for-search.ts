/** What other characters fold to depends on who folds them. */
const ASCII_PARTS = /[\u0000-\u007f]+/g;

/**
 * A text with its letters folded as the engine of patterns folds ASCII letters: whatever matches an ASCII letter
 * without regard to case is that letter, in lower case. Other characters may change, and so may lengths.
 */
export function foldedForSearch(text: string): string {
  // Unicode folds the long s and the sign of kelvin into ASCII; `toLowerCase` does so for the latter only.
  return text.toLowerCase().replaceAll('\u017f', 's');
}

/** The parts of a literal, folded, that every text holds, folded as well, in which it stands in whatever case. */
export function certainParts(literal: string): readonly string[] {
  return foldedForSearch(literal).match(ASCII_PARTS) ?? [];
}
