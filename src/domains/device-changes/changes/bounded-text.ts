import { cutText } from '../../../kernel/cut-text.js';

const TEXT_MAX = 1_048_576;
const CUT = '\n… cut here';

/** A text of at most so many characters; what is cut says so. */
export function bounded(text: string, most = TEXT_MAX): string {
  return cutText(text, most, CUT);
}
