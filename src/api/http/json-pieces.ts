import { endOfString } from '../../kernel/json-depth.js';
import { JsonContainer } from './json-container.js';
import { longJsonString } from './long-json-string.js';

/** So much is scanned and parsed at a time: about a millisecond. */
export const PIECE_BYTES = 64 * 1024;

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING_ARRAY = 0x5b;
const OPENING_OBJECT = 0x7b;
const CLOSING_ARRAY = 0x5d;
const CLOSING_OBJECT = 0x7d;
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

/** Where a value lies: keys of objects, indexes of arrays. */
export type JsonPlace = readonly (string | number)[];

/** What the reader asks of its owner. */
export interface JsonRules {
  readonly depthMax: number;
  /** Looks at a part of the value when it was parsed, before it becomes part of the whole. */
  readonly look: (text: string, members: object, place: JsonPlace, firstIndex: number) => void;
  readonly valuesMax: number;
  readonly tooDeep: () => Error;
  readonly tooMany: () => Error;
  readonly notJson: () => Error;
}

/**
 * Reads JSON in pieces: finds out where members of arrays and objects end, and has so many of them parsed at a
 * time as are a piece long. Everything that `JSON.parse` takes is taken, and nothing else.
 */
export class JsonPieces {
  readonly #open: JsonContainer[] = [];
  #depth = 0;
  /** Commas and brackets so far: there are no more values than these, and one. */
  #values = 0;
  #at: number;
  /** What all of it is, in an array as soon as it is known. */
  #whole: readonly [unknown] | undefined;
  readonly #start: number;
  #end = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly rules: JsonRules,
    private readonly pieceBytes = PIECE_BYTES,
  ) {
    this.#start = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
    this.#at = this.#start;
  }

  /** Others may have their turn at each step. */
  *read(): Generator<undefined, unknown> {
    while (this.#at < this.bytes.length) {
      const long = this.#scan(Math.min(this.#at + this.pieceBytes, this.bytes.length));
      if (this.#values > this.rules.valuesMax) throw this.rules.tooMany();
      this.#parseOpen();
      if (long !== undefined) yield* this.#readLongMember(long);
      yield;
    }
    if (this.#depth > 0) throw this.rules.notJson();
    if (!this.#whole) return this.#parsed(this.bytes.toString('utf8', this.#start));
    this.#assertBlank(this.#end, this.bytes.length);
    return this.#whole[0];
  }

  /** @returns where the long member ends that begins here, if there is one before `end` */
  #scan(end: number): number | undefined {
    for (; this.#at < end; this.#at += 1) {
      const byte = this.bytes[this.#at] ?? 0;
      if (byte !== QUOTE) {
        this.#step(byte);
        continue;
      }
      const closing = endOfString(this.bytes, this.#at);
      if (this.#isLongMember(closing)) return closing;
      this.#at = closing;
    }
    return undefined;
  }

  #step(byte: number): void {
    if (byte === COMMA) this.#separate();
    else if (byte === OPENING_ARRAY || byte === OPENING_OBJECT) this.#begin(byte === OPENING_ARRAY);
    else if (byte === CLOSING_ARRAY || byte === CLOSING_OBJECT)
      this.#finish(byte === CLOSING_ARRAY);
  }

  /** Whether what begins here and ends there is a text longer than a piece, and no key: it is read by itself. */
  #isLongMember(end: number): boolean {
    const isLong = end - this.#at > this.pieceBytes && end < this.bytes.length;
    if (!isLong || this.#depth === 0) return false;
    if (this.#innermost.isArray) return true;
    let before = this.#at - 1;
    while (SPACES.has(this.bytes[before] ?? 0)) before -= 1;
    return this.bytes[before] === COLON;
  }

  /** @param end where its closing quote is */
  *#readLongMember(end: number): Generator<undefined, void> {
    const container = this.#innermost;
    this.#openMember(container, this.#depth, this.#at);
    const place = [this.#at + 1, end] as const;
    this.#at = end;
    try {
      this.#attach(container, yield* longJsonString(this.bytes, place, this.pieceBytes));
    } catch {
      throw this.rules.notJson();
    }
    this.#at += 1;
  }

  get #innermost(): JsonContainer {
    const container = this.#open[this.#depth - 1];
    if (!container) throw this.rules.notJson();
    return container;
  }

  #begin(isArray: boolean): void {
    if (this.#depth === this.rules.depthMax) throw this.rules.tooDeep();
    if (this.#depth === 0) {
      if (this.#whole) throw this.rules.notJson();
      this.#assertBlank(this.#start, this.#at);
    }
    this.#values += 1;
    const container = (this.#open[this.#depth] ??= new JsonContainer());
    container.begin(isArray, this.#at);
    this.#depth += 1;
  }

  #separate(): void {
    this.#values += 1;
    const container = this.#innermost;
    if (container.member === 'closed') this.#restAt(container, this.#at);
    else container.comma = this.#at;
  }

  #finish(isArray: boolean): void {
    const container = this.#innermost;
    if (container.isArray !== isArray) throw this.rules.notJson();
    if (container.value !== null) this.#parseMembers(container, this.#depth, this.#at);
    this.#depth -= 1;
    if (this.#depth === 0) this.#finishWhole(container);
    else if (container.value !== null) this.#attach(this.#innermost, container.value);
  }

  #finishWhole({ value, opened }: JsonContainer): void {
    this.#end = this.#at + 1;
    const text = (): string => this.bytes.toString('utf8', opened, this.#end);
    this.#whole = [value ?? this.#looked(text(), 0, 0)];
  }

  #attach(parent: JsonContainer, value: unknown): void {
    parent.add(parent.isArray ? [value] : { [parent.key]: value });
    parent.member = 'closed';
    parent.from = this.#at + 1;
    parent.comma = -1;
  }

  /** Parses what is complete of everything that is open, from the outermost to the innermost. */
  #parseOpen(): void {
    for (const [at, container] of this.#open.slice(0, this.#depth).entries()) {
      container.value ??= container.isArray ? [] : {};
      if (container.member === 'open') continue;
      if (container.comma >= 0) {
        this.#parseMembers(container, at + 1, container.comma);
        this.#restAt(container, container.comma);
      }
      const inner = at + 1 < this.#depth ? this.#open[at + 1] : undefined;
      if (inner) this.#openMember(container, at + 1, inner.opened);
    }
  }

  /** A member of a container is read by itself from now on. */
  #openMember(container: JsonContainer, depth: number, opened: number): void {
    if (container.member === 'closed') throw this.rules.notJson();
    container.member = 'open';
    if (container.isArray) this.#assertBlank(container.from, opened);
    else {
      const text = `{${this.bytes.toString('utf8', container.from, opened)}null}`;
      container.key = Object.keys(this.#looked(text, depth - 1, 0) as object)[0] ?? '';
    }
  }

  /** Parses the members up to a comma or to the closing bracket. */
  #parseMembers(container: JsonContainer, depth: number, end: number): void {
    const { from, isArray, value } = container;
    if (isBlank(this.bytes, from, end)) {
      if (!container.mayEnd) throw this.rules.notJson();
      return;
    }
    if (container.member === 'closed') throw this.rules.notJson();
    const text = this.bytes.toString('utf8', from, end);
    const count = Array.isArray(value) ? value.length : 0;
    const members = this.#looked(isArray ? `[${text}]` : `{${text}}`, depth - 1, count);
    container.add(members as object);
  }

  /** What is behind a comma is to be parsed next. */
  #restAt(container: JsonContainer, comma: number): void {
    if (container.member === 'closed') this.#assertBlank(container.from, comma);
    container.member = 'none';
    container.from = comma + 1;
    container.comma = -1;
    container.isSeparated = true;
  }

  #looked(text: string, outer: number, firstIndex: number): unknown {
    const members = this.#parsed(text);
    if (typeof members !== 'object' || members === null) return members;
    const place = this.#open
      .slice(0, outer)
      .map(({ value, key }) => (Array.isArray(value) ? value.length : key));
    this.rules.look(text, members, place, firstIndex);
    return members;
  }

  #parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.rules.notJson();
    }
  }

  #assertBlank(from: number, end: number): void {
    if (!isBlank(this.bytes, from, end)) throw this.rules.notJson();
  }
}

function isBlank(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if (!SPACES.has(bytes[at] ?? 0)) return false;
  return true;
}
