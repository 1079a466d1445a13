const INDENT = '  ';
/** Where a text may end, or goes on differently. */
const IN_TEXT = /["\\]/g;

/**
 * Lays out compact JSON as `JSON.stringify(value, null, 2)` does: of a value that is too long to be written at once,
 * piece by piece.
 */
export class JsonIndenter {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** Behind an opening bracket: what comes next says whether the list or object is empty. */
  #isOpened = false;

  /** @param piece may end anywhere. */
  add(piece: string): string {
    let laid = '';
    for (let at = 0; at < piece.length;) {
      const end = this.#isInText ? this.#endInText(piece, at) : at + 1;
      laid += this.#isInText ? piece.slice(at, end) : this.#outside(piece.charAt(at));
      this.#note(piece.charAt(end - 1));
      at = end;
    }
    return laid;
  }

  /** Behind the next character of a text that means something. */
  #endInText(piece: string, at: number): number {
    if (this.#isEscaped) return at + 1;
    IN_TEXT.lastIndex = at;
    return (IN_TEXT.exec(piece)?.index ?? piece.length - 1) + 1;
  }

  /** Whether the text goes on behind this character. */
  #note(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '"') this.#isInText = !this.#isInText;
    else this.#isEscaped = this.#isInText && character === '\\';
  }

  #outside(character: string): string {
    if (character === ':') return ': ';
    if (character === ',') return `,${this.#line()}`;
    if (character === ']' || character === '}') return this.#closing(character);
    const before = this.#isOpened ? this.#line() : '';
    this.#isOpened = character === '[' || character === '{';
    if (this.#isOpened) this.#depth += 1;
    return before + character;
  }

  #closing(character: string): string {
    this.#depth -= 1;
    const before = this.#isOpened ? '' : this.#line();
    this.#isOpened = false;
    return before + character;
  }

  #line(): string {
    return `\n${INDENT.repeat(this.#depth)}`;
  }
}
