import { cutText } from '#kernel/cut-text.js';
import { setImmediate } from 'node:timers/promises';
import { type SecretPattern } from './general-secrets.js';
import { forEachPlace, type SecretRange, together } from './secret-range.js';
import { secretRanges } from './secret-ranges.js';
import { type FoundSecret } from './secret-table.js';
import { XmlSecrets } from './xml-secrets.js';

/** A line and what ends it: `\r` alone ends one as well. */
const LINE = /([^\r\n]*)(\r\n|\r|\n|$)/g;
const PLACE_LENGTH_MAX = 200;
/** So much of a masked line says its place: markers in it count as one. */
const TAIL_LENGTH = 4 * PLACE_LENGTH_MAX;
/** So much is read at a time: a few milliseconds. */
const TURN_CHARACTERS = 64 * 1024;
const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;

/** Reads a text from its first line to its last, and knows under which line each one lies. */
class Masking {
  readonly #parents: { readonly indent: number; readonly line: string }[] = [];
  #inKey = false;
  readonly #elements: XmlSecrets;

  constructor(
    text: string,
    private readonly patterns: readonly SecretPattern[],
    private readonly markerOf: (found: FoundSecret) => string,
  ) {
    this.#elements = new XmlSecrets(text);
  }

  /** The masked line. In steps, of which each takes as long as the line is. */
  *line(line: string): Generator<undefined, string> {
    const indent = line.length - line.trimStart().length;
    while ((this.#parents.at(-1)?.indent ?? -1) >= indent) this.#parents.pop();
    const parent = this.#parents.at(-1)?.line ?? '';
    const masked = yield* this.#masked(line, parent);
    if (line.trim() !== '') this.#parents.push({ indent, line: cutText(masked, PLACE_LENGTH_MAX) });
    return masked;
  }

  *#masked(line: string, parent: string): Generator<undefined, string> {
    const isKey = this.#inKey && !KEY_END.test(line);
    const ranges = isKey ? whole(line) : yield* this.#ranges(line, parent);
    if (KEY_BEGIN.test(line)) this.#inKey = true;
    if (KEY_END.test(line)) this.#inKey = false;
    let masked = '';
    // The end of it by itself: cut from the whole, a line of many secrets would take the square of its length.
    let tail = '';
    let at = 0;
    yield* forEachPlace(ranges, ({ start, end, isReencrypted }) => {
      const between = line.slice(at, start);
      tail = (tail + between).slice(-TAIL_LENGTH);
      const place = `${parent}\n${placeOf(tail)}`;
      const marker = this.markerOf({ place, value: line.slice(start, end), isReencrypted });
      masked += between + marker;
      tail += marker;
      at = end;
    });
    return at === 0 ? line : masked + line.slice(at);
  }

  *#ranges(line: string, parent: string): Generator<undefined, readonly SecretRange[]> {
    const elements = yield* this.#elements.in(line);
    const found = yield* secretRanges(line, parent, this.patterns);
    return elements.length > 0 ? yield* together(found, elements) : found;
  }
}

/**
 * The text with a marker in the place of each secret. Line ends and everything else stay byte for byte.
 * Others have their turn while a long text is read.
 * @param markerOf what stands in the place of a secret.
 */
export async function maskedText(
  text: string,
  patterns: readonly SecretPattern[],
  markerOf: (found: FoundSecret) => string,
): Promise<string> {
  const masking = new Masking(text, patterns, markerOf);
  const parts: string[] = [];
  let read = 0;
  for (const [, line = '', end = ''] of text.matchAll(LINE)) {
    const steps = masking.line(line);
    let step = steps.next();
    for (; !step.done; step = steps.next()) if (line.length > TURN_CHARACTERS) await setImmediate();
    parts.push(step.value, end);
    read += line.length + 1;
    if (read < TURN_CHARACTERS) continue;
    read = 0;
    await setImmediate();
  }
  return parts.join('');
}

function whole(line: string): readonly SecretRange[] {
  const start = line.length - line.trimStart().length;
  const end = line.trimEnd().length;
  return end > start ? [{ start, end, isReencrypted: false }] : [];
}

/** Markers in it count as one: that another secret of the line changed moves nothing. */
function placeOf(before: string): string {
  const last = before.slice(-TAIL_LENGTH);
  return last.replace(/<SECRET:[\d.]{1,20}>/g, '<SECRET>').slice(-PLACE_LENGTH_MAX);
}
