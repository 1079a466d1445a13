import { randomUUID } from 'node:crypto';
import { invariant } from './invariant.js';

/** Stands where a text belongs while the rest is written; nobody outside ever sees it. */
const PLACE = `json-text:${randomUUID()}`;
const WRITTEN_PLACE = JSON.stringify(PLACE);

/** What the `writeJson` that runs now has met; writing is synchronous, so there is one at a time. */
let met: Buffer[] | undefined;

/**
 * A value that is JSON already. `writeJson` takes it over byte by byte; whoever else writes or compares it
 * gets the value that it stands for.
 */
export class JsonText {
  /** @param bytes one JSON value in UTF-8. */
  constructor(readonly bytes: Buffer) {}

  toJSON(): unknown {
    if (!met) return JSON.parse(this.bytes.toString());
    met.push(this.bytes);
    return PLACE;
  }
}

/** Writes a value as JSON; in bytes where it holds a `JsonText`, which are then copied and no more. */
export function writeJson(value: unknown): string | Buffer {
  const texts: Buffer[] = [];
  met = texts;
  try {
    const text = JSON.stringify(value);
    if (text === WRITTEN_PLACE && texts[0]) return texts[0];
    return texts.length === 0 ? text : composed(text, texts);
  } finally {
    met = undefined;
  }
}

function composed(text: string, texts: readonly Buffer[]): Buffer {
  const [first = '', ...rest] = text.split(WRITTEN_PLACE);
  invariant(rest.length === texts.length, 'each text has the place that it was met at');
  return Buffer.concat([
    Buffer.from(first),
    ...texts.flatMap((bytes, at) => [bytes, Buffer.from(rest[at] ?? '')]),
  ]);
}
