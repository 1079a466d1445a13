import { type Lexeme } from './token.js';

/** A piece of an expression, and how much of the source it takes. */
export interface FoundLexeme {
  readonly kind: Lexeme;
  readonly text: string;
  readonly length: number;
}

const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /(\d[\d_]*)(\.\d[\d_]*)?([eE][+-]?\d+)?/y;
const OPERATOR = /\*\*|\/\/|==|!=|<=|>=|[-+*/%~<>=|.,:()[\]{}]/y;
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\s\S]))/g;
const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  "'": "'",
  '"': '"',
  '\\': '\\',
  '\n': '',
};

/** The piece of an expression that begins here; undefined where none does. */
export function lexemeAt(source: string, at: number): FoundLexeme | undefined {
  const first = source[at];
  if (first === '"' || first === "'") return stringAt(source, at, first);
  const name = matched(NAME, source, at);
  if (name) return { kind: 'name', text: name[0], length: name[0].length };
  const number = matched(NUMBER, source, at);
  if (number) return numberOf(number);
  const operator = matched(OPERATOR, source, at);
  return operator && { kind: 'operator', text: operator[0], length: operator[0].length };
}

function matched(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
}

function numberOf([whole, , fraction, exponent]: RegExpExecArray): FoundLexeme {
  const kind = fraction === undefined && exponent === undefined ? 'integer' : 'float';
  return { kind, text: whole.replaceAll('_', ''), length: whole.length };
}

function stringAt(source: string, at: number, quote: string): FoundLexeme | undefined {
  let end = at + 1;
  while (end < source.length && source[end] !== quote) end += source[end] === '\\' ? 2 : 1;
  if (end >= source.length) return undefined;
  const text = source.slice(at + 1, end).replace(ESCAPE, unescaped);
  return { kind: 'string', text, length: end + 1 - at };
}

function unescaped(whole: string, short?: string, long?: string, letter?: string): string {
  const code = short ?? long;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  // What is no escape stands as it is written: patterns are full of them.
  return letter !== undefined && Object.hasOwn(ESCAPED, letter) ? (ESCAPED[letter] ?? '') : whole;
}
