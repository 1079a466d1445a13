import { trusted } from 'mongoose';
import { invalidInput } from '../../kernel/app-error.js';
import { foldText } from '../../kernel/folded-text.js';

/** A condition for `find`, made of our own operators and the caller's text as a plain value. */
export type TextFilter = Record<string, unknown>;

// MongoDB takes patterns of 32,764 bytes, and no name is anywhere near that long.
const PATTERN_LIMIT_BYTES = 8192;
const PATTERN_CHARACTERS = /[\\^$.*+?()[\]{}|]/g;
const LAST_CHARACTER = '\u{10ffff}';

/**
 * The folded text at this path contains the text, whatever the case. Walks the index of the path.
 * @param pointer where the text lies in the request.
 * @throws AppError `invalid-input` for a text that no pattern can carry.
 */
export function containsFilter(path: string, text: string, pointer = '#'): TextFilter {
  const folded = foldText(text);
  if (folded === '') return {};
  const pattern = folded.replace(PATTERN_CHARACTERS, String.raw`\$&`).replaceAll('\0', '\\x00');
  if (Buffer.byteLength(pattern) > PATTERN_LIMIT_BYTES)
    throw invalidInput([{ pointer, detail: 'is too long' }]);
  return { [path]: trusted({ $regex: pattern }) };
}

/** The folded text at this path begins with the text, whatever the case. A range, so an index reads the matches alone. */
export function startsWithFilter(path: string, text: string): TextFilter {
  const prefix = foldText(text);
  if (prefix === '') return {};
  const end = firstTextAfter(prefix);
  return { [path]: trusted(end === undefined ? { $gte: prefix } : { $gte: prefix, $lt: end }) };
}

/** Every condition holds; empty conditions hold always. */
export function allOf(conditions: readonly TextFilter[]): TextFilter {
  const effective = conditions.filter((condition) => Object.keys(condition).length > 0);
  if (effective.length <= 1) return effective[0] ?? {};
  return { $and: effective };
}

/**
 * The least text that is greater than every text with this prefix, as MongoDB orders them (UTF-8
 * bytes, which is the order of code points); undefined when no text is.
 */
function firstTextAfter(prefix: string): string | undefined {
  let rest = prefix;
  while (rest.endsWith(LAST_CHARACTER)) rest = rest.slice(0, -LAST_CHARACTER.length);
  const last = rest.codePointAt(
    /[\ud800-\udbff].$/s.test(rest) ? rest.length - 2 : rest.length - 1,
  );
  if (last === undefined) return undefined;
  const before = rest.slice(0, -String.fromCodePoint(last).length);
  // Surrogates are no characters: the order steps over them.
  return before + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
}
