import { type JsonObject } from '../../../kernel/json.js';

const DOCUMENTS_MAX = 32;
/**
 * Larger ones are rare, and read twice sooner than kept by the dozen: all that are kept come to 4 MiB, beside
 * those that are in hand.
 */
const CHARACTERS_MAX = 128 * 1024;

/** What was read of a commit. */
export interface ReadDocument {
  readonly document: JsonObject;
  /** How much text that was. */
  readonly characters: number;
  readonly signature: string | null;
}

/**
 * Documents that were read a moment ago: a branch and the tag on its tip hold the same one, and are
 * read one after the other. Whoever comes while it is read waits for the same reading.
 */
export class RecentDocuments {
  readonly #readings = new Map<string, Promise<ReadDocument>>();

  /** @param key names what cannot change. */
  get(key: string, read: () => Promise<ReadDocument>): Promise<ReadDocument> {
    return this.#readings.get(key) ?? this.#begin(key, read);
  }

  #begin(key: string, read: () => Promise<ReadDocument>): Promise<ReadDocument> {
    const reading = read();
    this.#readings.set(key, reading);
    reading.then(
      ({ characters }) => {
        if (characters > CHARACTERS_MAX) this.#readings.delete(key);
      },
      () => this.#readings.delete(key),
    );
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > DOCUMENTS_MAX && oldest !== undefined) this.#readings.delete(oldest);
    return reading;
  }
}
