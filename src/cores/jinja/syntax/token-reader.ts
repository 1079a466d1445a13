import { cutText } from '../../../kernel/cut-text.js';
import { TemplateError } from '../template-error.js';
import { type Expr } from './nodes.js';
import { type Token } from './token.js';

/** Nested brackets, signs and blocks; far below the native stack. */
const NESTING_MAX = 60;

/** Reads tokens one after the other. */
export class TokenReader {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly readExpression: (reader: TokenReader, withChoice: boolean) => Expr,
  ) {}

  /** Reads an expression; without a choice, `if` ends it. */
  expression(withChoice = true): Expr {
    return this.readExpression(this, withChoice);
  }

  /** Reads an expression, or several with commas between: a tuple. */
  expressions(withChoice = true): Expr {
    const { line } = this;
    const first = this.expression(withChoice);
    if (!this.is('operator', ',')) return first;
    const items = [first];
    while (this.take('operator', ',') && !this.endsTuple()) items.push(this.expression(withChoice));
    return { kind: 'tuple', line, items };
  }

  get token(): Token {
    return this.tokens[this.at] ?? END;
  }

  get line(): number {
    return this.token.line;
  }

  next(): Token {
    const { token } = this;
    this.at += 1;
    return token;
  }

  /** Whether the next token is this name or operator. */
  is(kind: Token['kind'], text?: string): boolean {
    return this.isAhead(0, kind, text);
  }

  isAhead(distance: number, kind: Token['kind'], text?: string): boolean {
    const token = this.tokens[this.at + distance] ?? END;
    return token.kind === kind && (text === undefined || token.text === text);
  }

  /** Takes the next token if it is this one. */
  take(kind: Token['kind'], text?: string): boolean {
    const is = this.is(kind, text);
    if (is) this.at += 1;
    return is;
  }

  /** @throws TemplateError `syntax` for another one. */
  expect(kind: Token['kind'], text?: string): Token {
    if (!this.is(kind, text)) throw this.unexpected(`'${text ?? kind}'`);
    return this.next();
  }

  private endsTuple(): boolean {
    return this.is('close-block') || this.is('close-print') || this.is('operator', ')');
  }

  unexpected(wanted: string): TemplateError {
    const { kind, text } = this.token;
    return this.fault(`expected ${wanted}, found '${cutText(text || kind, 40)}'`);
  }

  fault(detail: string): TemplateError {
    return new TemplateError('syntax', detail).at(this.line);
  }

  nested<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > NESTING_MAX) throw this.fault(`lies more than ${NESTING_MAX} deep`);
    try {
      return read();
    } finally {
      this.depth -= 1;
    }
  }
}

const END: Token = { kind: 'end', text: '', line: 0 };
