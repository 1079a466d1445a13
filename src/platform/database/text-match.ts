import { trusted } from 'mongoose';
import { type AppError, invalidInput } from '../../kernel/app-error.js';
import { foldText } from '../../kernel/folded-text.js';

/** Where a field that callers may search lies in its collection. */
export interface TextField {
  /** Path of the text as it was written; `equals` compares with it. */
  readonly path: string;
  /** Path of the same text as `foldText` makes it; a field without one takes `equals` alone. */
  readonly foldedPath?: string;
}

/** The fields of one collection that callers may search, by the name that callers use. */
export type TextFields = Readonly<Record<string, TextField>>;

/** A condition for `find`, made of our own operators and the caller's text as a plain value. */
export type TextFilter = Record<string, unknown>;

/** Which field of the allow-list is meant, and where in the request the caller said so. */
export interface FieldChoice {
  readonly fields: TextFields;
  readonly name: string;
  /** Pointer to the name in the request, `#/queryOptions/containsField` for example. */
  readonly pointer: string;
  /** Pointer to the text that is searched, where it has a place of its own. */
  readonly textPointer?: string;
}

// MongoDB takes patterns of 32,764 bytes, and no name is anywhere near that long.
const PATTERN_LIMIT_BYTES = 8192;
// A filter names a text up to three times, and the database takes 16 MiB of filter in all.
const TEXT_LENGTH_MAX = 64 * 1024;
const PATTERN_CHARACTERS = /[\\^$.*+?()[\]{}|]/g;
const LAST_CHARACTER = '\u{10ffff}';
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The field holds exactly this text; a list field has it as an element.
 * @throws AppError `invalid-input` for a field that is not on the list and for text beyond 64 Ki
 * characters.
 */
export function equals(choice: FieldChoice, text: string): TextFilter {
  const { path } = fieldOf(choice);
  return { [path]: trusted({ $eq: searchable(choice, text) }) };
}

/**
 * The field contains the text, whatever the case. Walks the index of the folded field.
 * @throws AppError `invalid-input` for a field that is not on the list or takes `equals` alone.
 */
export function contains(choice: FieldChoice, text: string): TextFilter {
  const path = foldedPathOf(choice, 'contains');
  const folded = foldText(searchable(choice, text));
  if (folded === '') return {};
  const pattern = folded.replace(PATTERN_CHARACTERS, String.raw`\$&`).replaceAll('\0', '\\x00');
  if (Buffer.byteLength(pattern) > PATTERN_LIMIT_BYTES) {
    throw refusedText(choice, 'is too long');
  }
  return { [path]: trusted({ $regex: pattern }) };
}

/**
 * The field begins with the text, whatever the case. A range, so an index reads the matches alone.
 * @throws AppError `invalid-input` for a field that is not on the list or takes `equals` alone.
 */
export function startsWith(choice: FieldChoice, text: string): TextFilter {
  const path = foldedPathOf(choice, 'startsWith');
  const prefix = foldText(searchable(choice, text));
  if (prefix === '') return {};
  const end = firstTextAfter(prefix);
  return { [path]: trusted(end === undefined ? { $gte: prefix } : { $gte: prefix, $lt: end }) };
}

/** The text filters of operations that name one field for each. */
export interface TextSearch {
  readonly contains?: string | undefined;
  readonly containsField?: string | undefined;
  readonly equals?: string | undefined;
  readonly equalsField?: string | undefined;
  readonly startsWith?: string | undefined;
  readonly startsWithField?: string | undefined;
}

const BUILDERS = { contains, equals, startsWith } as const;
const KINDS = ['contains', 'equals', 'startsWith'] as const;

/**
 * All given filters together; a filter without a field means `name`.
 * @param pointer where the search lies in the request, `#/queryOptions` for example.
 * @throws AppError `invalid-input` for an unknown field, even where no text is searched in it.
 */
export function textFilter(search: TextSearch, fields: TextFields, pointer: string): TextFilter {
  const conditions = KINDS.flatMap((kind) => {
    const choice: FieldChoice = {
      fields,
      name: search[`${kind}Field`] ?? 'name',
      pointer: `${pointer}/${kind}Field`,
      textPointer: `${pointer}/${kind}`,
    };
    const text = search[kind];
    if (text !== undefined) return [BUILDERS[kind](choice, text)];
    if (search[`${kind}Field`] !== undefined) fieldOf(choice);
    return [];
  });
  return allOf(conditions);
}

/** Every condition holds; empty conditions hold always. */
export function allOf(conditions: readonly TextFilter[]): TextFilter {
  const effective = conditions.filter((condition) => Object.keys(condition).length > 0);
  if (effective.length <= 1) return effective[0] ?? {};
  return { $and: effective };
}

function fieldOf({ fields, name, pointer }: FieldChoice): TextField {
  // Own keys alone: `constructor` is on no list.
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field) return field;
  const known = Object.keys(fields).join(', ');
  throw invalidInput([{ pointer, detail: `must be one of ${known}` }]);
}

function foldedPathOf(choice: FieldChoice, kind: string): string {
  const { foldedPath } = fieldOf(choice);
  if (foldedPath !== undefined) return foldedPath;
  throw invalidInput([{ pointer: choice.pointer, detail: `names a field without ${kind}` }]);
}

/** A lone surrogate has no UTF-8 form: it would be compared as another character. */
function searchable(choice: FieldChoice, text: string): string {
  if (text.length > TEXT_LENGTH_MAX) throw refusedText(choice, 'is too long');
  if (LONE_SURROGATE.test(text)) throw refusedText(choice, 'holds a lone surrogate');
  return text;
}

function refusedText({ pointer, textPointer }: FieldChoice, detail: string): AppError {
  return invalidInput([{ pointer: textPointer ?? pointer, detail }]);
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
