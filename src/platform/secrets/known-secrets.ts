import { SHOWN } from './secret-texts.js';

/** Shorter ones would tear holes into every text. */
const LENGTH_MIN = 4;
/** In base64 so short a text would stand in others by chance. */
const BASE64_LENGTH_MIN = 6;
const DIGITS = /^\d+$/;
/** A longer one is looked for in pieces: texts are compared so far at each place. */
const PIECE_MAX = 128;

/** Takes secrets out of texts. */
export type SecretRemover = (text: string) => string;

/** Changes nothing. */
const UNCHANGED: SecretRemover = (text) => text;

/**
 * Takes these secrets out of texts, however they were written: as they are, within JSON, XML, a URL, or in
 * base64 at any place of it. Each text is gone through once, however many secrets there are.
 */
export function secretRemover(secrets: readonly string[]): SecretRemover {
  const needles = new Needles(secrets.flatMap(piecesOf).flatMap(spellings));
  if (needles.isEmpty) return UNCHANGED;
  return (text) => {
    const parts: string[] = [];
    let from = 0;
    for (let at = needles.next(text, 0); at !== -1; at = needles.next(text, at)) {
      const length = needles.lengthAt(text, at);
      if (length === 0) {
        at += 1;
        continue;
      }
      if (at > from || parts.length === 0) parts.push(text.slice(from, at), SHOWN);
      from = at + length;
      at = from;
    }
    return parts.length === 0 ? text : parts.join('') + text.slice(from);
  };
}

/** What is looked for, found by its first characters. */
class Needles {
  /** By the first characters, sorted. */
  readonly #byStart = new Map<string, string[]>();
  /** The longest other one that each begins with. */
  readonly #shorter = new Map<string, string>();
  /** Whether anything begins with two characters of this hash: most places of a text are done with it. */
  readonly #starts = new Uint8Array(1 << 16);

  constructor(needles: readonly string[]) {
    const sorted = [...new Set(needles)].filter(({ length }) => length >= LENGTH_MIN).sort();
    const open: string[] = [];
    for (const needle of sorted) {
      while (open.length > 0 && !needle.startsWith(open.at(-1) ?? '')) open.pop();
      const shorter = open.at(-1);
      if (shorter !== undefined) this.#shorter.set(needle, shorter);
      open.push(needle);
      const start = needle.slice(0, LENGTH_MIN);
      const same = this.#byStart.get(start) ?? [];
      same.push(needle);
      this.#byStart.set(start, same);
      this.#starts[hashAt(needle, 0)] = 1;
    }
  }

  get isEmpty(): boolean {
    return this.#byStart.size === 0;
  }

  /** The next place at which something may begin; -1 when there is none. */
  next(text: string, from: number): number {
    for (let at = from; at <= text.length - LENGTH_MIN; at += 1) {
      if (this.#starts[hashAt(text, at)] === 1) return at;
    }
    return -1;
  }

  /** Length of the longest that stands there; 0 for none. */
  lengthAt(text: string, at: number): number {
    const same = this.#byStart.get(text.slice(at, at + LENGTH_MIN));
    if (!same) return 0;
    const here = text.slice(at, at + 2 * PIECE_MAX);
    // Whatever lies between the longest that stands here and this text begins with it.
    let found: string | undefined = same[lastUpTo(same, here)];
    while (found !== undefined && !(here.startsWith(found) && isWhole(found, text, at)))
      found = this.#shorter.get(found);
    return found?.length ?? 0;
  }
}

/** A number is no piece of a longer one. */
function isWhole(needle: string, text: string, at: number): boolean {
  if (!DIGITS.test(needle)) return true;
  return !isDigit(text[at - 1]) && !isDigit(text[at + needle.length]);
}

function isDigit(character = ''): boolean {
  return character >= '0' && character <= '9';
}

function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) & 0xffff;
}

/** Index of the last that is not greater; -1 for none. */
function lastUpTo(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') <= text) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Keys have lines, of which each is looked for by itself. */
function piecesOf(secret: string): readonly string[] {
  if (secret.length <= PIECE_MAX) return [secret];
  return secret.split(/[\r\n]+/).flatMap((each) => {
    const line = each.trim();
    const count = Math.ceil(line.length / PIECE_MAX);
    const size = Math.ceil(line.length / count);
    return Array.from({ length: count }, (_, at) => line.slice(at * size, (at + 1) * size));
  });
}

function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = xml.replaceAll('"', '&quot;').replaceAll("'", '&apos;');
  const bytes = Buffer.from(secret, 'utf8');
  const url = encodeURIComponent(bytes.toString('utf8'));
  const form = url.replaceAll('%20', '+');
  const plain = [secret, json, xml, quoted, url, form];
  return secret.length < LENGTH_MIN ? [] : [...plain, ...inBase64(bytes)];
}

/** What base64 makes of it at each of the three places where it can begin, without what lies around it. */
function inBase64(bytes: Buffer): readonly string[] {
  if (bytes.length < BASE64_LENGTH_MIN) return [];
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    const inside = text.slice(Math.ceil((before * 8) / 6), end);
    return [inside, inside.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
