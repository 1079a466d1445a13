const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes: UTF-8, or else Latin-1, in which every byte is a character. */
export function decoded(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

/** Where the reader stands in a control sequence (ECMA-48). */
type SequenceState = 'none' | 'escape' | 'control' | 'string' | 'string-escape';

const [CONTROLS_MAX, TAB, LINE_FEED, BACKSPACE, RETURN, ESCAPE, SPACE, DELETE] = [
  0x1f, 0x09, 0x0a, 0x08, 0x0d, 0x1b, 0x20, 0x7f,
];
const BELL = 0x07;
/** Longer parameters are no control sequence but noise. */
const PARAMETERS_MAX = 64;
const FIRST_CAPACITY = 4096;

/**
 * What a terminal would show, as lines: echo, carriage returns, backspaces and erasures are carried
 * out, colours, titles and other controls dropped. Bytes may come in any pieces. It costs constant
 * time per byte and at most twice their number in memory, whatever they are.
 */
export class TerminalText {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  /** Start and end of the last, unfinished line, and where the next byte goes. */
  #lineStart = 0;
  #end = 0;
  #cursor = 0;
  #state: SequenceState = 'none';
  #parameters = '';
  /** After a pager: spaces that erase it, until something else shows that they do not. */
  #isErasing = false;
  #blanks = 0;

  /** Takes what has come. */
  write(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      const end = this.#isPlain ? endOfText(chunk, at) : at;
      if (end > at) this.#putAll(chunk.subarray(at, end));
      at = end;
      if (at < chunk.length) this.#take(chunk[at] ?? 0);
      at += 1;
    }
  }

  /** True while visible bytes are nothing but text. */
  get #isPlain(): boolean {
    return this.#state === 'none' && !this.#isErasing;
  }

  /** The unfinished line as Latin-1; empty when it is longer than any prompt. */
  lastLine(longest = 512): string {
    return this.#end - this.#lineStart > longest ? '' : this.#latin1(this.#lineStart, this.#end);
  }

  /** Whether there is a finished line, the unfinished one aside. */
  get hasLines(): boolean {
    return this.#lineStart > 0;
  }

  /** The last lines that are finished, at most so many bytes of them, as Latin-1. */
  tail(bytesMax: number): string {
    return this.#latin1(Math.max(0, this.#lineStart - bytesMax), this.#lineStart);
  }

  /** The first lines that are finished, at most so many bytes of them, as Latin-1. */
  head(bytesMax: number): string {
    return this.#latin1(0, Math.min(this.#lineStart, bytesMax));
  }

  /** Hands out everything before the unfinished line, and forgets all. */
  takeLines(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#lineStart);
    this.#bytes = new Uint8Array(FIRST_CAPACITY);
    this.#lineStart = 0;
    this.#end = 0;
    this.#cursor = 0;
    return taken;
  }

  /** Takes the pager's line away, and what the device will send to erase it. */
  dropPager(): void {
    this.#end = this.#lineStart;
    this.#cursor = this.#lineStart;
    this.#isErasing = true;
    this.#blanks = 0;
  }

  #latin1(start: number, end: number): string {
    return Buffer.from(this.#bytes.buffer, start, end - start).toString('latin1');
  }

  #take(byte: number): void {
    switch (this.#state) {
      case 'none':
        this.#show(byte);
        return;
      case 'escape':
        this.#escape(byte);
        return;
      case 'control':
        this.#control(byte);
        return;
      case 'string':
      case 'string-escape':
        this.#string(byte);
    }
  }

  #show(byte: number): void {
    if (byte === ESCAPE) this.#state = 'escape';
    else if (this.#isErasing && this.#erases(byte)) return;
    else if (isVisible(byte)) this.#put(byte);
    else this.#move(byte);
  }

  #move(byte: number): void {
    if (byte === LINE_FEED) this.#feed();
    else if (byte === TAB) this.#put(byte);
    else if (byte === RETURN) this.#cursor = this.#lineStart;
    else if (byte === BACKSPACE) this.#cursor = Math.max(this.#lineStart, this.#cursor - 1);
  }

  /** Spaces count as text only when nothing moved back behind them. */
  #erases(byte: number): boolean {
    if (byte === SPACE) {
      this.#blanks += 1;
      return true;
    }
    if (byte === RETURN || byte === BACKSPACE) {
      this.#blanks = 0;
      return true;
    }
    this.#isErasing = false;
    for (; this.#blanks > 0; this.#blanks -= 1) this.#put(SPACE);
    return false;
  }

  #putAll(text: Uint8Array): void {
    while (this.#cursor + text.length > this.#bytes.length) this.#grow();
    this.#bytes.set(text, this.#cursor);
    this.#cursor += text.length;
    this.#end = Math.max(this.#end, this.#cursor);
  }

  #put(byte: number): void {
    if (this.#cursor === this.#bytes.length) this.#grow();
    this.#bytes[this.#cursor] = byte;
    this.#cursor += 1;
    this.#end = Math.max(this.#end, this.#cursor);
  }

  #feed(): void {
    this.#cursor = this.#end;
    this.#put(LINE_FEED);
    this.#lineStart = this.#end;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  #escape(byte: number): void {
    const letter = String.fromCharCode(byte);
    if (letter === '[') {
      this.#state = 'control';
      this.#parameters = '';
    } else if (']PX^_'.includes(letter)) this.#state = 'string';
    // Intermediate bytes announce one more: `ESC ( B` chooses a character set.
    else if (byte < SPACE || byte > 0x2f) this.#state = 'none';
  }

  #control(byte: number): void {
    if (byte >= SPACE && byte <= 0x3f && this.#parameters.length < PARAMETERS_MAX) {
      this.#parameters += String.fromCharCode(byte);
      return;
    }
    this.#state = 'none';
    if (byte >= 0x40 && byte <= 0x7e) this.#obey(String.fromCharCode(byte));
    else this.#take(byte);
  }

  /** Ends with BEL or ESC \; a line end shows that it was none. */
  #string(byte: number): void {
    if (byte === LINE_FEED) {
      this.#state = 'none';
      this.#take(byte);
    } else if (byte === BELL || this.#state === 'string-escape') this.#state = 'none';
    else if (byte === ESCAPE) this.#state = 'string-escape';
  }

  #obey(letter: string): void {
    if (this.#isErasing) this.#blanks = 0;
    const count = Number.parseInt(this.#parameters, 10) || 0;
    const step = Math.max(1, count);
    if (letter === 'K' || letter === 'J') this.#erase(count);
    else if (letter === 'D') this.#cursor = Math.max(this.#lineStart, this.#cursor - step);
    else if (letter === 'C') this.#cursor = Math.min(this.#end, this.#cursor + step);
    else if (letter === 'G') this.#cursor = Math.min(this.#end, this.#lineStart + step - 1);
  }

  /** 0: behind the cursor; 1: before it, which nobody needs; 2 and 3: the whole line. */
  #erase(what: number): void {
    if (what === 1) return;
    if (what > 1) this.#cursor = this.#lineStart;
    this.#end = this.#cursor;
  }
}

/** Where the visible bytes end that begin here. */
function endOfText(chunk: Uint8Array, start: number): number {
  let end = start;
  while (end < chunk.length && isVisible(chunk[end] ?? 0)) end += 1;
  return end;
}

function isVisible(byte: number): boolean {
  return byte > CONTROLS_MAX && byte !== DELETE;
}
