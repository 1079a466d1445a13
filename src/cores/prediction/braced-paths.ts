import { type LinesBetween } from './lines-between.js';
import { NotRestorable } from './not-restorable.js';

/** A word, a quoted text, or one of `{ } ; [ ]`. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{};[\]]|[^\s{};[\]"]+/y;
const BLANK = /(?:\s|#[^\n]*|\/\*[^*]*\*\/)*/y;
/** What the device says of a statement is none: they are switched off, or guarded. */
const MARKED = /^(?:inactive|protect|replace|delete|unprotect):$/;

/**
 * Lines that lead from one configuration in braces to another: `delete` for what is too much, `set` for
 * what is missing. All of the difference or nothing.
 */
export function bracedLinesBetween(texts: {
  readonly from: string;
  readonly to: string;
}): LinesBetween {
  try {
    const from = pathsOf(texts.from);
    const to = pathsOf(texts.to);
    if (!isSameOrder(from, to))
      return { kind: 'refused', reason: 'the order of statements cannot be restored line by line' };
    const removed = [...from].filter((path) => !to.has(path)).map((path) => `delete ${path}`);
    const added = [...to].filter((path) => !from.has(path)).map((path) => `set ${path}`);
    return { kind: 'lines', lines: [...removed, ...added] };
  } catch (error) {
    if (error instanceof NotRestorable) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

/** What is new stands behind the rest: the order is right only where that is so. */
function isSameOrder(from: ReadonlySet<string>, to: ReadonlySet<string>): boolean {
  const kept = [...from].filter((path) => to.has(path));
  const wanted = [...to].filter((path) => from.has(path));
  return kept.every((path, at) => path === wanted[at]);
}

/** The statements, each with the words that lead to it. */
function pathsOf(text: string): ReadonlySet<string> {
  const reading = new Reading();
  for (const token of tokensOf(text)) reading.take(token);
  return reading.end();
}

/** Statements while they are read, token by token. */
class Reading {
  readonly #paths = new Set<string>();
  readonly #open: string[][] = [];
  #words: string[] = [];
  #list: string[] | undefined;

  take(token: string): void {
    if (MARKED.test(token)) throw new NotRestorable('a statement is switched off or guarded');
    const special = this.#special.get(token);
    if (special) special();
    else (this.#list ?? this.#words).push(token);
  }

  end(): ReadonlySet<string> {
    if (this.#open.length > 0 || this.#words.length > 0)
      throw new NotRestorable('the configuration is not whole');
    return this.#paths;
  }

  readonly #special = new Map<string, () => void>([
    ['{', this.#enter.bind(this)],
    ['}', this.#leave.bind(this)],
    ['[', () => (this.#list = [])],
    [']', () => undefined],
    [';', this.#statement.bind(this)],
  ]);

  #enter(): void {
    this.#open.push(this.#words);
    this.#words = [];
  }

  #leave(): void {
    if (this.#open.pop() === undefined || this.#words.length > 0)
      throw new NotRestorable('its braces do not match');
  }

  #statement(): void {
    const path = [...this.#open.flat(), ...this.#words];
    for (const value of this.#list ?? ['']) this.#paths.add([...path, value].join(' ').trim());
    [this.#words, this.#list] = [[], undefined];
  }
}

function* tokensOf(text: string): Iterable<string> {
  let at = 0;
  while (at < text.length) {
    BLANK.lastIndex = at;
    at += BLANK.exec(text)?.[0].length ?? 0;
    if (at >= text.length) return;
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new NotRestorable('a quoted text in it does not end');
    yield token;
    at += token.length;
  }
}
