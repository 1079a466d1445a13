import { JsonText } from './json-text.js';

/** What is written at once: so many values, or a text of so many times as many characters. */
const PIECE_WEIGHT = 4000;
const CHARACTERS = 64;

/** Objects and lists of so many members that they are written in pieces. */
const known = new WeakSet();

/** Whether writing a value takes so long that others should have their turn meanwhile. */
export function isLongToWrite(value: unknown): boolean {
  return weightOf(value) > PIECE_WEIGHT;
}

/** The text that `JSON.stringify` writes for an object or a list, a piece at each step. */
export function* jsonSteps(value: object): Generator<undefined, string> {
  const pieces: string[] = [];
  for (const piece of jsonPieces(value)) {
    pieces.push(piece);
    yield;
  }
  return pieces.join('');
}

/** The same in UTF-8. */
export function jsonByteSteps(value: object): Generator<undefined, Buffer> {
  return byteSteps(jsonPieces(value));
}

/** A text in UTF-8, a piece at each step. */
export function textByteSteps(text: string): Generator<undefined, Buffer> {
  return byteSteps(textPieces(text));
}

function* byteSteps(pieces: Iterable<string>): Generator<undefined, Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    parts.push(bytes);
    length += bytes.length;
    yield;
  }
  // Copied a part at each step: to touch fresh memory can take as long as all else.
  const whole = Buffer.allocUnsafe(length);
  let end = 0;
  for (const part of parts) {
    end += part.copy(whole, end);
    yield;
  }
  return whole;
}

/**
 * The same text, a piece at a time.
 * @param indent what `JSON.stringify` takes as its third argument: so many spaces for each level, none for one line
 */
export function* jsonPieces(value: object, indent = 0): Generator<string, void> {
  const writer = new JsonWriter(indent);
  yield* writer.write(value);
  yield writer.rest();
}

class JsonWriter {
  #text = '';
  #weight = 0;
  /** Of what is written next. */
  #depth = 0;

  constructor(private readonly indent: number) {}

  /** What is written and not given out yet. */
  rest(): string {
    const text = this.#text;
    this.#text = '';
    this.#weight = 0;
    return text;
  }

  /**
   * @param before stands before the text.
   * @returns false for what JSON does not have: then nothing is written.
   */
  *write(value: unknown, before = ''): Generator<string, boolean> {
    const weight = weightOf(value);
    if (weight <= PIECE_WEIGHT || !(typeof value === 'string' || isDivisible(value)))
      return yield* this.#writeWhole(value, before, weight);
    this.#text += before;
    if (typeof value === 'string') yield* this.#writeText(value);
    else if (Array.isArray(value)) yield* this.#writeItems(value);
    else yield* this.#writeMembers(value);
    return true;
  }

  *#writeWhole(value: unknown, before: string, weight: number): Generator<string, boolean> {
    const text = textOf(value, this.indent);
    if (text === undefined) return false;
    // Texts have no line breaks in JSON: each is one between members.
    this.#text += before + (this.indent > 0 ? text.replaceAll('\n', this.#line()) : text);
    this.#weight += weight;
    if (this.#weight > PIECE_WEIGHT) yield this.rest();
    return true;
  }

  *#writeItems(items: readonly unknown[]): Generator<string, void> {
    this.#text += '[';
    this.#depth += 1;
    let separator = '';
    for (const item of items) {
      const before = separator + this.#line();
      if (!(yield* this.write(item, before))) this.#text += `${before}null`;
      separator = ',';
    }
    this.#close(']', separator !== '');
  }

  *#writeMembers(object: object): Generator<string, void> {
    this.#text += '{';
    this.#depth += 1;
    const colon = this.indent > 0 ? ': ' : ':';
    let separator = '';
    for (const [key, member] of Object.entries(object)) {
      const before = `${separator}${this.#line()}${JSON.stringify(key)}${colon}`;
      if (yield* this.write(member, before)) separator = ',';
    }
    this.#close('}', separator !== '');
  }

  #close(bracket: string, hasMembers: boolean): void {
    this.#depth -= 1;
    this.#text += hasMembers ? this.#line() + bracket : bracket;
  }

  #line(): string {
    return this.indent > 0 ? `\n${' '.repeat(this.indent * this.#depth)}` : '';
  }

  *#writeText(text: string): Generator<string, void> {
    this.#text += '"';
    for (const piece of textPieces(text)) {
      this.#text += JSON.stringify(piece).slice(1, -1);
      yield this.rest();
    }
    this.#text += '"';
  }
}

function* textPieces(text: string): Generator<string, void> {
  for (let from = 0; from < text.length;) {
    const end = endOfPart(text, from + PIECE_WEIGHT * CHARACTERS);
    yield text.slice(from, end);
    from = end;
  }
}

/** Where a part of a text may end: characters of two units stay whole. */
export function endOfPart(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return end < text.length && unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}

/**
 * How much there is to write; no more is looked at than makes a piece. The names of a large object are gone through
 * once, not again for each object around it.
 */
function weightOf(value: unknown): number {
  const open = [value];
  let weight = 0;
  while (open.length > 0 && weight <= PIECE_WEIGHT) {
    const one = open.pop();
    weight += typeof one === 'string' ? 1 + one.length / CHARACTERS : 1;
    if (!isDivisible(one)) continue;
    const members = fewMembersOf(one);
    if (!members) return Infinity;
    for (const member of members) open.push(member);
  }
  return weight;
}

/** Undefined for more than make a piece. */
function fewMembersOf(one: object): readonly unknown[] | undefined {
  if (known.has(one)) return undefined;
  const members: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
  if (members.length <= PIECE_WEIGHT) return members;
  known.add(one);
  return undefined;
}

/** What writes itself is taken as a whole. */
function isDivisible(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

/** Undefined for what JSON does not have. */
function textOf(value: unknown, indent: number): string | undefined {
  return value instanceof JsonText ? value.bytes.toString() : JSON.stringify(value, null, indent);
}
