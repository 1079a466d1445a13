/** A piece of a template. */
export interface Token {
  readonly kind:
    'text' | 'open-print' | 'close-print' | 'open-block' | 'close-block' | Lexeme | 'end';
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** A piece of an expression. */
export type Lexeme = 'name' | 'integer' | 'float' | 'string' | 'operator';
