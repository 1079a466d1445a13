import { TemplateError } from '../template-error.js';
import { lexemeAt } from './lexeme.js';
import { type Token } from './token.js';

const OPENINGS = { '{{': 'open-print', '{%': 'open-block', '{#': 'comment' } as const;
const CLOSINGS = { 'open-print': '}}', 'open-block': '%}' } as const;
const CLOSED = { 'open-print': 'close-print', 'open-block': 'close-block' } as const;
const OPENING = /\{[{%#]/g;
const RAW_START = /\{%[-+]?\s*raw\s*[-+]?%\}/y;
const RAW_END = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g;

/**
 * Divides a template into its pieces. One line end at the very end belongs to nobody.
 * @throws TemplateError `syntax`
 */
export function tokenize(source: string): readonly Token[] {
  return new Lexer(source.replace(/\r\n?/g, '\n').replace(/\n$/, '')).run();
}

class Lexer {
  private readonly tokens: Token[] = [];
  private at = 0;
  private line = 1;
  /** Whether white space is left out where the next text begins. */
  private trims = false;

  constructor(private readonly source: string) {}

  run(): readonly Token[] {
    while (this.at < this.source.length) this.next();
    this.push('end', '');
    return this.tokens;
  }

  private next(): void {
    OPENING.lastIndex = this.at;
    const found = OPENING.exec(this.source);
    const opening = found?.index ?? this.source.length;
    const sign = found ? this.source[opening + 2] : '';
    this.text(this.source.slice(this.at, opening), sign === '-');
    this.moveTo(opening);
    if (!found) return;
    const kind = OPENINGS[found[0] as keyof typeof OPENINGS];
    if (kind === 'comment') this.comment();
    else if (kind === 'open-block' && this.raw()) return;
    else this.tag(kind);
  }

  private text(text: string, trimsEnd: boolean): void {
    const begun = this.trims ? text.trimStart() : text;
    const shown = trimsEnd ? begun.trimEnd() : begun;
    // The white space that was left out may go on behind a tag that puts out nothing.
    this.trims = false;
    if (shown !== '') this.push('text', shown);
  }

  private comment(): void {
    const end = this.source.indexOf('#}', this.at + 2);
    if (end < 0) throw this.fault('a comment does not end');
    this.trims = this.source[end - 1] === '-';
    this.moveTo(end + 2);
  }

  private raw(): boolean {
    RAW_START.lastIndex = this.at;
    const start = RAW_START.exec(this.source);
    if (!start) return false;
    RAW_END.lastIndex = this.at + start[0].length;
    const end = RAW_END.exec(this.source);
    if (!end) throw this.fault("'raw' has no 'endraw'");
    this.trims = start[0].endsWith('-%}');
    this.text(this.source.slice(this.at + start[0].length, end.index), end[1] === '-');
    this.trims = end[2] === '-';
    this.moveTo(end.index + end[0].length);
    return true;
  }

  private tag(kind: 'open-print' | 'open-block'): void {
    this.push(kind, '');
    const sign = this.source[this.at + 2];
    this.moveTo(this.at + (sign === '-' || sign === '+' ? 3 : 2));
    const brackets: string[] = [];
    while (!this.closed(kind, brackets)) this.lexeme(brackets);
    this.push(CLOSED[kind], '');
  }

  private closed(kind: 'open-print' | 'open-block', brackets: readonly string[]): boolean {
    while (/\s/.test(this.source[this.at] ?? '')) this.moveTo(this.at + 1);
    const closing = CLOSINGS[kind];
    for (const sign of brackets.length === 0 ? ['', '-', '+'] : [])
      if (this.source.startsWith(sign + closing, this.at)) {
        this.moveTo(this.at + sign.length + closing.length);
        this.trims = sign === '-';
        return true;
      }
    if (this.at >= this.source.length) throw this.fault(`a '${closing}' is missing`);
    return false;
  }

  private lexeme(brackets: string[]): void {
    const found = lexemeAt(this.source, this.at);
    if (!found) throw this.fault(`'${this.source[this.at] ?? ''}' is not expected`);
    const { kind, text, length } = found;
    if (kind === 'operator' && '([{'.includes(text)) brackets.push(text);
    if (kind === 'operator' && ')]}'.includes(text)) brackets.pop();
    this.push(kind, text);
    this.moveTo(this.at + length);
  }

  private push(kind: Token['kind'], text: string): void {
    this.tokens.push({ kind, text, line: this.line });
  }

  private moveTo(position: number): void {
    for (; this.at < position; this.at += 1) if (this.source[this.at] === '\n') this.line += 1;
  }

  private fault(detail: string): TemplateError {
    return new TemplateError('syntax', detail).at(this.line);
  }
}
