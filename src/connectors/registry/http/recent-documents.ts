import { type JsonObject } from '../../../kernel/json.js';

const DOCUMENTS_MAX = 32;
/** Larger ones are rare, and read twice sooner than kept by the dozen. */
const CHARACTERS_MAX = 1024 * 1024;

/** A document, and how much text it was. */
export interface ReadDocument {
  readonly document: JsonObject;
  readonly characters: number;
}

/**
 * Documents that were read a moment ago: a branch and the tag on its tip hold the same one, and are
 * read one after the other. Whoever comes while it is read waits for the same reading.
 */
export class RecentDocuments {
  readonly #readings = new Map<string, Promise<ReadDocument>>();

  /** @param key names what cannot change. */
  async get(key: string, read: () => Promise<ReadDocument>): Promise<JsonObject> {
    const reading = this.#readings.get(key) ?? this.#begin(key, read);
    return (await reading).document;
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
